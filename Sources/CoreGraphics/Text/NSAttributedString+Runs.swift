public import Foundation

extension NSAttributedString {
    /// Some characters of a string and what they share.
    package typealias Run = (length: Int, attributes: [Key: Any])

    /// What neighbours that have as many attributes differ in, so that Foundation does not look at their values.
    private static let seam = Key("UIRunSeam")

    /// One string of several, each with its own attributes. No such member on Apple's systems.
    ///
    /// Foundation's mutable attributed strings end the process on this system when two neighbouring runs have as many
    /// attributes, and objects such as fonts and colours among the values: `append(_:)`, `setAttributes(_:range:)` and
    /// their kin are safe only with other values, and so are its copies. This makes any string. Runs that need it get an attribute
    /// `UIRunSeam`, which means nothing.
    ///
    ///     label.attributedText = .joined([
    ///         NSAttributedString(string: "20", attributes: [.font: large]),
    ///         NSAttributedString(string: " °C", attributes: [.font: small]),
    ///     ])
    public static func joined(_ parts: [NSAttributedString]) -> NSAttributedString {
        assembled(parts.map(\.string).joined(), parts.flatMap(\.runs))
    }

    /// A string of the same characters and attributes that later changes of this one do not reach. Foundation's own copies
    /// are not safe either.
    package var copied: NSAttributedString { Self.assembled(string, runs) }

    /// The string's runs in order.
    package var runs: [Run] {
        var runs: [Run] = []
        enumerateAttributes(in: NSRange(location: 0, length: length), options: []) { attributes, range, _ in
            var attributes = attributes
            attributes[Self.seam] = nil
            runs.append((range.length, attributes))
        }
        return runs
    }

    /// - Parameter runs: from the start on, UTF-16 units; what they do not reach has no attributes.
    package static func assembled(_ string: String, _ runs: [Run]) -> NSAttributedString {
        if runs.count == 1, runs[0].length == string.utf16.count {
            return NSAttributedString(string: string, attributes: runs[0].attributes)
        }
        let result = NSMutableAttributedString(string: string)
        var start = 0
        var before = 0
        for run in runs where run.length > 0 {
            var attributes = run.attributes
            if attributes.count == before, before > 0 { attributes[seam] = NSNumber(value: 1) }
            if !attributes.isEmpty {
                result.setAttributes(attributes, range: NSRange(location: start, length: run.length))
            }
            before = attributes.count
            start += run.length
        }
        return result
    }
}
