import CoreGraphics
import Foundation
import QuartzCore
import RenderServer
import Testing

@testable import QuartzCore

@Suite("Shadows, corner curves and other looks", .serialized)
@MainActor
struct LookTests {
    private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)

    @Test("D-80 D-81 D-85 D-86 G-02 what a new layer has")
    func defaults() {
        let layer = CALayer()
        #expect(layer.shadowColor == .black && layer.shadowOpacity == 0 && layer.shadowRadius == 3)
        #expect(layer.shadowOffset == CGSize(width: 0, height: -3) && layer.shadowPath == nil)
        #expect(!layer.shouldRasterize && layer.rasterizationScale == 1)
        #expect(layer.cornerCurve == .circular && layer.edgeAntialiasingMask.rawValue == 15)
        #expect(!layer.isGeometryFlipped && !layer.contentsAreFlipped() && !layer.drawsAsynchronously)
        #expect(layer.contentsFormat == .RGBA8Uint && layer.minificationFilterBias == 0)
        #expect(layer.minificationFilter == .linear && layer.magnificationFilter == .linear)
        #expect(layer.mask == nil && layer.filters == nil && layer.backgroundFilters == nil)
        #expect(layer.compositingFilter == nil && layer.style == nil && layer.layoutManager == nil)
        #expect(CALayer.cornerCurveExpansionFactor(.continuous) == 1.528665)
        #expect(CALayer.cornerCurveExpansionFactor(.circular) == 1)
        #expect(layer.details == nil)
    }

    @Test("G-20 default values by key")
    func defaultValues() {
        for (key, value) in [
            ("opacity", 1.0), ("shadowRadius", 3), ("contentsScale", 1), ("hidden", 0), ("geometryFlipped", 0),
            ("opaque", 0), ("speed", 1), ("duration", .infinity), ("edgeAntialiasingMask", 15),
        ] {
            #expect(CALayer.defaultValue(forKey: key) as? NSNumber == NSNumber(value: value), "\(key)")
        }
        #expect(CALayer.defaultValue(forKey: "anchorPoint") as? CGPoint == p(0.5, 0.5))
        #expect(CALayer.defaultValue(forKey: "fillMode") as? String == "removed")
        for key in [
            "bounds", "position", "frame", "transform", "cornerRadius", "backgroundColor", "zPosition",
            "shadowOpacity", "beginTime",
        ] {
            #expect(CALayer.defaultValue(forKey: key) == nil, "\(key)")
        }
    }

    @Test("G-21 every property is read and set by its name")
    func names() {
        let layer = CALayer()
        for (key, value) in [
            ("shadowOpacity", 0.5), ("shadowRadius", 7), ("rasterizationScale", 2), ("minificationFilterBias", 0.25),
            ("edgeAntialiasingMask", 5), ("shouldRasterize", 1), ("geometryFlipped", 1), ("repeatCount", 2),
            ("shadowOffset.width", 4), ("contentsRect.size.width", 0.5), ("contentsCenter.origin.y", 0.25),
            ("sublayerTransform.scale.x", 2), ("anchorPoint.x", 0.25), ("frame.size.height", 9),
        ] {
            layer.setValue(value, forKeyPath: key)
            #expect(layer.value(forKeyPath: key) as? NSNumber == NSNumber(value: value), "\(key)")
        }
        #expect(layer.shadowOpacity == 0.5 && layer.shouldRasterize && layer.isGeometryFlipped)
        #expect(layer.shadowOffset == CGSize(width: 4, height: -3) && layer.contentsRect == r(0, 0, 0.5, 1))
        #expect(layer.edgeAntialiasingMask == [.layerLeftEdge, .layerBottomEdge])
        for (key, value) in [
            ("cornerCurve", "continuous"), ("contentsFormat", "Gray8"), ("minificationFilter", "trilinear"),
            ("magnificationFilter", "nearest"), ("compositingFilter", "multiplyBlendMode"), ("name", "one"),
            ("fillMode", "both"),
        ] {
            layer.setValue(value, forKey: key)
            #expect(layer.value(forKey: key) as? String == value, "\(key)")
        }
        #expect(layer.cornerCurve == .continuous && layer.minificationFilter == .trilinear)
        layer.setValue(red, forKey: "shadowColor")
        #expect(layer.shadowColor == red)
        layer.setValue(nil, forKey: "shadowColor")
        #expect(layer.shadowColor == nil && layer.value(forKey: "shadowColor") == nil)
        layer.setValue(nil, forKey: "shadowOpacity")
        #expect(layer.shadowOpacity == 0)
        #expect(layer.value(forKeyPath: "shadowOffset.height") as? NSNumber == -3)
        let mask = CALayer()
        layer.setValue(mask, forKey: "mask")
        #expect(layer.mask === mask && layer.value(forKey: "mask") as? CALayer === mask)
        layer.setValue(3, forKey: "ownThing")
        #expect(layer.value(forKey: "ownThing") as? Int == 3)
    }

    @Test("Effects are committed when they change, and only then")
    func commits() throws {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        #expect(screen.recorder.last?.effects.isEmpty == true)
        layer.shadowOpacity = 2
        layer.shadowRadius = -1
        layer.shadowColor = red
        layer.shadowOffset = CGSize(width: 1, height: 2)
        layer.rasterizationScale = 2
        screen.flush()
        let commit = try #require(screen.recorder.last)
        let effects = try #require(commit.effects.first?.effects)
        #expect(commit.states.isEmpty && commit.effects.count == 1)
        #expect(effects.shadowOpacity == 1 && effects.shadowRadius == 0 && effects.shadowColor == SIMD4(1, 0, 0, 1))
        #expect(effects.shadowOffset == SIMD2(1, 2) && effects.rasterizationScale == 2)
        layer.position = p(50, 50)
        screen.flush()
        #expect(screen.recorder.last?.effects.isEmpty == true)
        layer.shadowRadius = 4
        layer.shadowRadius = -1
        screen.recorder.forget()
        screen.flush()
        #expect(screen.recorder.last?.effects.isEmpty ?? true)
        // To another screen it goes again.
        layer.removeFromSuperlayer()
        screen.flush()
        screen.root.addSublayer(layer)
        screen.flush()
        #expect(screen.recorder.last?.effects.count == 1)
        layer.shadowOpacity = 0
        layer.shadowRadius = 3
        layer.shadowColor = .black
        layer.shadowOffset = CGSize(width: 0, height: -3)
        layer.rasterizationScale = 1
        screen.flush()
        let update = try #require(screen.recorder.last?.effects.first)
        #expect(update.effects == nil && update.shadowShape == nil)
    }

    @Test("D-82 shadowPath is copied, committed, and refused with coordinates that are no numbers")
    func shadowPath() throws {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        let path = CGMutablePath()
        path.addRect(r(1, 2, 3, 4))
        layer.shadowPath = path
        path.addRect(r(0, 0, 90, 90))
        #expect(layer.shadowPath?.boundingBox == r(1, 2, 3, 4))
        screen.flush()
        let update = try #require(screen.recorder.last?.effects.first)
        #expect(update.shadowShape?.extent == SIMD4(1, 2, 4, 6))
        let bad = CGMutablePath()
        bad.move(to: .zero)
        bad.addLine(to: p(.nan, 3))
        bad.addLine(to: p(5, 3))
        let lines = logged { layer.shadowPath = bad }
        #expect(lines.count == 1 && layer.shadowPath?.boundingBox == r(1, 2, 3, 4))
        layer.shadowPath = nil
        screen.flush()
        #expect(screen.recorder.last?.effects.first.map { $0.shadowShape == nil } == true)
    }

    @Test("The new values of the state are committed")
    func state() throws {
        let screen = Screen()
        let layer = screen.layer()
        layer.cornerCurve = .continuous
        layer.edgeAntialiasingMask = [.layerTopEdge, .layerLeftEdge]
        layer.isGeometryFlipped = true
        layer.minificationFilter = .trilinear
        layer.minificationFilterBias = 0.5
        screen.flush()
        let state = try #require(screen.recorder.last?.states.first { $0.layer.rawValue == layer.identifier }?.state)
        #expect(state.hasContinuousCorners && state.isGeometryFlipped && state.minificationFilterBias == 0.5)
        // The top edge is the one of the greatest y, the visual bottom.
        #expect(state.smoothedEdges == [.bottom, .left] && state.minificationFilter == .trilinear)
    }

    @Test("A-82 A-85 shadows animate by themselves, rasterizing does not; A-110 presentation layers show them")
    func animates() throws {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        layer.shadowOpacity = 1
        layer.shadowRadius = 9
        layer.shadowOffset = CGSize(width: 10, height: 0)
        layer.shadowColor = red
        layer.shouldRasterize = true
        layer.cornerCurve = .continuous
        #expect(layer.presentation()?.shadowOpacity == 0 && layer.presentation()?.cornerCurve == .circular)
        #expect(
            Set(layer.animationKeys() ?? [])
                == ["shadowOpacity", "shadowRadius", "shadowOffset", "shadowColor"])
        screen.flush()
        screen.advance(to: 0.125)
        let shown = try #require(layer.presentation())
        #expect(shown.shadowOpacity > 0.3 && shown.shadowOpacity < 0.95)
        #expect(shown.shadowRadius > 4 && shown.shadowRadius < 8.9 && shown.shadowOffset.width > 3)
        #expect(shown.shouldRasterize && shown.cornerCurve == .continuous)
        screen.advance(to: 1)
        #expect(layer.presentation()?.shadowColor == red && layer.presentation()?.shadowRadius == 9)
        let lines = logged { shown.shadowRadius = 1 }
        #expect(lines.count == 1 && shown.shadowRadius != 1)
        for key in ["shouldRasterize", "cornerCurve", "name", "frame", "contentsGravity", "doubleSided"] {
            #expect(layer.action(forKey: key) == nil, "\(key)")
        }
    }

    @Test(
        "Numbers that are none are refused, with one message",
        arguments: ["shadowOpacity", "shadowRadius", "rasterizationScale", "minificationFilterBias"])
    func refusals(key: String) {
        let layer = CALayer()
        let before = layer.value(forKey: key) as? NSNumber
        let lines = logged {
            for bad in [Double.nan, .infinity, -.infinity] { layer.setValue(bad, forKey: key) }
            if key == "rasterizationScale" { layer.rasterizationScale = 0 }
            layer.shadowOffset = CGSize(width: CGFloat.nan, height: 1)
        }
        #expect(lines.count >= 1 && layer.value(forKey: key) as? NSNumber == before)
        #expect(layer.shadowOffset == CGSize(width: 0, height: -3))
    }

    @Test("contentsAreFlipped() counts the flipped layers upwards")
    func flips() {
        let (a, b) = (CALayer(), CALayer())
        a.addSublayer(b)
        a.isGeometryFlipped = true
        #expect(a.contentsAreFlipped() && b.contentsAreFlipped())
        b.isGeometryFlipped = true
        #expect(a.contentsAreFlipped() && !b.contentsAreFlipped())
    }

    @Test("G-11 isGeometryFlipped does not change the frame, nor do other looks")
    func frames() {
        let layer = CALayer()
        layer.frame = r(1, 2, 3, 4)
        layer.isGeometryFlipped = true
        layer.shadowRadius = 20
        layer.contentsScale = 3
        #expect(layer.frame == r(1, 2, 3, 4))
    }

    @Test("What cannot be had is said once, and kept as it was asked for")
    func limits() {
        let (a, b) = (CALayer(), CALayer())
        let lines = logged {
            for layer in [a, b, a] {
                layer.contentsFormat = .RGBA16Float
                layer.drawsAsynchronously = true
                layer.contentsFormat = .RGBA8Uint
                layer.drawsAsynchronously = false
            }
        }
        #expect(lines.count == 2)
    }
}
