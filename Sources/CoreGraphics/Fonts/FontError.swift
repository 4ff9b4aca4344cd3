import Foundation
public import FoundationEssentials  // LocalizedError

/// Why a font file could not be used.
public struct FontError: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// There are no bytes.
        case empty
        /// Neither TrueType nor OpenType.
        case unknownFormat
        /// A kind of font that is not read; `detail` says which.
        case unsupported(detail: String)
        /// The bytes are cut off or altered; `detail` is what is wrong with them.
        case damaged(detail: String)
        /// More bytes than the limits allow. Nothing was read.
        case tooManyBytes(count: Int, limit: Int)
        /// More faces, or named instances of a variable font, in one file than the limits allow.
        case tooManyFaces(count: Int, limit: Int)
        /// The process has registered as many fonts, or bytes of fonts, as the limits allow.
        case tooManyFonts(limit: Int)
        /// There is no memory for that many bytes.
        case outOfMemory(bytes: Int)
        /// The file cannot be read; the number is `errno`.
        case unreadable(errno: Int32)
        case alreadyRegistered
        case notRegistered
        /// Fonts are registered for the process only.
        case unsupportedScope
    }

    /// The file, or what the caller called the bytes.
    public let source: String
    public let reason: Reason

    public init(source: String, reason: Reason) {
        self.source = source
        self.reason = reason
    }
}

extension FontError: CustomStringConvertible, LocalizedError {
    public var description: String { "\(source): \(reason.sentence)" }
    public var errorDescription: String? { description }
}

extension FontError.Reason {
    fileprivate var sentence: String {
        switch self {
        case .empty:
            "the file is empty."
        case .unknownFormat:
            "not a font; TrueType and OpenType files (.ttf, .otf, .ttc, .otc) can be used."
        case .unsupported(let detail):
            "this kind of font cannot be used (\(detail)); convert it to TrueType or OpenType."
        case .damaged(let detail):
            "the font is damaged or cut off (\(detail)); replace the file."
        case .tooManyBytes(let count, let limit):
            "\(count) bytes is too large a file for a font; the limit is \(limit)."
        case .tooManyFaces(let count, let limit):
            "a file with \(count) faces is too large; the limit is \(limit)."
        case .tooManyFonts(let limit):
            "the process has registered \(limit) already, which is the limit; unregister some first."
        case .outOfMemory(let bytes):
            "no memory for \(bytes) bytes of font."
        case .unreadable(let errno):
            "cannot read the file: \(String(cString: strerror(errno)))."
        case .alreadyRegistered:
            "the font is registered already."
        case .notRegistered:
            "the font is not registered, so it cannot be unregistered."
        case .unsupportedScope:
            "fonts can be registered for this process only; use the scope .process."
        }
    }
}

/// How large fonts of an application may be. Checked before memory is taken.
package struct FontLimits: Hashable, Sendable {
    /// Of one file.
    package var maximumBytes = 64 << 20
    /// Faces in one file, and named instances of one variable font.
    package var maximumFaces = 256
    /// Registered at once.
    package var maximumFiles = 256
    /// Of all registered files together.
    package var maximumTotalBytes = 256 << 20

    package static let standard = FontLimits()

    package init() {}
}
