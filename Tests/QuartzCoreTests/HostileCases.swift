import CoreGraphics
import Foundation
import Motion
import Testing
import QuartzCore
import Raster

@testable import QuartzCore
@testable import RenderServer

enum HostileCases {
    typealias Case = HostileInputTests.Case

    static let all: [Case] = geometry + shapes + specials + trees + lives

    private static let geometry: [Case] = [
        Case("Enormous layers") { stage in
            for size in [1e5, 1e8, 2e9, 1e12, 1e18, 1e100, 1e300] as [CGFloat] {
                let layer = stage.add(CALayer())
                layer.bounds = CGRect(x: -size, y: -size, width: size * 2, height: size * 2)
                layer.cornerRadius = size / 3
                layer.borderWidth = size / 7
                layer.borderColor = .blue
                layer.masksToBounds = true
                stage.show()
                layer.setAffineTransform(CGAffineTransform(rotationAngle: 0.3))
                stage.show()
                layer.cornerCurve = .continuous
                stage.show()
                try stage.draw()
                layer.removeFromSuperlayer()
            }
        },
        Case("Enormous shadows and blurs") { stage in
            for size in [1e5, 1e38, 1e300] as [CGFloat] {
                let layer = stage.add(CALayer())
                layer.shadowOpacity = 1
                layer.shadowRadius = size
                layer.shadowOffset = CGSize(width: -size, height: size)
                stage.show()
                layer.shadowOffset = .zero
                stage.show()
                layer.shadowRadius = -size
                stage.show()
                layer.shadowPath = CGPath(
                    rect: CGRect(x: -size, y: -size, width: size * 2, height: size), transform: nil)
                layer.shadowRadius = 5
                stage.show()
                let blur = CAFilter(type: "gaussianBlur")
                blur.inputRadius = size
                layer.filters = [blur]
                layer.backgroundFilters = [blur]
                stage.show()
                blur.inputRadius = .nan
                layer.filters = [blur, blur]
                layer.backgroundFilters = [blur, "x", 5]
                layer.compositingFilter = "bogus"
                stage.show()
                try stage.draw()
                layer.shouldRasterize = true
                layer.rasterizationScale = size
                stage.show()
                stage.show()
                layer.removeFromSuperlayer()
            }
        },
        Case("Rasterized enormous layer") { stage in
            for scale in [1e-9, 1, 1e3, 1e9] as [CGFloat] {
                let layer = stage.add(CALayer())
                layer.bounds = CGRect(x: 0, y: 0, width: 1e6, height: 1e6)
                layer.shouldRasterize = true
                layer.rasterizationScale = scale
                stage.show()
                stage.show()
                layer.setAffineTransform(CGAffineTransform(scaleX: 1e-5, y: 1e-5))
                stage.show()
                layer.removeFromSuperlayer()
            }
        },
        Case("Singular and odd transforms") { stage in
            var perspective = CATransform3DIdentity
            perspective.m34 = 1 / 1e-3
            var behind = CATransform3DMakeTranslation(0, 0, 1000)
            behind.m34 = -1 / 100
            var zero = CATransform3DIdentity
            (zero.m11, zero.m22, zero.m33, zero.m44) = (0, 0, 0, 0)
            var noW = CATransform3DIdentity
            noW.m44 = 0
            let tiny = CATransform3DMakeScale(1e-200, 1e-200, 1)
            let huge = CATransform3DMakeScale(1e200, 1e200, 1)
            let edge = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
            let all = [perspective, behind, zero, noW, tiny, huge, edge, CATransform3DMakeScale(0, 1, 1)]
            for kind in ["plain", "replicator", "tiled"] {
                for one in all.dropFirst(2).prefix(4) {
                    let layer = stage.add(try HostileInputTests.make(kind))
                    layer.transform = one
                    layer.shadowOpacity = 0
                    stage.show()
                    layer.masksToBounds = true
                    for two in all {
                        layer.sublayerTransform = two
                        stage.show()
                    }
                    _ = layer.convert(CGPoint(x: 1, y: 1), from: stage.root)
                    _ = layer.visibleRect
                    for inner in layer.sublayers ?? [] { _ = (inner.visibleRect, inner.scroll(.zero)) }
                    _ = layer.convert(CGRect(x: 1, y: 1, width: 3, height: 3), to: stage.root)
                    _ = stage.root.hitTest(CGPoint(x: 10, y: 10))
                    try stage.draw()
                    layer.removeFromSuperlayer()
                }
            }
        },
        Case("Contents of no and of 30,000 pixels a side", seconds: 15, megabytes: 200) { stage in
            for (width, height) in [(30_000, 1), (1, 30_000), (30_000, 300), (65_535, 1)] {
                guard let image = try? HostileInputTests.image(width, height) else { continue }
                let layer = stage.add(CALayer())
                layer.contents = image
                stage.show()
                layer.contentsGravity = .center
                stage.show()
                layer.contentsCenter = CGRect(x: 0.5, y: 0.5, width: 0, height: 0)
                layer.contentsGravity = .resize
                stage.show()
                layer.minificationFilter = .trilinear
                layer.contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
                stage.show()
                layer.setAffineTransform(CGAffineTransform(rotationAngle: 1))
                stage.show()
                layer.contentsRect = CGRect(x: -1e9, y: 1e9, width: 1e-20, height: 1e18)
                stage.show()
                layer.contentsScale = 1e-300
                stage.show()
                try stage.draw()
                layer.removeFromSuperlayer()
            }
            #expect((try? HostileInputTests.image(0, 5)) == nil)
        },
        Case("Backing stores of 30,000 points a side", seconds: 15, megabytes: 300) { stage in
            final class Drawn: CALayer {
                nonisolated override func draw(in ctx: CGContext) {
                    ctx.fill(CGRect(x: 0, y: 0, width: 1e5, height: 1e5))
                }
            }
            for (width, height, scale) in [
                (0, 0, 1), (30_000, 30_000, 1), (1e9, 1e9, 1), (1e300, 1, 1), (10, 10, 1e9), (10, 10, 1e-300),
                (10, 10, 1e300), (1e-300, 1e-300, 1), (30_000, 4, 1),
            ] as [(CGFloat, CGFloat, CGFloat)] {
                let layer = stage.add(Drawn())
                layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
                layer.contentsScale = scale
                layer.setNeedsDisplay()
                stage.show()
                layer.setNeedsDisplay(CGRect(x: CGFloat.nan, y: 0, width: CGFloat.infinity, height: -1e300))
                layer.setNeedsDisplay(CGRect(x: 1e30, y: 1e30, width: -1e30, height: 1))
                stage.show()
                try stage.draw()
                layer.removeFromSuperlayer()
                stage.show()
                stage.show(after: 1000)
            }
        },
        Case("Slices and odd parts of contents") { stage in
            let layer = stage.add(CALayer())
            layer.contents = try HostileInputTests.image(9, 9)
            let numbers: [CGFloat] = [-1e300, -1, 0, 1e-300, 0.5, 1, 2, 1e9, 1e300]
            for a in numbers {
                for b in numbers {
                    layer.contentsRect = CGRect(x: a, y: 0, width: b, height: 1)
                    layer.contentsCenter = CGRect(x: 0, y: b, width: 0.5, height: a)
                    stage.show()
                    layer.contentsGravity = .topRight
                    stage.show()
                    layer.contentsGravity = .resizeAspectFill
                    layer.contentsScale = max(abs(a), 1e-300)
                    stage.show()
                    layer.contentsGravity = .resize
                    layer.contentsScale = 1
                }
            }
        },
    ]

