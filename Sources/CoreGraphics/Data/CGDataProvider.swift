public import Foundation

/// Bytes, as the C interfaces name them: on Linux these are Foundation's own types, so `data as CFData` compiles.
public typealias CFData = Data
public typealias CFMutableData = NSMutableData
public typealias CFURL = URL

/// Called once when the bytes a provider was made over are no longer needed.
public typealias CGDataProviderReleaseDataCallback = (
    _ info: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer, _ size: Int
) -> Void

/// Gives bytes to pictures. Immutable; any thread may read it.
public final class CGDataProvider: Sendable {
    /// All the bytes.
    public let data: Data?

    public init?(data: Data) { self.data = data }

    /// The contents of a file, read at once; nil if it is no ordinary file, cannot be read or is larger than 256 MiB.
    public convenience init?(url: URL) { self.init(filename: url.path) }

    /// As `init(url:)`.
    public convenience init?(filename: String) {
        guard let data = try? ImageDecoder.contents(ofFile: filename, limits: .standard) else { return nil }
        self.init(data: data)
    }

    /// Over memory of the caller's, which is copied: `releaseData` is called before this returns.
    public convenience init?(
        dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
        releaseData: CGDataProviderReleaseDataCallback
    ) {
        guard size >= 0 else { return nil }
        let copy = Data(bytes: data, count: size)
        releaseData(info, data, size)
        self.init(data: copy)
    }
}

/// Takes the bytes of what is written piece by piece.
public final class CGDataConsumer {
    private let data: NSMutableData?
    private let file: FileHandle?

    /// Appends to `data`.
    public init?(data: NSMutableData) {
        self.data = data
        file = nil
    }

    /// Writes a file, replacing what is there; nil if it cannot be made.
    public init?(url: URL) {
        guard FileManager.default.createFile(atPath: url.path, contents: nil),
            let file = FileHandle(forWritingAtPath: url.path)
        else { return nil }
        self.file = file
        data = nil
    }

    /// False if the bytes could not be written.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        data?.append(start, length: bytes.count)
        guard let file else { return true }
        do {
            try file.write(contentsOf: Data(bytes))
            return true
        } catch {
            return false
        }
    }
}
