import CoreGraphics
import Foundation
import Motion
import QuartzCore
import Raster
import Testing

@testable import QuartzCore
@testable import RenderServer

/// What careless and hostile users give: each case ends soon, leaves little behind, and the engine shows the next layer.
@Suite("Hostile input", .serialized)
@MainActor
struct HostileInputTests {
    // MARK: Every property with every odd value

    nonisolated static let kinds = [
        "plain", "shape", "gradient", "text", "replicator", "transform", "scroll", "tiled", "emitter",
    ]

    static func make(_ kind: String) throws -> CALayer {
        switch kind {
        case "shape":
            let layer = CAShapeLayer()
            layer.path = CGPath(ellipseIn: r(1, 1, 15, 10), transform: nil)
            layer.strokeColor = .blue
            layer.lineDashPattern = [3, 2]
            return layer
        case "gradient":
            let layer = CAGradientLayer()
            layer.colors = [CGColor.red, CGColor.blue, CGColor.green]
            layer.locations = [0, 0.4, 1]
            return layer
        case "text":
            let layer = CATextLayer()
            layer.string = "Hill gj"
            layer.fontSize = 12
            return layer
        case "replicator":
            let layer = CAReplicatorLayer()
            layer.instanceCount = 5
            layer.instanceTransform = CATransform3DMakeTranslation(3, 1, 0)
            return layer
        case "transform": return CATransformLayer()
        case "scroll": return CAScrollLayer()
        case "tiled": return CATiledLayer()
        case "emitter":
            let layer = CAEmitterLayer()
            let cell = CAEmitterCell()
            cell.contents = try image(4, 4)
            cell.birthRate = 50
            cell.lifetime = 2
            cell.velocity = 10
            cell.emissionRange = 6
            layer.emitterCells = [cell]
            layer.emitterPosition = p(8, 8)
            return layer
        default:
            let layer = CALayer()
            layer.contents = try image(8, 8)
            layer.cornerRadius = 3
            layer.borderWidth = 1
            layer.shadowOpacity = 0.5
            return layer
        }
    }

    static func image(_ width: Int, _ height: Int) throws -> CGImage {
        let bitmap = try Bitmap(width: width, height: height, format: .argb8888)
        for y in 0..<min(height, 64) {
            for x in 0..<min(width, 64) {
                bitmap.row(y).storeBytes(of: 0xFF00_0000 | UInt32(x * 4 << 8 | y), toByteOffset: x * 4, as: UInt32.self)
            }
        }
        bitmap.freeze()
        return CGImage(bitmap: bitmap)
    }

    static let otherKeys = [
        "masksToBounds", "doubleSided", "allowsGroupOpacity", "allowsEdgeAntialiasing", "edgeAntialiasingMask",
        "geometryFlipped", "opaque", "maskedCorners", "cornerCurve", "mask", "shadowPath", "filters",
        "backgroundFilters", "compositingFilter", "shouldRasterize", "contents", "contentsGravity", "contentsFormat",
        "magnificationFilter", "minificationFilter", "minificationFilterBias", "needsDisplayOnBoundsChange",
        "sublayers", "name", "style", "delegate", "actions", "speed", "beginTime", "timeOffset", "duration",
        "repeatCount", "repeatDuration", "autoreverses", "fillMode", "frame", "path", "fillRule", "lineCap", "lineJoin",
        "lineDashPattern", "type", "string", "font", "fontSize", "foregroundColor", "wrapped", "truncationMode",
        "alignmentMode", "instanceCount", "preservesDepth", "scrollMode", "tileSize", "levelsOfDetail",
        "levelsOfDetailBias", "emitterCells", "emitterShape", "emitterMode", "renderMode", "seed",
        "bounds.size.depth", "contentsRect.size.width", "sublayerTransform.scale", "sublayerTransform.m34",
        "filters.gaussianBlur.inputRadius", "instanceTransform.rotation", "emitterCells.a.birthRate", ".", "", "..",
        "transform.rotation.w", "bounds.", ".bounds", "shadowOffset.width",
    ]

