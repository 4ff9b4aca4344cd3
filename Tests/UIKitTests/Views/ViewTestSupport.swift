import CoreGraphics
import Foundation
import Raster
import UIKit

/// A view that writes down what it is told.
@MainActor
class LoggingView: UIView {
    let name: String
    var log: Log

    init(_ name: String, _ log: Log, frame: CGRect = .zero) {
        self.name = name
        self.log = log
        super.init(frame: frame)
    }

    required init?(coder: NSCoder) { nil }

    override func willMove(toSuperview newSuperview: UIView?) { log += "\(name) willSuper \(label(newSuperview))" }
    override func didMoveToSuperview() { log += "\(name) didSuper" }
    override func willMove(toWindow newWindow: UIWindow?) {
        log += "\(name) willWindow \(newWindow == nil ? "nil" : "w")"
    }
    override func didMoveToWindow() { log += "\(name) didWindow" }
    override func didAddSubview(_ subview: UIView) { log += "\(name) added \(label(subview))" }
    override func willRemoveSubview(_ subview: UIView) { log += "\(name) removes \(label(subview))" }
    override func layoutSubviews() { log += "\(name) layout" }

    private func label(_ view: UIView?) -> String {
        guard let view else { return "nil" }
        return (view as? LoggingView)?.name ?? "\(type(of: view))"
    }
}

/// Lines in the order they came.
@MainActor
final class Log {
    private(set) var lines: [String] = []

    static func += (log: Log, line: String) { log.lines.append(line) }

    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

func near(_ a: CGFloat, _ b: CGFloat, _ tolerance: CGFloat = 1e-4) -> Bool { abs(a - b) <= tolerance }

func near(_ a: CGPoint, _ b: CGPoint, _ tolerance: CGFloat = 1e-4) -> Bool {
    near(a.x, b.x, tolerance) && near(a.y, b.y, tolerance)
}

func near(_ a: CGRect, _ b: CGRect, _ tolerance: CGFloat = 1e-4) -> Bool {
    near(a.origin, b.origin, tolerance) && near(a.width, b.width, tolerance) && near(a.height, b.height, tolerance)
}

/// r(x, y, w, h), as the facts write it.
func r(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
}

func p(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

extension CGImage {
    /// 0xAARRGGBB, premultiplied.
    func pixel(_ x: Int, _ y: Int) -> UInt32 { bitmap.pixel(x: x, y: y) }
}
