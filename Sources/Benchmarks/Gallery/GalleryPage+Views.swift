import Foundation
import UIKit

/// What views add to their layers: modes, resizing, patterns, images.
extension GalleryPage {
    static let views: [GalleryPage] = [
        contentModes, contentStretch, autoresizing, patterns, transformedPatterns, resizableImages, contextGradients,
    ]

    private static let contentModes = GalleryPage(
        name: "content-modes", title: "The thirteen content modes: drawn at 60 by 40 points, then made 120 by 120.",
        height: 730, columns: 4
    ) { board in
        let modes: [(UIView.ContentMode, String)] = [
            (.scaleToFill, "scaleToFill"), (.scaleAspectFit, "scaleAspectFit"), (.scaleAspectFill, "scaleAspectFill"),
            (.redraw, "redraw"), (.center, "center"), (.top, "top"), (.bottom, "bottom"), (.left, "left"),
            (.right, "right"), (.topLeft, "topLeft"), (.topRight, "topRight"), (.bottomLeft, "bottomLeft"),
            (.bottomRight, "bottomRight"),
        ]
        for (mode, name) in modes {
            let cell = board.view(name)
            let view = ArrowView(frame: CGRect(x: 30, y: 15, width: 60, height: 40))
            view.contentMode = mode
            view.clipsToBounds = true
            view.layer.borderWidth = 1
            view.layer.borderColor = UIColor.galleryGray.cgColor
            cell.addSubview(view)
            // Drawn once at that size; what the mode makes of it is what the page shows.
            view.layer.displayIfNeeded()
            view.frame = CGRect(x: 30, y: 15, width: 120, height: 120)
        }
    }

