internal import CPango
import Foundation
import Synchronization

/// The bytes of an application's font, copied into memory that nobody can change any more, and checked.
///
/// Libraries map font files and open them again by their names much later: a file on the disk that is replaced or cut
/// in between would end the process. This one has a name, too, for as long as the object lives.
package final class FontFile: Sendable {
    /// What fontconfig, FreeType, HarfBuzz and cairo know it by. Never the same for two files.
    let path: String
    let byteCount: Int
    /// What the application calls it.
    let source: String
    /// How many faces are in it.
    let faceCount: Int
    private let descriptor: CInt

    private static let count = Atomic<Int>(0)

    /// A font in memory.
    package convenience init(
        _ data: Data, source: String, limits: FontLimits = .standard
    ) throws(FontError) {
        try Self.check(size: data.count, source, limits)
        try self.init(source: source, byteCount: data.count, limits: limits) { file in
            data.withUnsafeBytes { bytes in Self.write(bytes, to: file) ? 0 : errno }
        }
    }

    /// A font on the disk: an ordinary file, read at once.
    package convenience init(contentsOfFile path: String, limits: FontLimits = .standard) throws(FontError) {
        func unreadable(_ number: Int32) -> FontError { FontError(source: path, reason: .unreadable(errno: number)) }
        // A pipe or a device might never end, and opening one might wait.
        let input = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard input >= 0 else { throw unreadable(errno) }
        defer { close(input) }
        var information = stat()
        guard fstat(input, &information) == 0 else { throw unreadable(errno) }
        guard information.st_mode & S_IFMT == S_IFREG else {
            throw unreadable(information.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
        let size = Int(information.st_size)
        try Self.check(size: size, path, limits)
        try self.init(source: path, byteCount: size, limits: limits) { file in
            Self.copy(size, from: input, to: file)
        }
    }

    /// `fill` writes the bytes and returns 0 or an `errno`.
    private init(
        source: String, byteCount: Int, limits: FontLimits, _ fill: (CInt) -> Int32
    ) throws(FontError) {
        let file = cpango_memory_file("font")
        guard file >= 0 else { throw FontError(source: source, reason: .unreadable(errno: -file)) }
        let number = fill(file)
        let sealed = number == 0 ? cpango_seal(file) : 0
        guard number == 0, sealed == 0 else {
            close(file)
            let isFull = number == ENOSPC || number == ENOMEM
            throw FontError(
                source: source,
                reason: isFull ? .outOfMemory(bytes: byteCount) : .unreadable(errno: number == 0 ? -sealed : number))
        }
        let path = Self.path(of: file)
        do throws(FontError) {
            faceCount = try FontCheck.faceCount(of: path, source: source, limits: limits)
        } catch {
            close(file)
            throw error
        }
        self.path = path
        self.byteCount = byteCount
        self.source = source
        descriptor = file
    }

    deinit { close(descriptor) }

    /// Numbers of descriptors are used again, but libraries remember files by name: so the count goes into the name, as
    /// steps in the path that lead nowhere.
    private static func path(of file: CInt) -> String {
        var path = "/proc/self/"
        var rest = count.wrappingAdd(1, ordering: .relaxed).newValue
        while rest > 0 {
            path += rest & 1 == 1 ? "./" : "/"
            rest >>= 1
        }
        return path + "fd/\(file)"
    }

    private static func check(size: Int, _ source: String, _ limits: FontLimits) throws(FontError) {
        guard size > 0 else { throw FontError(source: source, reason: .empty) }
        guard size <= limits.maximumBytes else {
            throw FontError(source: source, reason: .tooManyBytes(count: size, limit: limits.maximumBytes))
        }
    }

    /// Exactly `size` bytes; one that has become shorter meanwhile is an error.
    private static func copy(_ size: Int, from input: CInt, to output: CInt) -> Int32 {
        withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
            var left = size
            while left > 0 {
                let count = read(input, buffer.baseAddress, min(left, buffer.count))
                if count < 0, errno == EINTR { continue }
                if count < 0 { return errno }
                if count == 0 { return EIO }
                guard write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: output) else { return errno }
                left -= count
            }
            return 0
        }
    }

    /// False with `errno` set if not all bytes could be written.
    private static func write(_ bytes: UnsafeRawBufferPointer, to file: CInt) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Foundation.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
