import Foundation
import Raster
import UIKit

/// Frames of an animation side by side, at even steps of time from its beginning to just before its end: for eyes, and for
/// the documentation. Every frame goes through the whole engine and is compared with a full repaint.
@MainActor
struct Filmstrip {
    /// The file's name.
    let name: String
    let title: String
    /// Points, and pixels, of one frame.
    var width = 96
    var height = 72
    /// Sets the scene up, and answers what begins the animation, which lasts a second.
    let build: (UIWindow) -> () -> Void

    static let frameCount = 8
    private static let gap = 4

    static let all = transitions + viewTransitions + values

    /// - Returns: one line per strip with a frame that is not what a full repaint shows.
    static func write(to folder: URL, only: Set<String>?) throws -> [String] {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var failures: [String] = []
        for strip in all where only?.contains(strip.name) ?? true {
            let stage = try HeadlessStage(panel: PixelSize(width: strip.width, height: strip.height))
            defer { stage.close() }
            let window = UIWindow(frame: stage.screen.bounds)
            window.backgroundColor = UIColor(white: 0.95, alpha: 1)
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            let begin = strip.build(window)
            CATransaction.commit()
            window.makeKeyAndVisible()
            stage.advance(by: 0.5)
            begin()
            stage.commitAndShow()
            var frames: [UIImage] = []
            for frame in 0..<frameCount {
                if frame > 0 { stage.advance(by: 1.0 / Double(frameCount - 1) - (frame == frameCount - 1 ? 0.03 : 0)) }
                if try !Gallery.equal(stage.panelBitmap(), stage.referenceBitmap()) {
                    failures.append("\(strip.name), frame \(frame) differs from a full repaint")
                }
                if let image = UIImage(data: try stage.panelPNG()) { frames.append(image) }
            }
            try strip.joined(frames)?.write(to: folder.appendingPathComponent("\(strip.name).png"))
            print("\(strip.name): \(strip.title)")
            window.isHidden = true
        }
        return failures
    }

    private func joined(_ frames: [UIImage]) -> Data? {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        format.opaque = true
        let step = width + Self.gap
        let size = CGSize(width: frames.count * step - Self.gap, height: height)
        return UIGraphicsImageRenderer(size: size, format: format).image { _ in
            UIColor(white: 0.2, alpha: 1).setFill()
            UIRectFill(CGRect(origin: .zero, size: size))
            for (index, frame) in frames.enumerated() { frame.draw(at: CGPoint(x: index * step, y: 0)) }
        }.pngData()
    }
}
