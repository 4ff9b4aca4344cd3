public import Foundation

/// A file of any kind in a catalogue. Any thread.
open class NSDataAsset: NSObject {
    public let name: String
    public let data: Data
    /// As the catalogue says; "public.data" where it says nothing.
    public let typeIdentifier: String

    /// From the application's own catalogues; nil if they have no data of this name.
    public convenience init?(name: String) { self.init(name: name, bundle: .main) }

    public init?(name: String, bundle: Bundle) {
        guard let found = AssetLibrary.shared.data(named: name, in: bundle) else { return nil }
        self.name = name
        data = found.data
        typeIdentifier = found.typeIdentifier
        super.init()
    }
}

/// Data in a catalogue.
enum DataSet {
    /// Larger files are not read.
    static let byteLimit = 256 << 20

    static func data(folder: String) throws(AssetError) -> (data: Data, typeIdentifier: String) {
        for entry in try AssetContents(folder: folder).entries("data").fitting(.unspecified) {
            guard let name = entry.filename else { continue }
            var information = stat()
            guard stat("\(folder)/\(name)", &information) == 0, information.st_mode & S_IFMT == S_IFREG,
                information.st_size <= byteLimit,
                let data = FileManager.default.contents(atPath: "\(folder)/\(name)")
            else { continue }
            return (data, entry.values["universal-type-identifier"] as? String ?? "public.data")
        }
        throw AssetError(path: folder + "/Contents.json", reason: .nothingUsable)
    }
}
