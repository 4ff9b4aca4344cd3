import Foundation
import Raster
import UIKit

/// Draws a page per feature of layers through the whole engine and writes it as PNG: for eyes, and for the documentation.
@MainActor
enum Gallery {
    static let pages: [GalleryPage] =
        GalleryPage.geometry + GalleryPage.space + GalleryPage.contents + GalleryPage.look + GalleryPage.effects
        + GalleryPage.drawn + GalleryPage.text + GalleryPage.fonts + GalleryPage.special + GalleryPage.views

    /// - Returns: one line per page whose picture is not what a full repaint of the same tree shows.
    static func write(to folder: URL, only: Set<String>?) throws -> [String] {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var failures: [String] = []
        for page in pages where only?.contains(page.name) ?? true {
            let stage = try HeadlessStage(panel: PixelSize(width: GalleryBoard.width, height: page.height))
            defer { stage.close() }
            let window = UIWindow(frame: stage.screen.bounds)
            window.backgroundColor = UIColor(white: 0.95, alpha: 1)
            let board = GalleryBoard(window: window, columns: page.columns)
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            page.build(board)
            CATransaction.commit()
            window.makeKeyAndVisible()
            // Particles, repeated animations and tiles that are drawn in the background show something by then.
            stage.advance(by: 1.5)
            if page.waits { usleep(300_000) }
            stage.advance(by: 0.5)
            let shown = try stage.panelBitmap()
            if try !equal(shown, stage.referenceBitmap()) {
                failures.append("\(page.name) differs from a full repaint")
            }
            try stage.panelPNG().write(to: folder.appendingPathComponent("\(page.name).png"))
            print("\(page.name): \(page.title)")
            window.isHidden = true
        }
        return failures
    }

    static func equal(_ a: Bitmap, _ b: Bitmap) -> Bool {
        for y in 0..<a.height {
            for x in 0..<a.width where (a.pixel(x: x, y: y) ^ b.pixel(x: x, y: y)) & 0xFF_FFFF != 0 { return false }
        }
        return true
    }
}

/// One page: some samples beside each other.
@MainActor
struct GalleryPage {
    /// The file's name.
    let name: String
    let title: String
    /// Pixels.
    var height = 190
    var columns = 4
    /// For what is drawn by other threads, whose work takes real time.
    var waits = false
    let build: (GalleryBoard) -> Void
}

/// Cells in rows, each with a layer to build in and a caption below.
@MainActor
final class GalleryBoard {
    /// Pixels.
    static let width = 720

    let window: UIWindow
    private let columns: Int
    private var count = 0
    private let cellHeight: CGFloat = 180

    init(window: UIWindow, columns: Int) {
        self.window = window
        self.columns = columns
    }

    /// The next cell as a view, 150 points high, as wide as the column; nothing is cut at its edges.
    func view(_ caption: String) -> UIView {
        let view = UIView(frame: nextFrame(caption))
        window.insertSubview(view, at: 0)
        return view
    }

    /// The next cell's layer, 150 points high, as wide as the column; nothing is cut at its edges.
    func cell(_ caption: String) -> CALayer {
        let cell = CALayer()
        cell.frame = nextFrame(caption)
        window.layer.insertSublayer(cell, at: 0)
        return cell
    }

    private func nextFrame(_ caption: String) -> CGRect {
        let width = CGFloat(Self.width) / CGFloat(columns)
        let origin = CGPoint(
            x: CGFloat(count % columns) * width, y: 8 + CGFloat(count / columns) * cellHeight)
        count += 1
        let label = UILabel(frame: CGRect(x: origin.x, y: origin.y + 152, width: width, height: 18))
        label.font = Pictures.font(12)
        label.textAlignment = .center
        label.text = caption
        window.addSubview(label)
        return CGRect(x: origin.x, y: origin.y, width: width, height: 150)
    }
}

extension CALayer {
    /// A new sublayer in the middle of this one, moved by `offset`.
    @discardableResult
    func add(
        _ layer: CALayer = CALayer(), _ width: CGFloat = 90, _ height: CGFloat = 90, color: UIColor? = nil,
        offset: CGPoint = .zero
    ) -> CALayer {
        layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
        layer.position = CGPoint(x: bounds.midX + offset.x, y: bounds.midY + offset.y)
        if let color { layer.backgroundColor = color.cgColor }
        addSublayer(layer)
        return layer
    }
}

extension UIColor {
    static let galleryRed = UIColor(red: 0.85, green: 0.22, blue: 0.2, alpha: 1)
    static let galleryBlue = UIColor(red: 0.15, green: 0.4, blue: 0.8, alpha: 1)
    static let galleryGreen = UIColor(red: 0.2, green: 0.62, blue: 0.35, alpha: 1)
    static let galleryYellow = UIColor(red: 0.97, green: 0.76, blue: 0.18, alpha: 1)
    static let galleryGray = UIColor(white: 0.75, alpha: 1)
}

extension Pictures {
    /// A picture that shows which way up it is: a frame, a red corner at the top left, an arrow that points up.
    static func arrow(width: CGFloat = 60, height: CGFloat = 40) -> CGImage? {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let size = CGSize(width: width, height: height)
        return UIGraphicsImageRenderer(size: size, format: format).image { _ in
            UIColor.galleryBlue.setFill()
            UIRectFill(CGRect(origin: .zero, size: size))
            UIColor(white: 1, alpha: 1).setFill()
            UIRectFill(CGRect(x: 3, y: 3, width: width - 6, height: height - 6))
            UIColor.galleryRed.setFill()
            UIRectFill(CGRect(x: 3, y: 3, width: width / 5, height: height / 4))
            UIColor.galleryGreen.setFill()
            let path = UIBezierPath()
            path.move(to: CGPoint(x: width / 2, y: height * 0.15))
            path.addLine(to: CGPoint(x: width * 0.75, y: height * 0.5))
            path.addLine(to: CGPoint(x: width * 0.58, y: height * 0.5))
            path.addLine(to: CGPoint(x: width * 0.58, y: height * 0.85))
            path.addLine(to: CGPoint(x: width * 0.42, y: height * 0.85))
            path.addLine(to: CGPoint(x: width * 0.42, y: height * 0.5))
            path.addLine(to: CGPoint(x: width * 0.25, y: height * 0.5))
            path.close()
            path.fill()
        }.cgImage
    }

    /// Black and white squares, one pixel each.
    static func squares(_ side: Int) -> CGImage? {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        return UIGraphicsImageRenderer(size: CGSize(width: side, height: side), format: format).image { _ in
            for y in 0..<side {
                for x in 0..<side {
                    UIColor(
                        hue: CGFloat(x) / CGFloat(side), saturation: 0.8, brightness: (x + y) % 2 == 0 ? 1 : 0.25,
                        alpha: 1
                    ).setFill()
                    UIRectFill(CGRect(x: x, y: y, width: 1, height: 1))
                }
            }
        }.cgImage
    }
}
