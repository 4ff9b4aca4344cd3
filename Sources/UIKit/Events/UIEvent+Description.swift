import Foundation
import QuartzCore

extension UIEvent {
    final var words: String {
        let head = "<\(ObjectDescription.head(of: self))> timestamp: \(ObjectDescription.number(timestamp))"
        guard type == .touches else { return head }
        let touches = (allTouches ?? []).sorted { $0.identifier < $1.identifier }
        return head + " touches: {(\n" + touches.map { "    \($0)" }.joined(separator: ",\n") + "\n)}"
    }
}

extension UITouch {
    final var words: String {
        func place(_ point: CGPoint) -> String {
            "{\(ObjectDescription.number(point.x)), \(ObjectDescription.number(point.y))}"
        }
        return "<\(ObjectDescription.head(of: self))> phase: \(phase.word) tap count: \(tapCount) force: "
            + String(format: "%.3f", Double(force)) + " window: \(window?.description ?? "(null)")"
            + " view: \(view?.description ?? "(null)") location in window: \(place(location(in: nil)))"
            + " previous location in window: \(place(previousLocation(in: nil)))"
            + " location in view: \(place(location(in: view)))"
            + " previous location in view: \(place(previousLocation(in: view)))"
    }
}

extension UITouch.Phase {
    fileprivate var word: String {
        switch self {
        case .began: "Began"
        case .moved: "Moved"
        case .stationary: "Stationary"
        case .ended: "Ended"
        case .cancelled: "Cancelled"
        }
    }
}