    static let numbers: [Double] = [
        .nan, .infinity, -.infinity, 0, -1, 1e-300, .leastNonzeroMagnitude, 1e-6, 3e4, 1e6, -1e9, 4e9, 1e12, 1e19,
        -1e19, 1e30, 3e38,
        1e300, -.greatestFiniteMagnitude, .greatestFiniteMagnitude,
    ]

    static func values() -> [(String, Any?)] {
        var made: [(String, Any?)] = [("nil", nil), ("null", NSNull())]
        for number in numbers {
            let value = CGFloat(number)
            made.append(("\(number)", NSNumber(value: number)))
            made.append(("point \(number)", CGPoint(x: value, y: 5)))
            made.append(("size \(number)", CGSize(width: 6, height: value)))
            made.append(("rect \(number)", CGRect(x: 1, y: value, width: value, height: 3)))
            made.append(("rect2 \(number)", CGRect(x: value, y: 2, width: 3, height: value)))
            var transform = CATransform3DIdentity
            transform.m34 = value
            transform.m11 = value
            made.append(("transform \(number)", transform))
            var second = CATransform3DMakeRotation(1, 1, 1, 0)
            second.m44 = value
            second.m22 = -value
            made.append(("transform2 \(number)", second))
            made.append(("affine \(number)", CGAffineTransform(a: value, b: 1, c: 1, d: value, tx: value, ty: 0)))
            made.append(("color \(number)", CGColor(red: value, green: 0.5, blue: -value, alpha: value)))
            made.append(
                ("numbers \(number)", [NSNumber(value: number), NSNumber(value: 0.5), NSNumber(value: number)]))
            let path = CGMutablePath()
            path.move(to: CGPoint(x: 0, y: 0))
            path.addLine(to: CGPoint(x: value, y: 10))
            path.addCurve(
                to: CGPoint(x: 10, y: value), control1: CGPoint(x: value, y: value), control2: CGPoint(x: 3, y: 3))
            made.append(("path \(number)", path))
        }
        made += [
            ("string", "x"), ("empty", ""), ("array", [Any]()), ("strings", ["a", "b"]),
            ("colors", Array(repeating: CGColor.red, count: 300)), ("int", Int.max), ("min", Int.min),
            ("uint", UInt64.max), ("true", true), ("layer", CALayer()), ("layers", [CALayer(), CATextLayer()]),
            ("dict", ["opacity": "x", "bounds": 3] as [AnyHashable: Any]), ("url", URL(fileURLWithPath: "/")),
        ]
        return made
    }

    @Test("Any value for any key", arguments: kinds)
    func keys(kind: String) throws {
        let keys = LayerKey.allCases.map(\.rawValue) + Self.otherKeys
        let values = Self.values()
        // All of them take minutes.
        let thin = ProcessInfo.processInfo.environment["HOSTILE_ALL"] == nil
        for (number, (name, value)) in values.enumerated() {
            try bounded("\(kind) \(name)", seconds: 20) {
                let stage = try HostileStage()
                for (index, key) in keys.enumerated() where !thin || (index + number) % 24 == 0 {
                    let layer = stage.add(try Self.make(kind))
                    layer.setValue(value, forKeyPath: key)
                    _ = layer.value(forKeyPath: key)
                    stage.show()
                    if index % 3 == 0 { try stage.draw(layer) }
                    _ = layer.hitTest(p(10, 10))
                    _ = layer.frame
                    _ = layer.presentation()?.frame
                    layer.removeFromSuperlayer()
                }
                #expect(try stage.isWell())
            }
        }
    }

