internal import CGeocliBuild
internal import GeocliServing
internal import GeocliText
internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// The service: answers HTTP requests from one catalog.
@main
enum Main {
    static func main() throws {
        guard let options = ServeOptions(Array(CommandLine.arguments.dropFirst())) else {
            complain("usage: geoserve --db PATH [--listen HOST:PORT] [--host NAME] [--readers COUNT]")
            exit(64)
        }
        var settings = ServiceSettings(
            catalogPath: options.catalogPath, version: String(cString: cbuild_version()))
        settings.onTrouble = { complain($0.en) }
        let readers = ReaderPool(settings, count: options.readers, capacity: options.maximumWaiting)
        let service = Service(
            settings: settings, readers: readers, events: EventThread(settings), hosts: HostCheck(names: options.hosts))
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let server = try ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let headGuard = HeadGuard(service.settings.language)
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(headGuard)
                    try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
                    try pipeline.addHandler(RequestHandler(service, headGuard))
                }
            }
            .bind(host: options.host, port: options.port).wait()
        complain("listening at http://\(options.host):\(server.localAddress?.port ?? options.port)")
        try server.closeFuture.wait()
        readers.close()
        service.events.close()
    }

    private static func complain(_ line: String) {
        let bytes = Array("geoserve: \(line)\n".utf8)
        _ = write(2, bytes, bytes.count)
    }
}
