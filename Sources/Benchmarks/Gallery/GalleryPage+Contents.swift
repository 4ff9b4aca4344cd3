import UIKit

extension GalleryPage {
    /// Pictures in layers.
    static let contents = [
        GalleryPage(
            name: "contents-gravity", title: "twelve places for contents; names look from below, as Apple's do",
            height: 370, columns: 6
        ) {
            for gravity: CALayerContentsGravity in [
                .resize, .resizeAspect, .resizeAspectFill, .center, .top, .bottom, .left, .right, .topLeft, .topRight,
                .bottomLeft, .bottomRight,
            ] {
                let layer = $0.cell(gravity.rawValue).add(CALayer(), 90, 120, color: .galleryGray)
                layer.contents = Pictures.arrow()
                layer.contentsGravity = gravity
                layer.masksToBounds = true
            }
        },
        GalleryPage(name: "contents-rect-center", title: "a part of a picture, and a stretched middle") {
            let whole = $0.cell("whole").add()
            whole.contents = Pictures.arrow()
            let part = $0.cell("contentsRect (0, 0, ½, ½)").add()
            part.contents = Pictures.arrow()
            part.contentsRect = CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
            let bubble = UIGraphicsImageRenderer(size: CGSize(width: 24, height: 24)).image { _ in
                UIColor.galleryBlue.setFill()
                UIBezierPath(roundedRect: CGRect(x: 0, y: 0, width: 24, height: 24), cornerRadius: 10).fill()
                UIColor.galleryYellow.setStroke()
                UIBezierPath(roundedRect: CGRect(x: 2, y: 2, width: 20, height: 20), cornerRadius: 8).stroke()
            }.cgImage
            for (caption, center) in [
                ("24×24 stretched", CGRect(x: 0, y: 0, width: 1, height: 1)),
                ("contentsCenter: the middle", CGRect(x: 0.45, y: 0.45, width: 0.1, height: 0.1)),
            ] {
                let layer = $0.cell(caption).add(CALayer(), 140, 80)
                layer.contents = bubble
                layer.contentsCenter = center
            }
        },
        GalleryPage(
            name: "contents-filters", title: "enlarged and made smaller: nearest, linear, trilinear", columns: 5
        ) {
            for filter: CALayerContentsFilter in [.nearest, .linear] {
                let layer = $0.cell("6×6 enlarged, \(filter.rawValue)").add(CALayer(), 110, 110)
                layer.contents = Pictures.squares(6)
                layer.magnificationFilter = filter
            }
            for filter: CALayerContentsFilter in [.nearest, .linear, .trilinear] {
                let layer = $0.cell("400 to 110, \(filter.rawValue)").add(CALayer(), 110, 110)
                layer.contents = Pictures.fine
                layer.minificationFilter = filter
            }
        },
    ]
}

extension Pictures {
    /// Thin rings and lines, which show how a picture is made smaller.
    static let fine: CGImage? = {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        format.opaque = true
        return UIGraphicsImageRenderer(size: CGSize(width: 400, height: 400), format: format).image { _ in
            UIColor(white: 1, alpha: 1).setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 400, height: 400))
            UIColor.galleryBlue.setStroke()
            for radius in stride(from: CGFloat(6), to: 200, by: 8) {
                let ring = UIBezierPath(
                    ovalIn: CGRect(x: 200 - radius, y: 200 - radius, width: radius * 2, height: radius * 2))
                ring.lineWidth = 3
                ring.stroke()
            }
        }.cgImage
    }()
}
