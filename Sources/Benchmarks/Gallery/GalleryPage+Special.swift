import UIKit

extension GalleryPage {
    /// Layers that draw: shapes, gradients, text.
    static let drawn = [
        GalleryPage(name: "shape", title: "outlines filled and stroked", height: 370) {
            for (caption, set) in [
                ("non-zero", { _ in }),
                ("even-odd", { $0.fillRule = .evenOdd }),
                ("stroke 6, miter", { stroke($0, 6) }),
                (
                    "stroke 6, round",
                    {
                        stroke($0, 6)
                        $0.lineJoin = .round
                    }
                ),
                (
                    "stroke 6, bevel",
                    {
                        stroke($0, 6)
                        $0.lineJoin = .bevel
                    }
                ),
                (
                    "dash 12, 8, round caps",
                    {
                        stroke($0, 4)
                        $0.lineDashPattern = [12, 8]
                        $0.lineCap = .round
                    }
                ),
                (
                    "strokeStart .1, strokeEnd .6",
                    {
                        stroke($0, 5)
                        $0.strokeStart = 0.1
                        $0.strokeEnd = 0.6
                    }
                ),
                (
                    "fill and stroke, turned",
                    {
                        $0.strokeColor = UIColor.galleryBlue.cgColor
                        $0.lineWidth = 4
                        $0.setAffineTransform(CGAffineTransform(rotationAngle: 0.3))
                    }
                ),
            ] as [(String, (CAShapeLayer) -> Void)] {
                let shape = CAShapeLayer()
                shape.path = Outlines.star(in: CGRect(x: 0, y: 0, width: 110, height: 110))
                shape.fillColor = UIColor.galleryYellow.cgColor
                set(shape)
                $0.cell(caption).add(shape, 110, 110)
            }
        },
        GalleryPage(name: "gradient", title: "axial, radial and conic gradients") {
            for (caption, type, start, end) in [
                ("axial", CAGradientLayerType.axial, CGPoint(x: 0.5, y: 0), CGPoint(x: 0.5, y: 1)),
                ("axial, across", .axial, CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 1)),
                ("radial", .radial, CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 1)),
                ("conic, rounded", .conic, CGPoint(x: 0.5, y: 0.5), CGPoint(x: 0.5, y: 0)),
            ] {
                let gradient = CAGradientLayer()
                gradient.type = type
                gradient.colors = [
                    UIColor.galleryRed.cgColor, UIColor.galleryYellow.cgColor, UIColor.galleryBlue.cgColor,
                ]
                gradient.startPoint = start
                gradient.endPoint = end
                if type == .conic { gradient.cornerRadius = 30 }
                $0.cell(caption).add(gradient, 120, 110)
            }
        },
        GalleryPage(name: "text-layer", title: "text in layers: wrapped, truncated, aligned") {
            for (caption, wraps, mode, alignment) in [
                ("one line", false, CATextLayerTruncationMode.none, CATextLayerAlignmentMode.left),
                ("wrapped, centred", true, .none, .center), ("truncated at the end", false, .end, .left),
                ("wrapped, justified", true, .none, .justified),
            ] {
                let text = CATextLayer()
                text.string = "Layers show text of any script and length, Ελληνικά too."
                text.fontSize = 16
                text.foregroundColor = UIColor(white: 0.1, alpha: 1).cgColor
                text.isWrapped = wraps
                text.truncationMode = mode
                text.alignmentMode = alignment
                text.backgroundColor = UIColor.galleryGray.cgColor
                $0.cell(caption).add(text, 150, 110)
            }
        },
    ]

    private static func stroke(_ shape: CAShapeLayer, _ width: CGFloat) {
        shape.fillColor = nil
        shape.strokeColor = UIColor.galleryBlue.cgColor
        shape.lineWidth = width
    }

    /// Layers that arrange others.
    static let special = [
        GalleryPage(name: "replicator", title: "copies, each a step further in place and colour", columns: 3) {
            let row = replicator($0.cell("a row"), 6, CATransform3DMakeTranslation(24, 0, 0))
            row.instanceRedOffset = -0.15
            row.instanceBlueOffset = -0.1
            let first = CALayer()
            first.frame = CGRect(x: 20, y: 50, width: 18, height: 50)
            first.backgroundColor = UIColor(white: 1, alpha: 1).cgColor
            row.addSublayer(first)

            let ring = replicator($0.cell("a ring"), 12, CATransform3DMakeRotation(.pi / 6, 0, 0, 1))
            ring.instanceAlphaOffset = -0.07
            ring.add(CALayer(), 12, 26, color: .galleryBlue, offset: CGPoint(x: 0, y: -50)).cornerRadius = 6

            let rows = replicator($0.cell("one in the other"), 4, CATransform3DMakeTranslation(0, 28, 0))
            rows.instanceGreenOffset = -0.2
            let columns = CAReplicatorLayer()
            columns.frame = rows.bounds
            columns.instanceCount = 7
            columns.instanceTransform = CATransform3DMakeTranslation(28, 0, 0)
            columns.instanceBlueOffset = -0.1
            let dot = CALayer()
            dot.frame = CGRect(x: 20, y: 20, width: 20, height: 20)
            dot.cornerRadius = 10
            dot.backgroundColor = UIColor(white: 1, alpha: 1).cgColor
            columns.addSublayer(dot)
            rows.addSublayer(columns)
        },
        GalleryPage(name: "scroll-layer", title: "a scroll layer shows a part of what is in it") {
            for point in [CGPoint.zero, CGPoint(x: 60, y: 0), CGPoint(x: 60, y: 60), CGPoint(x: 150, y: 150)] {
                let scroll = CAScrollLayer()
                $0.cell("scrolled to (\(Int(point.x)), \(Int(point.y)))").add(scroll, 130, 120, color: .galleryGray)
                scroll.masksToBounds = true
                let picture = CALayer()
                picture.frame = CGRect(x: 0, y: 0, width: 300, height: 300)
                picture.contents = Pictures.photograph.cgImage
                scroll.addSublayer(picture)
                scroll.scroll(to: point)
            }
        },
        GalleryPage(
            name: "tiled-layer", title: "tiles drawn on demand, in as much detail as the scale wants", waits: true
        ) {
            for (caption, scale) in [("scale 1", CGFloat(1)), ("scale ½", 0.5), ("scale ¼", 0.25), ("scale 3", 3)] {
                let box = $0.cell(caption).add(CALayer(), 130, 120, color: .galleryGray)
                box.masksToBounds = true
                let tiled = NumberedTiles()
                tiled.tileSize = CGSize(width: 64, height: 64)
                tiled.levelsOfDetail = 3
                tiled.levelsOfDetailBias = 1
                tiled.anchorPoint = .zero
                tiled.bounds = CGRect(x: 0, y: 0, width: 520, height: 480)
                tiled.setAffineTransform(CGAffineTransform(scaleX: scale, y: scale))
                box.addSublayer(tiled)
                tiled.setNeedsDisplay()
            }
        },
        GalleryPage(name: "emitter", title: "particles: a fountain, snow, a ring", columns: 3) {
            let fountain = emitter($0.cell("from a point"), .point)
            fountain.emitterPosition = CGPoint(x: 120, y: 140)
            fountain.emitterCells = [
                particle(80, 1.6) {
                    $0.velocity = 130
                    $0.velocityRange = 30
                    $0.emissionLongitude = -.pi / 2
                    $0.emissionRange = 0.6
                    $0.yAcceleration = 120
                    $0.color = UIColor.galleryBlue.cgColor
                    $0.alphaSpeed = -0.4
                }
            ]
            let snow = emitter($0.cell("from a line"), .line)
            snow.emitterPosition = CGPoint(x: 120, y: 0)
            snow.emitterSize = CGSize(width: 220, height: 0)
            snow.emitterCells = [
                particle(60, 3) {
                    $0.velocity = 60
                    $0.velocityRange = 20
                    $0.emissionLongitude = .pi / 2
                    $0.scaleRange = 0.4
                    $0.color = UIColor(white: 1, alpha: 1).cgColor
                }
            ]
            let ring = emitter($0.cell("from a circle, added"), .circle)
            ring.emitterMode = .outline
            ring.renderMode = .additive
            ring.emitterPosition = CGPoint(x: 120, y: 75)
            ring.emitterSize = CGSize(width: 45, height: 45)
            ring.emitterCells = [
                particle(300, 1) {
                    $0.velocity = 15
                    $0.color = UIColor(red: 0.8, green: 0.35, blue: 0.1, alpha: 1).cgColor
                    $0.scaleSpeed = -0.4
                }
            ]
        },
    ]

    private static func replicator(_ cell: CALayer, _ count: Int, _ step: CATransform3D) -> CAReplicatorLayer {
        let layer = CAReplicatorLayer()
        cell.add(layer, cell.bounds.width, 150)
        layer.instanceCount = count
        layer.instanceTransform = step
        return layer
    }

    private static func emitter(_ cell: CALayer, _ shape: CAEmitterLayerEmitterShape) -> CAEmitterLayer {
        let layer = CAEmitterLayer()
        cell.add(layer, 236, 150, color: UIColor(white: 0.12, alpha: 1))
        layer.masksToBounds = true
        layer.emitterShape = shape
        layer.seed = 7
        return layer
    }

    private static func particle(_ rate: Float, _ life: Float, _ set: (CAEmitterCell) -> Void) -> CAEmitterCell {
        let cell = CAEmitterCell()
        cell.birthRate = rate
        cell.lifetime = life
        cell.scale = 0.5
        cell.contents =
            UIGraphicsImageRenderer(size: CGSize(width: 16, height: 16)).image { _ in
                UIColor(white: 1, alpha: 1).setFill()
                UIBezierPath(ovalIn: CGRect(x: 1, y: 1, width: 14, height: 14)).fill()
            }.cgImage
        set(cell)
        return cell
    }
}

/// Draws in each tile its frame and a ring whose line is one pixel wide at every scale.
final class NumberedTiles: CATiledLayer {
    nonisolated override func draw(in ctx: CGContext) {
        let tile = ctx.boundingBoxOfClipPath
        let scale = abs(ctx.ctm.a)
        let hue = (tile.minX / 64 * 0.13 + tile.minY / 64 * 0.29).truncatingRemainder(dividingBy: 1)
        ctx.setFillColor(UIColor(hue: hue, saturation: 0.35, brightness: 0.95, alpha: 1).cgColor)
        ctx.fill(tile)
        ctx.setStrokeColor(UIColor(white: 0.15, alpha: 1).cgColor)
        ctx.setLineWidth(1 / max(scale, 0.01))
        ctx.strokeEllipse(in: tile.insetBy(dx: 4 / scale, dy: 4 / scale))
    }
}
