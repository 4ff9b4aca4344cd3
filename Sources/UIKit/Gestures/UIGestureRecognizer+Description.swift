import QuartzCore

extension UIGestureRecognizer {
    /// Actions are method references here and have no names: their targets are named.
    final var words: String {
        func head(_ object: AnyObject) -> String {
            "<\(ObjectDescription.className(of: object)) \(ObjectDescription.address(of: object))>"
        }
        var parts = ["<\(ObjectDescription.head(of: self))"]
        if let name { parts.append("name = \(name)") }
        parts.append("state = \(state.word)")
        if !isEnabled { parts.append("enabled = NO") }
        if !cancelsTouchesInView { parts.append("cancelsTouchesInView = NO") }
        if delaysTouchesBegan { parts.append("delaysTouchesBegan = YES") }
        if !delaysTouchesEnded { parts.append("delaysTouchesEnded = NO") }
        if let view { parts.append("view = \(head(view))") }
        let targets = actions.compactMap(\.target)
        if !targets.isEmpty {
            parts.append("target= <\(targets.map { "(target=\(head($0)))" }.joined(separator: ", "))>")
        }
        let others = requiredToFail.compactMap(\.object)
        if !others.isEmpty {
            let heads = others.map { "<\(ObjectDescription.head(of: $0))>" }
            parts.append("must-fail = { \(heads.joined(separator: ", ")) }")
        }
        return (parts + describedRequirements).joined(separator: "; ") + ">"
    }
}

extension UIGestureRecognizer.State {
    fileprivate var word: String {
        switch self {
        case .possible: "Possible"
        case .began: "Began"
        case .changed: "Changed"
        case .ended: "Ended"
        case .cancelled: "Cancelled"
        case .failed: "Failed"
        }
    }
}
