import CoreGraphics
import Foundation
import RenderServer
import Testing

@testable import QuartzCore

@Suite("Emitter layers and cells", .serialized)
@MainActor
struct EmitterLayerTests {
    private func content(_ layer: CAEmitterLayer) -> EmitterContent {
        if case .emitter(let content) = layer.specialContent() { content } else { EmitterContent() }
    }

    @Test("What a new emitter layer has")
    func layerDefaults() {
        let layer = CAEmitterLayer()
        let values: [(String, AnyHashable?)] = [
            ("emitterCells", nil), ("birthRate", 1), ("lifetime", 1), ("emitterZPosition", 0), ("emitterDepth", 0),
            ("emitterShape", "point"), ("emitterMode", "volume"), ("renderMode", "unordered"), ("preservesDepth", 0),
            ("velocity", 1), ("scale", 1), ("spin", 1), ("seed", 0),
        ]
        for (key, value) in values { #expect(layer.value(forKey: key) as? AnyHashable == value, "\(key)") }
        #expect(layer.emitterPosition == .zero && layer.emitterSize == .zero)
        #expect(layer.value(forKey: "emitterSize") as? CGSize == .zero)
    }

    @Test("What a new cell has")
    func cellDefaults() {
        let cell = CAEmitterCell()
        let zeros = [
            "birthRate", "lifetime", "lifetimeRange", "emissionLatitude", "emissionLongitude", "emissionRange",
            "velocity",
            "velocityRange", "xAcceleration", "yAcceleration", "zAcceleration", "scaleRange", "scaleSpeed", "spin",
            "spinRange", "redRange", "greenRange", "blueRange", "alphaRange", "redSpeed", "greenSpeed", "blueSpeed",
            "alphaSpeed",
        ]
        for key in zeros { #expect(cell.value(forKey: key) as? NSNumber == 0, "\(key)") }
        let others: [(String, AnyHashable?)] = [
            ("name", nil), ("enabled", 1), ("scale", 1), ("color", CGColor.white), ("contentsScale", 1),
            ("magnificationFilter", "linear"), ("minificationFilter", "linear"), ("emitterCells", nil),
        ]
        for (key, value) in others { #expect(cell.value(forKey: key) as? AnyHashable == value, "\(key)") }
        #expect(cell.contents == nil && cell.contentsRect == r(0, 0, 1, 1))
    }

    @Test("Every number of a cell can be set by its key and is committed where it belongs")
    func cellNumbers() throws {
        let keys = [
            "birthRate", "lifetime", "lifetimeRange", "emissionLatitude", "emissionLongitude", "emissionRange",
            "velocity",
            "velocityRange", "xAcceleration", "yAcceleration", "zAcceleration", "scale", "scaleRange", "scaleSpeed",
            "spin",
            "spinRange", "redRange", "greenRange", "blueRange", "alphaRange", "redSpeed", "greenSpeed", "blueSpeed",
            "alphaSpeed", "contentsScale",
        ]
        let cell = CAEmitterCell()
        for (index, key) in keys.enumerated() { cell.setValue(index + 1, forKey: key) }
        for (index, key) in keys.enumerated() {
            #expect(cell.value(forKey: key) as? NSNumber == NSNumber(value: index + 1))
        }
        let layer = CAEmitterLayer()
        layer.emitterCells = [cell]
        let committed = try #require(content(layer).cells.first)
        #expect(committed.birthRate == 1 && committed.lifetime == 2 && committed.lifetimeRange == 3)
        #expect(committed.emissionLatitude == 4 && committed.emissionLongitude == 5 && committed.emissionRange == 6)
        #expect(committed.velocity == 7 && committed.velocityRange == 8 && committed.acceleration == SIMD3(9, 10, 11))
        #expect(committed.scale == 12 && committed.scaleRange == 13 && committed.scaleSpeed == 14)
        #expect(committed.spin == 15 && committed.spinRange == 16 && committed.contentsScale == 25)
        #expect(committed.colorRange == SIMD4(17, 18, 19, 20) && committed.colorSpeed == SIMD4(21, 22, 23, 24))
    }

    @Test("A layer takes copies of its cells, and changes them by key paths, nested ones too")
    func keyPaths() throws {
        let smoke = CAEmitterCell()
        smoke.name = "smoke"
        let spark = CAEmitterCell()
        spark.name = "spark"
        spark.birthRate = 5
        spark.emitterCells = [smoke]
        let layer = CAEmitterLayer()
        layer.emitterCells = [spark]
        let screen = Screen()
        screen.root.addSublayer(layer)
        screen.flush()
        spark.birthRate = 50
        #expect(layer.value(forKeyPath: "emitterCells.spark.birthRate") as? NSNumber == 5)
        layer.setValue(7, forKeyPath: "emitterCells.spark.birthRate")
        layer.setValue(0.5, forKeyPath: "emitterCells.spark.emitterCells.smoke.scale")
        layer.setValue(9, forKeyPath: "emitterCells.flame.birthRate")
        screen.flush()
        guard case .emitter(let sent) = screen.recorder.last?.specials.last?.special else {
            Issue.record("nothing was sent")
            return
        }
        #expect(sent.cells.map(\.birthRate) == [7] && sent.cells[0].cells.map(\.scale) == [0.5])
        #expect(layer.value(forKeyPath: "emitterCells.spark") is CAEmitterCell && smoke.scale == 1)
        #expect(layer.animationKeys() == nil)
    }

    @Test("A copy of a cell has all of it")
    func copying() throws {
        let cell = CAEmitterCell()
        cell.name = "a"
        cell.spin = 3
        cell.color = CGColor.black
        cell.setValue("x", forKey: "mine")
        cell.emitterCells = [CAEmitterCell()]
        let copy = try #require(cell.copy() as? CAEmitterCell)
        cell.spin = 4
        #expect(copy.name == "a" && copy.spin == 3 && copy.color == .black && copy.emitterCells?.count == 1)
        #expect(copy.value(forKey: "mine") as? String == "x")
    }

    @Test("A-85 position, size and factors animate by themselves; names change at once")
    func animations() throws {
        let layer = CAEmitterLayer()
        let screen = Screen()
        screen.root.addSublayer(layer)
        screen.flush()
        layer.emitterShape = .circle
        layer.emitterMode = .outline
        layer.renderMode = .additive
        #expect(layer.animationKeys() == nil)
        layer.emitterPosition = p(10, 20)
        layer.emitterSize = CGSize(width: 5, height: 6)
        layer.birthRate = 0
        layer.scale = 2
        #expect(layer.animationKeys() == ["emitterPosition", "emitterSize", "birthRate", "scale"])
        screen.flush()
        screen.advance(to: 0.125)
        let copy = try #require(layer.presentation())
        #expect(copy.emitterPosition.x > 0 && copy.emitterPosition.x < 10 && copy.birthRate > 0 && copy.birthRate < 1)
        #expect(copy.emitterShape == .circle && copy.renderMode == .additive && copy.emitterMode == .outline)
    }

    @Test("Numbers that are none are refused; a cell that would emit itself is only ever a copy")
    func badInput() {
        let cell = CAEmitterCell()
        let lines = logged {
            cell.velocity = .infinity
            cell.birthRate = .nan
            cell.contentsScale = 0
        }
        #expect(lines.count == 3 && cell.velocity == 0 && cell.contentsScale == 1)
        for _ in 0..<10 { cell.emitterCells = [cell] }
        let layer = CAEmitterLayer()
        layer.emitterCells = [cell]
        var depth = 0
        var next = content(layer).cells.first
        while let cell = next {
            depth += 1
            next = cell.cells.first
        }
        #expect(depth == 5)
    }
}
