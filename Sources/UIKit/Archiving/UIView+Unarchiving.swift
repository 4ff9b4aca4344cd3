public import Foundation

/// Why an archive gives no view.
public enum ViewArchiveError: Error, Hashable, CustomStringConvertible {
    /// No binary keyed archive with one root object; or more than 32 MB of it.
    case notAnArchive
    /// Its root is something else than a view, or could not be made.
    case notAView
    /// Some object is cut off, or is not what its class says.
    case damaged
    /// A class that is neither a view's nor one that views are archived with; or a private or nested one, which cannot be
    /// found by name.
    case unknownClass(String)
    /// More than 128 objects inside each other.
    case tooDeep
    /// More than 500,000 objects and values, or more than 256 MB of text and data.
    case tooLarge
    /// An object holds itself.
    case containsItself

    public var description: String {
        switch self {
        case .notAnArchive: "The data is not a binary keyed archive."
        case .notAView: "The archive's root is not a view."
        case .damaged: "The archive is damaged."
        case .unknownClass(let name):
            "The archive holds an object of the class \(name), which is not made from archives."
        case .tooDeep: "The archive holds more than \(ViewUnarchiver.depthLimit) objects inside each other."
        case .tooLarge: "The archive holds more than can be of any use."
        case .containsItself: "An object of the archive holds itself."
        }
    }
}

extension UIView {
    /// The view in a keyed archive, with everything in it, from wherever the archive comes: unlike Foundation's
    /// `NSKeyedUnarchiver` this never ends the process. All views are made by `init(coder:)`; when all of them are, each
    /// gets `awakeFromNib()` (fact V-20).
    ///
    /// Objects that come out: views of all classes that are neither private nor nested, colours, fonts, images, paths,
    /// and Foundation's strings, numbers, dates, data, lists and dictionaries; in place of others `init(coder:)` finds
    /// nil. Application classes decode keys that may be missing or of another kind: they are asked for with care.
    ///
    /// - Parameter isWhole: whether a view with parts missing is an error; else what can be made is, and the reason goes
    ///   to the log.
    /// - Throws: `ViewArchiveError`.
    public static func unarchived(from data: Data, isWhole: Bool = true) throws(ViewArchiveError) -> UIView {
        let unarchiver = try ViewUnarchiver(data)
        let root = unarchiver.rootObject()
        if let loss = unarchiver.loss {
            if isWhole || !(root is UIView) { throw loss }
            AssetLog.note("A view was made from an archive without some of its parts. \(loss)")
        }
        guard let view = root as? UIView else { throw .notAView }
        for view in unarchiver.views { view.awakeFromNib() }
        return view
    }
}