    private static let shapes: [Case] = [
        Case("Strokes 30,000 pixels long and wide", seconds: 15) { stage in
            for length in [3e4, 1e15] as [CGFloat] {
                let path = CGMutablePath()
                path.move(to: CGPoint(x: -length, y: -length))
                path.addLine(to: CGPoint(x: length, y: length))
                path.addArc(
                    center: .zero, radius: length, startAngle: 0, endAngle: 1e4, clockwise: false)
                path.addCurve(
                    to: CGPoint(x: 9, y: 9), control1: CGPoint(x: length, y: -length),
                    control2: CGPoint(x: -length, y: length))
                for width in [1, 30_000] as [CGFloat] {
                    for dash in [[], [0, 0], [0.001, 0.001], [-1, 2], [1e300]] as [[NSNumber]] {
                        let layer = stage.add(CAShapeLayer())
                        layer.path = path
                        layer.strokeColor = .blue
                        layer.lineWidth = width
                        layer.lineDashPattern = dash
                        layer.lineDashPhase = dash.count == 2 ? 1e300 : -1e18
                        layer.lineJoin = .round
                        layer.lineCap = .round
                        stage.show()
                        layer.strokeStart = 0.4999
                        layer.miterLimit = 1e300
                        layer.lineJoin = .miter
                        stage.show()
                        if length < 1e7 { try stage.draw() }
                        layer.removeFromSuperlayer()
                    }
                }
            }
        },
        Case("Paths of no numbers") { stage in
            for value in [CGFloat.nan, .infinity, -.infinity, 1e308, -1e39] {
                let path = CGMutablePath()
                path.move(to: CGPoint(x: value, y: 1))
                path.addLine(to: CGPoint(x: 4, y: value))
                path.addQuadCurve(to: CGPoint(x: 5, y: 6), control: CGPoint(x: value, y: value))
                path.addArc(center: CGPoint(x: 5, y: 5), radius: value, startAngle: value, endAngle: 1, clockwise: true)
                path.closeSubpath()
                path.addRect(CGRect(x: 3, y: value, width: value, height: 3))
                path.addEllipse(in: CGRect(x: 3, y: 3, width: value, height: value))
                path.addLine(to: CGPoint(x: 9, y: 20))
                let layer = stage.add(CAShapeLayer())
                layer.path = path
                layer.strokeColor = .blue
                layer.shadowPath = path
                layer.shadowOpacity = 1
                stage.show()
                layer.strokeEnd = 0.5
                layer.fillRule = .evenOdd
                stage.show()
                try stage.draw()
                let mover = CAKeyframeAnimation(keyPath: "position")
                mover.path = path
                mover.duration = 1
                mover.rotationMode = .rotateAuto
                mover.calculationMode = .paced
                layer.add(mover, forKey: nil)
                stage.show(after: 0.5)
                layer.removeFromSuperlayer()
            }
        },
        Case("A path of 20,000 pieces", seconds: 15) { stage in
            let path = CGMutablePath()
            path.move(to: .zero)
            for index in 0..<20_000 { path.addLine(to: CGPoint(x: index % 47, y: index * 7 % 31)) }
            let layer = stage.add(CAShapeLayer())
            layer.path = path
            stage.show()
        },
    ]

