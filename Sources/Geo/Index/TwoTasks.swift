/// Ways to run two pieces of work that share no data.
public enum TwoTasks {
    /// A function that runs both pieces of work, perhaps on two threads, and returns when both are done.
    public typealias Runner = (_ first: @escaping @Sendable () -> Void, _ second: () -> Void) -> Void

    /// Runs the two pieces of work one after the other.
    public static var oneByOne: Runner {
        { first, second in
            first()
            second()
        }
    }
}
