import Foundation
public import FoundationEssentials  // LocalizedError

extension ImageError: CustomStringConvertible, LocalizedError {
    public var description: String { "\(source): \(reason.sentence)" }
    public var errorDescription: String? { description }
}

extension ImageError.Reason {
    fileprivate var sentence: String {
        switch self {
        case .empty:
            "the file is empty."
        case .unknownFormat:
            "not a PNG, JPEG, WebP, GIF, BMP or SVG picture; convert it to one of these."
        case .damaged(let detail):
            "the picture is damaged or cut off (\(detail)); replace the file."
        case .unsupported(let detail):
            "this kind of picture cannot be read (\(detail)); save it as an ordinary PNG or JPEG."
        case .tooLarge(let width, let height, let limits):
            "\(width)x\(height) pixels is too large: a side may have \(limits.maximumSide) pixels, the picture "
                + "\(limits.maximumPixels); scale it down."
        case .tooManyFrames(let count, let limits):
            "an animation of \(count) frames is too large: together they may have \(limits.maximumPixels) pixels; "
                + "scale it down or shorten it."
        case .tooManyBytes(let count, let limit):
            "\(count) bytes is too large a file for a picture; the limit is \(limit)."
        case .outOfMemory(let bytes):
            "no memory for \(bytes) bytes of pixels."
        case .unreadable(let errno):
            "cannot read the file: \(String(cString: strerror(errno)))."
        case .notEncoded(let detail):
            "the picture could not be encoded (\(detail))."
        }
    }
}
