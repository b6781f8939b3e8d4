import Foundation
import GeocliGeo
import GeocliProjection
import GeocliText
import Testing

/// When PROJ is loaded, and the error if it can't be. Each test needs a process of its own, because a process loads
/// PROJ once.
struct LoadingTests {
    @Test func degreesNeedNoPROJ() async {
        await #expect(processExitsWith: .success) {
            #expect(!isLoaded("libproj.so.25"))
            let transform = try CoordinateTransform(from: CRS(parsing: "OGC:CRS84"))
            #expect(try transform.coordinate(x: 126.978, y: 37.5665).latitude == 37.5665)
            #expect(try transform.position(of: Coordinate(longitude: 1, latitude: 2)) == (1, 2))
            #expect(!isLoaded("libproj.so.25"))
            _ = try CoordinateTransform(from: .epsg5174)
            #expect(isLoaded("libproj.so.25"))
        }
    }

    @Test func missingLibraryNamesThePackage() async {
        await #expect(processExitsWith: .success) {
            // A process that must not open files can't open libproj, either.
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var former = rlimit()
            getrlimit(files, &former)
            var none = rlimit(rlim_cur: 0, rlim_max: former.rlim_max)
            setrlimit(files, &none)
            // A sanitizer that searches for leaks at the end would wait for files forever.
            defer { setrlimit(files, &former) }
            let error = #expect(throws: ProjectionError.self) { try CoordinateTransform(from: .epsg5174) }
            #expect(error?.code == .libraryMissing)
            let reason = "libproj.so.25: cannot open shared object file: Too many open files"
            #expect(
                error?.words.en
                    == "PROJ could not be loaded (\(reason)); "
                    + "install Debian's package with 'apt-get install libproj25'")
            #expect(
                error?.words.ko == "PROJ를 불러올 수 없습니다(\(reason)). 'apt-get install libproj25'로 데비안 패키지를 설치하세요")
        }
    }

    @Test func missingDatabaseNamesThePackage() async {
        await #expect(processExitsWith: .success) {
            setenv("PROJ_DATA", "/proc/none", 1)
            for crs in [CRS.epsg5174, .katec] {
                let error = #expect(throws: ProjectionError.self) { try CoordinateTransform(from: crs) }
                #expect(error?.code == .databaseMissing)
                #expect(
                    error?.words.en
                        == "PROJ found no proj.db that it can read; install it with 'apt-get install proj-data', "
                        + "or set PROJ_DATA to its folder")
                #expect(
                    error?.words.ko
                        == "PROJ가 읽을 수 있는 proj.db가 없습니다. "
                        + "'apt-get install proj-data'로 설치하거나 PROJ_DATA에 폴더를 지정하세요")
            }
        }
    }
}

/// Whether this process has a library in memory, checked without loading it.
private func isLoaded(_ library: String) -> Bool {
    dlopen(library, RTLD_LAZY | RTLD_NOLOAD) != nil
}
