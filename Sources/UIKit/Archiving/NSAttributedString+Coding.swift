import Foundation

/// Attributed texts in archives: characters, the lengths of the runs, and the values of each. Foundation's own coding asks
/// for every class of value to be named by who reads it.
extension NSCoder {
    private static let runLimit = 10_000

    private static let archivedKeys: [NSAttributedString.Key] = [
        .font, .paragraphStyle, .foregroundColor, .backgroundColor, .ligature, .kern, .tracking, .strikethroughStyle,
        .underlineStyle, .strokeColor, .strokeWidth, .shadow, .attachment, .link, .baselineOffset, .underlineColor,
        .strikethroughColor, .obliqueness, .expansion,
    ]

    /// Writes the attributes that UIKit has, of the first 10,000 runs.
    func encode(attributed text: NSAttributedString, forKey key: String) {
        encode(text.string, forKey: key)
        var lengths: [CGFloat] = []
        let whole = NSRange(location: 0, length: text.length)
        text.enumerateAttributes(in: whole, options: []) { attributes, range, stop in
            let run = lengths.count
            lengths.append(CGFloat(range.length))
            if run >= Self.runLimit { stop.pointee = true }
            for name in Self.archivedKeys {
                guard let value = attributes[name] else { continue }
                let valueKey = "\(key).\(run).\(name.rawValue)"
                if let number = ArchivedNumber.number(value) {
                    encode(number, forKey: valueKey)
                } else if let url = value as? URL {
                    encode(url.absoluteString, forKey: valueKey)
                } else if let text = value as? String {
                    encode(text, forKey: valueKey)
                } else if let object = value as? (any NSObject & NSCoding) {
                    encode(object, forKey: valueKey)
                }
            }
        }
        encode(numbers: lengths, forKey: key + ".lengths")
    }

    /// Nil without the value.
    func attributedString(forKey key: String) -> NSAttributedString? {
        guard let string: String = object(forKey: key) else { return nil }
        let length = string.utf16.count
        var place = 0
        var runs: [NSAttributedString.Run] = []
        for (run, count) in (numbers(forKey: key + ".lengths") ?? []).prefix(Self.runLimit).enumerated() {
            guard count >= 1, count <= CGFloat(length - place) else { break }
            var attributes: [NSAttributedString.Key: Any] = [:]
            for name in Self.archivedKeys {
                let valueKey = "\(key).\(run).\(name.rawValue)"
                guard containsValue(forKey: valueKey), let value = decodeObject(forKey: valueKey) else { continue }
                attributes[name] = value
            }
            runs.append((Int(count), attributes))
            place += Int(count)
        }
        return .assembled(string, runs)
    }
}

enum ArchivedNumber {
    /// An object for a number of any kind; nil for anything else.
    static func number(_ value: Any) -> NSNumber? {
        switch value {
        case let value as NSNumber: value
        case let value as Int: NSNumber(value: value)
        case let value as Double: NSNumber(value: value)
        case let value as CGFloat: NSNumber(value: Double(value))
        case let value as Float: NSNumber(value: value)
        default: nil
        }
    }
}
