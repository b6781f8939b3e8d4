/// The parts of the map page that are the same for every catalog; their sources lie in `Assets`.
enum PageAssets {
    static var html: [UInt8] { PackageResources.page_html }
    static var style: [UInt8] { PackageResources.page_css }
    static var script: [UInt8] { PackageResources.page_js }
}