    private static let contentStretch = GalleryPage(
        name: "content-stretch", title: "contentStretch: the middle grows, the edges keep their size.", height: 190
    ) { board in
        for (name, rect) in [
            ("whole", CGRect(x: 0, y: 0, width: 1, height: 1)),
            ("middle half", CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)),
            ("one column", CGRect(x: 0.5, y: 0, width: 0, height: 1)),
            ("lower right", CGRect(x: 0.7, y: 0.7, width: 0.2, height: 0.2)),
        ] {
            let cell = board.view(name)
            let view = ArrowView(frame: CGRect(x: 10, y: 15, width: 60, height: 40))
            view.contentStretch = rect
            cell.addSubview(view)
            view.layer.displayIfNeeded()
            view.frame = CGRect(x: 15, y: 15, width: 150, height: 120)
        }
    }

    private static let autoresizing = GalleryPage(
        name: "autoresizing",
        title: "Autoresizing: each frame was 60 by 50 in 100 by 90, and its superview grew to 160 by 130.",
        height: 370
    ) { board in
        let masks: [(UIView.AutoresizingMask, String)] = [
            ([], "none"), (.flexibleWidth, "width"), ([.flexibleWidth, .flexibleHeight], "width, height"),
            (.flexibleLeftMargin, "left"), ([.flexibleLeftMargin, .flexibleRightMargin], "left, right"),
            ([.flexibleLeftMargin, .flexibleTopMargin], "left, top"),
            ([.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin], "left, width, right"),
            ([.flexibleTopMargin, .flexibleHeight, .flexibleBottomMargin, .flexibleWidth], "all but left, right"),
        ]
        for (mask, name) in masks {
            let cell = board.view(name)
            let outer = UIView(frame: CGRect(x: 10, y: 10, width: 100, height: 90))
            outer.backgroundColor = UIColor(white: 0.85, alpha: 1)
            let inner = UIView(frame: CGRect(x: 20, y: 20, width: 60, height: 50))
            inner.backgroundColor = .galleryBlue
            inner.autoresizingMask = mask
            outer.addSubview(inner)
            cell.addSubview(outer)
            outer.frame.size = CGSize(width: 160, height: 130)
        }
    }

    private static let patterns = GalleryPage(
        name: "patterns",
        title: "Patterns as backgrounds: from the corner on, under what is drawn, in corners and groups.",
        height: 190
    ) { board in
        @MainActor func sample(_ caption: String, _ color: UIColor) -> UIView {
            let view = UIView(frame: CGRect(x: 20, y: 10, width: 140, height: 130))
            view.backgroundColor = color
            board.view(caption).addSubview(view)
            return view
        }
        _ = sample("24 by 24 points", weave(24))
        let rounded = sample("rounded, with a border", weave(24)).layer
        rounded.cornerRadius = 30
        rounded.borderWidth = 4
        rounded.borderColor = UIColor.galleryGreen.cgColor
        let faded = sample("half transparent", dots)
        faded.alpha = 0.5
        let label = UILabel(frame: CGRect(x: 10, y: 40, width: 120, height: 50))
        label.text = "Text over it"
        label.font = Pictures.font(20)
        label.textAlignment = .center
        sample("with holes, under text", dots).addSubview(label)
    }

    private static let transformedPatterns = GalleryPage(
        name: "patterns-transformed", title: "Patterns scaled, turned, in space, and from far away.", height: 190
    ) { board in
        @MainActor func sample(_ caption: String, _ transform: CATransform3D, _ side: CGFloat = 90) {
            let cell = board.view(caption)
            let view = UIView(frame: CGRect(x: 90 - side / 2, y: 75 - side / 2, width: side, height: side))
            view.backgroundColor = weave(24)
            view.layer.allowsEdgeAntialiasing = true
            view.transform3D = transform
            cell.addSubview(view)
        }
        sample("scaled by 1.5", CATransform3DMakeScale(1.5, 1.5, 1))
        sample("turned", CATransform3DMakeRotation(0.4, 0, 0, 1))
        var eye = CATransform3DIdentity
        eye.m34 = -1 / 200
        sample("in perspective", CATransform3DRotate(eye, 0.9, 0, 1, 0))
        sample("scaled by 0.1", CATransform3DMakeScale(0.1, 0.1, 1), 1200)
    }

    private static let resizableImages = GalleryPage(
        name: "resizable-images", title: "Resizable images: corners keep their size; the middle stretches or is tiled.",
        height: 190
    ) { board in
        let image = UIGraphicsImageRenderer(size: CGSize(width: 48, height: 48)).image { _ in
            UIColor.galleryBlue.setFill()
            UIBezierPath(roundedRect: CGRect(x: 0, y: 0, width: 48, height: 48), cornerRadius: 14).fill()
            UIColor.galleryYellow.setFill()
            UIBezierPath(ovalIn: CGRect(x: 18, y: 18, width: 12, height: 12)).fill()
        }
        let caps = UIEdgeInsets(top: 16, left: 16, bottom: 16, right: 16)
        for (name, image) in [
            ("as it is", image), ("stretched", image.resizableImage(withCapInsets: caps, resizingMode: .stretch)),
            ("tiled", image.resizableImage(withCapInsets: caps, resizingMode: .tile)),
            ("a template, tiled", image.withRenderingMode(.alwaysTemplate).resizableImage(withCapInsets: caps)),
        ] {
            let view = UIImageView(image: image)
            view.tintColor = .galleryGreen
            view.frame = CGRect(x: 15, y: 20, width: 150, height: 110)
            board.view(name).addSubview(view)
        }
    }

    private static let contextGradients = GalleryPage(
        name: "context-gradients", title: "Gradients that contexts draw: linear, radial, conic, conic through a clip.",
        height: 190
    ) { board in
        let colors = [UIColor.galleryRed, .galleryYellow, .galleryGreen, .galleryBlue, .galleryRed].map(\.cgColor)
        guard let gradient = CGGradient(colorsSpace: nil, colors: colors, locations: nil) else { return }
        let draw: [(String, (CGContext) -> Void)] = [
            (
                "linear",
                { $0.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 130, y: 130), options: []) }
            ),
            (
                "radial",
                {
                    let center = CGPoint(x: 65, y: 65)
                    $0.drawRadialGradient(
                        gradient, startCenter: center, startRadius: 5, endCenter: center, endRadius: 65)
                }
            ), ("conic", { $0.drawConicGradient(gradient, center: CGPoint(x: 65, y: 65), angle: -.pi / 2) }),
            (
                "conic, clipped to a ring",
                {
                    $0.addEllipse(in: CGRect(x: 0, y: 0, width: 130, height: 130))
                    $0.addEllipse(in: CGRect(x: 35, y: 35, width: 60, height: 60))
                    $0.clip(using: .evenOdd)
                    $0.drawConicGradient(gradient, center: CGPoint(x: 65, y: 65), angle: 0)
                }
            ),
        ]
        for (name, body) in draw {
            let image = UIGraphicsImageRenderer(size: CGSize(width: 130, height: 130)).image { body($0.cgContext) }
            let view = UIImageView(image: image)
            view.frame.origin = CGPoint(x: 25, y: 10)
            board.view(name).addSubview(view)
        }
    }

    // MARK: What is painted with

    private static func weave(_ side: CGFloat) -> UIColor {
        let image = UIGraphicsImageRenderer(size: CGSize(width: side, height: side)).image { _ in
            UIColor(white: 0.97, alpha: 1).setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: side, height: side))
            UIColor.galleryBlue.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: side / 2, height: side / 2))
            UIColor.galleryRed.setFill()
            UIBezierPath(ovalIn: CGRect(x: side / 2, y: side / 2, width: side / 2, height: side / 2)).fill()
        }
        return UIColor(patternImage: image)
    }

    private static var dots: UIColor {
        let image = UIGraphicsImageRenderer(size: CGSize(width: 14, height: 14)).image { _ in
            UIColor.galleryGreen.setFill()
            UIBezierPath(ovalIn: CGRect(x: 3, y: 3, width: 8, height: 8)).fill()
        }
        return UIColor(patternImage: image)
    }
}

/// Draws the picture that shows which way up it is.
private final class ArrowView: UIView {
    override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    override func draw(_ rect: CGRect) {
        guard let picture = Pictures.arrow(width: bounds.width, height: bounds.height) else { return }
        UIImage(cgImage: picture).draw(in: bounds)
    }
}
