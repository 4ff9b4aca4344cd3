internal import CPango
import Foundation
package import FoundationEssentials  // URL
import Synchronization

/// The font files of the application itself, which only this process sees. Any thread.
package final class RegisteredFonts: Sendable {
    package static let shared = RegisteredFonts()

    /// What a file is registered, and unregistered, by.
    package enum Key: Hashable, Sendable {
        /// The path, without steps that lead nowhere.
        case path(String)
        /// The PostScript name of a font that came as bytes.
        case name(String)
    }

    private struct Entry {
        var key: Key
        var file: FontFile
    }

    private let entries = Mutex<[Entry]>([])
    /// Grows with every change. Fonts look at it when they are made: nothing is read before one is wanted.
    let generation = Atomic<Int>(0)

    /// Makes the faces of the file at `url` fonts like the installed ones.
    package func register(_ url: URL, limits: FontLimits = .standard) throws(FontError) {
        let path = url.standardizedFileURL.path
        let key = Key.path(path)
        try check(key, source: path)
        try register(FontFile(contentsOfFile: path, limits: limits), as: key, limits: limits)
    }

    package func register(_ file: FontFile, as key: Key, limits: FontLimits = .standard) throws(FontError) {
        try check(key, source: file.source)
        let reason: FontError.Reason? = entries.withLock { entries in
            // Another thread may have been faster.
            if entries.contains(where: { $0.key == key }) { return .alreadyRegistered }
            if entries.count >= limits.maximumFiles { return .tooManyFonts(limit: limits.maximumFiles) }
            let bytes = entries.reduce(file.byteCount) { $0 + $1.file.byteCount }
            if bytes > limits.maximumTotalBytes {
                return .tooManyBytes(count: bytes, limit: limits.maximumTotalBytes)
            }
            entries.append(Entry(key: key, file: file))
            return nil
        }
        if let reason { throw FontError(source: file.source, reason: reason) }
        generation.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }

    /// Takes the fonts out of the lists. Texts that use them go on doing so until they are laid out again.
    package func unregister(_ url: URL) throws(FontError) {
        let path = url.standardizedFileURL.path
        try unregister(.path(path), source: path)
    }

    package func unregister(_ key: Key, source: String) throws(FontError) {
        let isFound = entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return false }
            entries.remove(at: index)
            return true
        }
        guard isFound else { throw FontError(source: source, reason: .notRegistered) }
        generation.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }

    private func check(_ key: Key, source: String) throws(FontError) {
        if entries.withLock({ $0.contains { $0.key == key } }) {
            throw FontError(source: source, reason: .alreadyRegistered)
        }
    }

    /// fontconfig's view of the installed fonts and these; the caller owns it, and keeps `files` as long as fonts of it
    /// are used. Nil if fontconfig cannot be set up.
    ///
    /// A configuration is never changed once it is made: pango searches it on a thread of its own.
    func makeConfiguration() -> (configuration: OpaquePointer?, files: [String: FontFile]) {
        let files = entries.withLock { $0.map(\.file) }
        if files.isEmpty { return (FcConfigReference(nil), [:]) }
        guard let configuration = FcInitLoadConfigAndFonts() else { return (FcConfigReference(nil), [:]) }
        var named: [String: FontFile] = [:]
        for file in files where FcConfigAppFontAddFile(configuration, file.path) != 0 { named[file.path] = file }
        return (configuration, named)
    }
}