    @Test("Any animation of any key", arguments: kinds)
    func animations(kind: String) throws {
        let keys = LayerKey.allCases.map(\.rawValue) + ["", ".", "bogus", "path", "contents", "bounds.bogus"]
        let values = Self.values()
        let odd = Self.numbers
        // All of them take minutes.
        let thin = ProcessInfo.processInfo.environment["HOSTILE_ALL"] == nil
        let stage = try HostileStage()
        for (index, key) in keys.enumerated() {
            try bounded("\(kind) animates \(key)", seconds: 20) {
                for (number, (_, value)) in values.enumerated() where !thin || (index * 5 + number) % 48 == 0 {
                    let layer = stage.add(try Self.make(kind))
                    let other = values[(number * 7 + index) % values.count].1
                    let odd1 = odd[(number + index) % odd.count]
                    let odd2 = odd[(number * 3 + index) % odd.count]
                    let animation: CAAnimation
                    switch (number + index) % 4 {
                    case 0:
                        let basic = CABasicAnimation(keyPath: key)
                        basic.fromValue = value
                        basic.toValue = other
                        basic.byValue = number % 2 == 0 ? value : nil
                        basic.isAdditive = number % 3 == 0
                        basic.isCumulative = number % 5 == 0
                        animation = basic
                    case 1:
                        let spring = CASpringAnimation(keyPath: key)
                        spring.toValue = value
                        spring.mass = CGFloat(odd1)
                        spring.stiffness = CGFloat(odd2)
                        spring.damping = CGFloat(odd1)
                        spring.initialVelocity = CGFloat(odd2)
                        spring.duration = spring.settlingDuration
                        animation = spring
                    case 2:
                        let frames = CAKeyframeAnimation(keyPath: key)
                        frames.values = [value ?? NSNull(), other ?? NSNull(), value ?? NSNull()]
                        frames.keyTimes = [0, NSNumber(value: odd1), NSNumber(value: odd2)]
                        frames.calculationMode = [.linear, .paced, .cubic, .cubicPaced, .discrete][number % 5]
                        frames.tensionValues = [NSNumber(value: odd1)]
                        frames.timingFunctions = [
                            CAMediaTimingFunction(controlPoints: Float(odd1), Float(odd2), Float(odd2), Float(odd1))
                        ]
                        animation = frames
                    default:
                        let frames = CAKeyframeAnimation(keyPath: key)
                        if let path = value.flatMap({ $0 as? CGMutablePath }) { frames.path = path }
                        frames.rotationMode = .rotateAuto
                        frames.calculationMode = .paced
                        let group = CAAnimationGroup()
                        group.animations = [frames, CABasicAnimation(keyPath: key)]
                        group.duration = odd1
                        animation = group
                    }
                    if number % 3 == 0 { animation.duration = odd1 }
                    if number % 4 == 0 { animation.repeatCount = Float(odd2) }
                    if number % 5 == 0 { animation.speed = Float(odd1) }
                    if number % 6 == 0 { animation.beginTime = odd2 }
                    if number % 7 == 0 { animation.timeOffset = odd2 }
                    if number % 8 == 0 { animation.repeatDuration = odd1 }
                    animation.autoreverses = number % 2 == 0
                    animation.fillMode = .both
                    animation.isRemovedOnCompletion = number % 2 == 0
                    layer.add(animation, forKey: "odd")
                    stage.show()
                    stage.show(after: 0.1)
                    _ = layer.presentation()?.frame
                    if number % 4 == 0 {
                        layer.speed = Float(odd1)
                        layer.timeOffset = odd2
                        stage.show(after: 0.5)
                    }
                    layer.removeFromSuperlayer()
                }
            }
        }
        #expect(try stage.isWell())
    }

    // MARK: Named cases

    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var seconds = 10.0
        var megabytes = 200
        var body: @MainActor @Sendable (HostileStage) throws -> Void

        init(
            _ name: String, seconds: Double = 10, megabytes: Int = 200,
            _ body: @MainActor @Sendable @escaping (HostileStage) throws -> Void
        ) {
            self.name = name
            self.seconds = seconds
            self.megabytes = megabytes
            self.body = body
        }

        var testDescription: String { name }
    }

    @Test("Ends soon and leaves little", arguments: HostileCases.all)
    func named(_ hostile: Case) throws {
        if let only = ProcessInfo.processInfo.environment["HOSTILE_ONLY"], !hostile.name.contains(only) { return }
        try bounded(hostile.name, seconds: hostile.seconds, megabytes: hostile.megabytes) {
            let stage = try HostileStage()
            try hostile.body(stage)
            stage.show()
            stage.show()
            try stage.draw()
            #expect(try stage.isWell(), "\(hostile.name)")
        }
    }
}
