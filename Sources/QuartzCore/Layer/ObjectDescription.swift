package import Foundation

/// The words that descriptions of objects are made of, as Apple's systems print them. Any thread.
package enum ObjectDescription {
    /// The class's name, with its module's unless the class is one of Apple's.
    package static func className(of object: AnyObject) -> String {
        var name = String(reflecting: type(of: object))
        for module in ["UIKit.", "QuartzCore."] where name.hasPrefix(module) { name.removeFirst(module.count) }
        // Private classes.
        while let start = name.range(of: "(unknown context at "), let end = name[start.upperBound...].range(of: ").") {
            name.removeSubrange(start.lowerBound..<end.upperBound)
        }
        return name
    }

    package static func address(of object: AnyObject) -> String {
        "0x" + String(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), radix: 16)
    }

    /// "CALayer: 0x600001bdc020".
    package static func head(of object: AnyObject) -> String { "\(className(of: object)): \(address(of: object))" }

    /// Six digits.
    package static func number(_ value: CGFloat) -> String { String(format: "%g", Double(value)) }

    /// "(0 20; 320 460)".
    package static func rect(_ rect: CGRect) -> String {
        "(\(number(rect.minX)) \(number(rect.minY)); \(number(rect.width)) \(number(rect.height)))"
    }
}

extension CALayer {
    /// What `debugDescription` says: what differs from the defaults.
    final var words: String {
        let number = ObjectDescription.number
        var parts = [
            "<\(ObjectDescription.className(of: self)):\(ObjectDescription.address(of: self))",
            "position = CGPoint (\(number(position.x)) \(number(position.y)))",
            "bounds = CGRect \(ObjectDescription.rect(bounds))",
        ]
        if zPosition != 0 { parts.append("zPosition = \(number(zPosition))") }
        if let delegate { parts.append("delegate = <\(ObjectDescription.head(of: delegate))>") }
        if let sublayers, !sublayers.isEmpty {
            parts.append(
                "sublayers = (\(sublayers.map { "<\(ObjectDescription.head(of: $0))>" }.joined(separator: ", ")))")
        }
        if isHidden { parts.append("hidden = YES") }
        if masksToBounds { parts.append("masksToBounds = YES") }
        if opacity != 1 { parts.append("opacity = \(number(CGFloat(opacity)))") }
        if cornerRadius != 0 { parts.append("cornerRadius = \(number(cornerRadius))") }
        if let name { parts.append("name = \(name)") }
        if let backgroundColor { parts.append("backgroundColor = \(backgroundColor)") }
        return parts.joined(separator: "; ") + ">"
    }
}