    private static let specials: [Case] = [
        Case("A million copies", seconds: 15) { stage in
            for count in [1_000_000, -5] {
                let layer = stage.add(CAReplicatorLayer())
                layer.instanceCount = count
                layer.instanceTransform = CATransform3DMakeTranslation(0.001, 0, 0)
                layer.instanceDelay = 1e300
                layer.instanceRedOffset = -1e30
                stage.show()
                layer.removeFromSuperlayer()
                stage.show()
            }
        },
        Case("Copies of a million copies", seconds: 15) { stage in
            let outer = stage.add(CAReplicatorLayer())
            outer.instanceCount = 1_000_000
            var layer: CAReplicatorLayer = outer
            for _ in 0..<5 {
                let inner = CAReplicatorLayer()
                inner.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
                inner.instanceCount = 1000
                inner.instanceTransform = CATransform3DMakeTranslation(1, 0, 0)
                layer.addSublayer(inner)
                layer = inner
            }
            let dot = CALayer()
            dot.frame = CGRect(x: 0, y: 0, width: 1, height: 1)
            dot.backgroundColor = .blue
            layer.addSublayer(dot)
            stage.show()
            dot.opacity = 0.5
            stage.show()
            outer.instanceCount = 3
            stage.show()
        },
        Case("Emitters without measure", seconds: 15) { stage in
            for number in [1e9, -5, .nan] as [Double] {
                let layer = stage.add(CAEmitterLayer())
                layer.emitterPosition = CGPoint(x: 10, y: 10)
                layer.birthRate = Float(number)
                layer.emitterSize = CGSize(width: number, height: number)
                let cell = CAEmitterCell()
                cell.contents = try HostileInputTests.image(2, 2)
                cell.birthRate = Float(number)
                cell.lifetime = Float(number)
                cell.velocity = CGFloat(number)
                cell.velocityRange = CGFloat(number)
                cell.scale = CGFloat(number)
                cell.spin = CGFloat(number)
                cell.xAcceleration = CGFloat(number)
                cell.contentsScale = CGFloat(number)
                cell.contentsRect = CGRect(x: -number, y: number, width: number, height: 1)
                cell.redRange = Float(number)
                cell.redSpeed = Float(number)
                layer.emitterCells = [cell]
                stage.show()
                let child = CAEmitterCell()
                child.contents = cell.contents
                child.birthRate = 1e9
                child.lifetime = 1e9
                cell.lifetime = 1
                cell.birthRate = 1e9
                cell.contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
                cell.emitterCells = [child]
                layer.emitterCells = Array(repeating: cell, count: 10)
                stage.show()
                stage.show(after: 1)
                try stage.draw()
                layer.removeFromSuperlayer()
            }
        },
        Case("An emitter cell that emits itself") { stage in
            let layer = stage.add(CAEmitterLayer())
            let cell = CAEmitterCell()
            cell.contents = try HostileInputTests.image(2, 2)
            cell.birthRate = 10
            cell.lifetime = 1
            cell.emitterCells = [cell]
            layer.emitterCells = [cell]
            stage.show()
            stage.show(after: 1)
            cell.emitterCells = nil
        },
        Case("Text of a megabyte", seconds: 15, megabytes: 300) { stage in
            let line = String(repeating: "word and more gj ", count: 60_000)
            let odd = String(repeating: "\u{0}\u{202E}\u{1F469}\u{200D}\u{301}", count: 1000)
            for text in [line, odd] {
                for isWrapped in [false, true] {
                    let layer = stage.add(CATextLayer())
                    layer.isWrapped = isWrapped
                    layer.truncationMode = isWrapped ? .none : .end
                    layer.string = text
                    layer.fontSize = 10
                    stage.show()
                    layer.removeFromSuperlayer()
                }
            }
        },
        Case("Font sizes of no and of a million points", seconds: 15) { stage in
            for size in [0, -1, .nan, .infinity, 1e-6, 1e-300, 1e4, 1e6, 1e9, 1e300] as [CGFloat] {
                let layer = stage.add(CATextLayer())
                layer.string = "gWord"
                layer.fontSize = size
                layer.font = "bogus"
                stage.show()
                layer.bounds = CGRect(x: 0, y: 0, width: 1e9, height: 5)
                layer.isWrapped = true
                stage.show()
                _ = layer.preferredFrameSize()
                try stage.draw()
                layer.removeFromSuperlayer()
            }
        },
        Case("Tiles of no size", seconds: 15) { stage in
            final class Tiles: CATiledLayer {
                override class func fadeDuration() -> CFTimeInterval { .nan }
                nonisolated override func draw(in ctx: CGContext) { ctx.fill(CGRect(x: 0, y: 0, width: 9, height: 9)) }
            }
            for size in [0, .nan, 1e300] as [CGFloat] {
                for bounds in [20, 1e9, 1e14, 1e300] as [CGFloat] {
                    for level in [Int.max, Int.min] {
                        let layer = stage.add(Tiles())
                        layer.tileSize = CGSize(width: size, height: size)
                        layer.levelsOfDetail = level
                        layer.levelsOfDetailBias = level
                        layer.bounds = CGRect(x: 0, y: 0, width: bounds, height: bounds)
                        stage.show()
                        layer.setAffineTransform(CGAffineTransform(scaleX: 20 / bounds, y: 20 / bounds))
                        stage.show()
                        layer.setNeedsDisplay(CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1e300))
                        layer.removeFromSuperlayer()
                    }
                }
            }
            CATiledLayer.finishDrawing()
        },
        Case("Scrolling to nowhere") { stage in
            let layer = stage.add(CAScrollLayer())
            for value in [CGFloat.nan, .infinity, 1e300, -1e300] {
                layer.scroll(to: CGPoint(x: value, y: 1))
                layer.scroll(to: CGRect(x: value, y: 1, width: value, height: -value))
                layer.sublayers?[0].scroll(CGPoint(x: value, y: 1))
                layer.sublayers?[0].scrollRectToVisible(CGRect(x: 1, y: value, width: value, height: 1))
                stage.show()
            }
        },
        Case("Gradients of odd stops") { stage in
            let numbers: [Double] = [.nan, -1e300, 0, 0.5]
            for kind in [CAGradientLayerType.axial, .radial, .conic, CAGradientLayerType(rawValue: "bogus")] {
                for a in numbers {
                    for b in numbers {
                        let layer = stage.add(CAGradientLayer())
                        layer.type = kind
                        layer.colors = [CGColor.red, "x", CGColor.blue, CGColor.green]
                        layer.colors = [CGColor.red, CGColor.blue, CGColor(red: a, green: b, blue: 1, alpha: 2)]
                        layer.locations = [NSNumber(value: a), NSNumber(value: b), 1, 2]
                        stage.show()
                        layer.locations = [NSNumber(value: b), 0.5, NSNumber(value: a)]
                        layer.startPoint = CGPoint(x: a, y: b)
                        layer.endPoint = CGPoint(x: b, y: a)
                        stage.show()
                        if a == 0 { try stage.draw() }
                        layer.removeFromSuperlayer()
                    }
                }
            }
            let layer = stage.add(CAGradientLayer())
            layer.colors = Array(repeating: CGColor.red, count: 100_000)
            stage.show()
            layer.locations = (0..<100_000).map { NSNumber(value: $0 % 7) }
            stage.show()
        },
    ]

    // MARK: Trees

    /// `depth` layers, each in the one before.
    @MainActor
    private static func tower(_ depth: Int, in root: CALayer, _ make: (Int) -> CALayer) -> CALayer {
        var layer = root
        for level in 0..<depth {
            let next = make(level)
            next.frame = CGRect(x: 0, y: 0, width: 20, height: 16)
            layer.addSublayer(next)
            layer = next
        }
        layer.backgroundColor = .blue
        return layer
    }

    private static let trees: [Case] = [
        Case("100,000 sublayers", seconds: 15, megabytes: 400) { stage in
            for index in 0..<100_000 {
                let layer = CALayer()
                layer.frame = CGRect(x: index % 40, y: index % 30, width: 4, height: 4)
                layer.backgroundColor = .green
                stage.root.addSublayer(layer)
            }
            stage.show()
            stage.root.sublayers?.last?.backgroundColor = .red
            stage.show()
            stage.root.sublayers = nil
        },
        Case("10,000 levels", seconds: 15) { stage in
            let leaf = tower(10_000, in: stage.root) { _ in CALayer() }
            stage.show()
            leaf.opacity = 0.5
            leaf.setNeedsLayout()
            stage.show()
            _ = stage.root.hitTest(CGPoint(x: 3, y: 3))
            _ = leaf.convert(CGPoint(x: 1, y: 1), to: stage.root)
            _ = leaf.presentation()
            stage.root.sublayers?[0].removeFromSuperlayer()
            stage.show()
        },
        Case("10,000 levels of groups", seconds: 15) { stage in
            _ = tower(10_000, in: stage.root) { _ in
                let layer = CALayer()
                layer.opacity = 0.9999
                layer.backgroundColor = .green
                return layer
            }
            stage.show()
        },
        Case("A thousand levels of rounded clips, shadows and blend modes", seconds: 15) { stage in
            _ = tower(1_000, in: stage.root) { _ in
                let layer = CALayer()
                layer.masksToBounds = true
                layer.cornerRadius = 3
                layer.backgroundColor = .green
                return layer
            }
            stage.show()
            stage.root.sublayers = nil
            _ = tower(1_000, in: stage.root) { _ in
                let layer = CALayer()
                layer.shadowOpacity = 0.5
                layer.backgroundColor = .green
                return layer
            }
            stage.show()
            stage.root.sublayers = nil
            _ = tower(1_000, in: stage.root) { _ in
                let layer = CALayer()
                layer.compositingFilter = "multiplyBlendMode"
                return layer
            }
            stage.show()
            stage.root.sublayers = nil
            _ = tower(300, in: stage.root) { _ in
                let layer = CALayer()
                let blur = CAFilter(type: "gaussianBlur")
                layer.filters = [blur]
                layer.backgroundFilters = [blur]
                return layer
            }
            stage.show()
        },
        Case("10,000 levels of transform layers", seconds: 15) { stage in
            _ = tower(10_000, in: stage.root) { _ in
                let layer = CATransformLayer()
                layer.transform = CATransform3DMakeRotation(0.001, 0, 1, 0)
                return layer
            }
            stage.show()
            _ = stage.root.hitTest(CGPoint(x: 3, y: 3))
        },
        Case("1,000 levels of layers in depth", seconds: 15) { stage in
            _ = tower(1_000, in: stage.root) { _ in
                let layer = CALayer()
                layer.backgroundColor = .green
                layer.transform = CATransform3DMakeRotation(0.001, 0, 1, 0)
                layer.sublayerTransform.m34 = -1 / 500
                return layer
            }
            stage.show()
        },
        Case("60 planes that cut each other", seconds: 15) { stage in
            let space = stage.add(CATransformLayer())
            for index in 0..<60 {
                let layer = CALayer()
                layer.frame = CGRect(x: 0, y: 0, width: 20, height: 16)
                layer.backgroundColor = .green
                layer.transform = CATransform3DMakeRotation(CGFloat(index), 1, CGFloat(index % 7), 0.5)
                space.addSublayer(layer)
            }
            stage.show()
            stage.show()
        },
        Case("500 levels of replicators", seconds: 15) { stage in
            _ = tower(500, in: stage.root) { _ in
                let layer = CAReplicatorLayer()
                layer.instanceCount = 2
                return layer
            }
            stage.show()
            stage.root.sublayers?[0].removeFromSuperlayer()
            stage.show()
        },
        Case("2,000 masks of masks", seconds: 15) { stage in
            var layer: CALayer = stage.add(CALayer())
            for _ in 0..<2_000 {
                let mask = CALayer()
                mask.frame = CGRect(x: 0, y: 0, width: 20, height: 16)
                mask.backgroundColor = .blue
                layer.mask = mask
                layer = mask
            }
            stage.show()
            stage.root.sublayers?[0].mask?.mask = nil
            stage.show()
        },
        Case("Masks in circles") { stage in
            let a = stage.add(CALayer())
            let b = stage.add(CALayer())
            a.mask = a
            a.mask = stage.root
            stage.show()
            let inner = a.sublayers![0]
            inner.mask = a
            stage.show()
            a.mask = inner
            stage.show()
            a.mask = b
            b.mask = a
            b.addSublayer(a)
            stage.show()
            let shared = CALayer()
            shared.frame = CGRect(x: 0, y: 0, width: 5, height: 5)
            shared.backgroundColor = .blue
            let c = stage.add(CALayer())
            let d = stage.add(CALayer())
            c.mask = shared
            stage.show()
            d.mask = shared
            stage.show()
            c.mask = shared
            shared.mask = shared
            shared.mask = c
            shared.addSublayer(c)
            stage.show()
            d.addSublayer(shared)
            stage.show()
            c.sublayers = [c, d, c, shared, shared]
            d.replaceSublayer(shared, with: d)
            d.replaceSublayer(shared, with: stage.root)
            stage.show()
            stage.root.insertSublayer(stage.root, at: .max)
            stage.root.addSublayer(c)
            stage.show()
            if let shown = c.presentation() {
                stage.root.addSublayer(shown)
                c.mask = shown
                shown.bounds = .zero
                shown.addSublayer(CALayer())
                shown.removeFromSuperlayer()
            }
            stage.show()
        },
    ]

    // MARK: Lives

    private final class Saboteur: NSObject, CALayerDelegate, CAAnimationDelegate {
        var body: @MainActor (CALayer) -> Void = { _ in }
        func display(_ layer: CALayer) { body(layer) }
        func layerWillDraw(_ layer: CALayer) { body(layer) }
        func layoutSublayers(of layer: CALayer) { body(layer) }
        func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
            body(layer)
            return nil
        }
        weak var target: CALayer?
        nonisolated func animationDidStart(_ anim: CAAnimation) { MainActor.assumeIsolated { target.map(body) } }
        nonisolated func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
            MainActor.assumeIsolated { target.map(body) }
        }
    }

    private static let lives: [Case] = [
        Case("Moving between superlayers while it moves", seconds: 15) { stage in
            let a = stage.add(CALayer())
            let b = stage.add(CALayer())
            let layer = CALayer()
            layer.frame = CGRect(x: 0, y: 0, width: 9, height: 9)
            layer.backgroundColor = .blue
            a.addSublayer(layer)
            stage.show()
            for step in 0..<200 {
                let move = CABasicAnimation(keyPath: ["position.x", "bounds", "opacity", "transform"][step % 4])
                move.toValue = step % 2 == 0 ? 3 as Any : CGRect(x: 0, y: 0, width: 3, height: 3)
                layer.add(move, forKey: step % 3 == 0 ? nil : "a")
                switch step % 7 {
                case 0: b.addSublayer(layer)
                case 1: a.mask = layer
                case 2: a.addSublayer(layer)
                case 3:
                    layer.removeFromSuperlayer()
                    stage.show()
                    b.insertSublayer(layer, at: 9)
                case 4: a.addSublayer(b)
                case 5: stage.root.addSublayer(b)
                default: layer.mask = step % 2 == 0 ? CALayer() : nil
                }
                stage.show()
            }
        },
        Case("Callbacks that take layers away", seconds: 15) { stage in
            let bodies: [@MainActor (CALayer) -> Void] = [
                { $0.removeFromSuperlayer() }, { $0.superlayer?.removeFromSuperlayer() },
                { $0.superlayer?.sublayers = nil }, { $0.sublayers = nil }, { $0.mask = CALayer() },
                { $0.setNeedsLayout() }, { $0.setNeedsDisplay() }, { $0.addSublayer(CALayer()) },
                { $0.removeAllAnimations() }, { $0.delegate = nil }, { $0.superlayer?.addSublayer($0) },
                { _ in CATransaction.flush() }, { $0.layoutIfNeeded() }, { $0.displayIfNeeded() },
                { $0.add(CABasicAnimation(keyPath: "opacity"), forKey: "again") }, { $0.bounds.size.width += 1 },
                { $0.superlayer?.mask = $0 },
            ]
            for body in bodies {
                let saboteur = Saboteur()
                var left = 100
                saboteur.body = {
                    if left > 0 {
                        left -= 1
                        body($0)
                    }
                }
                let layer = stage.add(CALayer())
                layer.delegate = saboteur
                saboteur.target = layer
                layer.setNeedsDisplay()
                layer.setNeedsLayout()
                layer.mask = CALayer()
                let fade = CABasicAnimation(keyPath: "opacity")
                fade.fromValue = 0
                fade.duration = 0.05
                fade.delegate = saboteur
                layer.add(fade, forKey: "fade")
                stage.show()
                layer.position.x += 1
                layer.removeFromSuperlayer()
                stage.root.addSublayer(layer)
                layer.add(fade, forKey: "fade")
                stage.show(after: 0.1)
                stage.show(after: 0.1)
                CATransaction.begin()
                CATransaction.setCompletionBlock { body(layer) }
                layer.opacity = 0.5
                CATransaction.commit()
                stage.show(after: 1)
                stage.root.sublayers = nil
                stage.root.mask = nil
                _ = saboteur
            }
        },
        Case("A context that ends while layers wait", seconds: 15) { stage in
            for _ in 0..<20 {
                let other = try HostileStage()
                let layer = other.add(CALayer())
                layer.add(CABasicAnimation(keyPath: "opacity"), forKey: nil)
                other.show()
                stage.root.addSublayer(layer)
            }
            stage.show()
        },
        Case("1,000 animations of one layer", seconds: 15) { stage in
            let layer = stage.add(CALayer())
            for index in 0..<1_000 {
                let move = CABasicAnimation(keyPath: "position.x")
                move.byValue = 1e300
                move.isAdditive = true
                move.duration = 1e300
                layer.add(move, forKey: "\(index)")
            }
            stage.show()
            stage.show()
            layer.removeAllAnimations()
        },
        Case("Animation groups in groups", seconds: 15) { stage in
            let layer = stage.add(CALayer())
            var animation: CAAnimation = CABasicAnimation(keyPath: "opacity")
            for _ in 0..<500 {
                let group = CAAnimationGroup()
                group.animations = [animation]
                animation = group
            }
            layer.add(animation, forKey: nil)
            stage.show()
            stage.show()
        },
        Case("A group that is in itself", seconds: 15) { stage in
            let layer = stage.add(CALayer())
            let group = CAAnimationGroup()
            group.animations = [group, CABasicAnimation(keyPath: "opacity")]
            layer.add(group, forKey: nil)
            stage.show()
            group.animations = nil
        },
    ]
}
