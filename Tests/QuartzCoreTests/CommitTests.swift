import Foundation
import Motion
import QuartzCore
import Raster
import RenderServer
import Testing

@testable import QuartzCore

@Suite("What a commit sends", .serialized)
@MainActor
struct CommitTests {
    @Test("The first commit carries root, scale, time, every layer once, and the order of sublayers")
    func first() throws {
        let screen = Screen(scale: 2, time: 7)
        let (a, b) = (screen.layer(), screen.layer())
        let inner = CALayer()
        a.addSublayer(inner)
        screen.context.newestContactTime = 6.5
        screen.flush()
        let commit = try #require(screen.recorder.last)
        #expect(screen.recorder.commits.count == 1)
        #expect(commit.root?.rawValue == screen.root.identifier && commit.scale == 2 && commit.time == 7)
        #expect(commit.newestContactTime == 6.5 && screen.context.newestContactTime == 0)
        #expect(commit.states.map(\.layer.rawValue) == [screen.root, a, inner, b].map(\.identifier))
        #expect(Set(commit.states.map(\.layer)).count == 4)
        #expect(commit.states[0].state.bounds == SIMD4(0, 0, 100, 100))
        let lists = Dictionary(
            uniqueKeysWithValues: commit.sublayers.map {
                ($0.parent.rawValue, commit.sublayerIDs[$0.range].map(\.rawValue))
            })
        #expect(lists == [screen.root.identifier: [a.identifier, b.identifier], a.identifier: [inner.identifier]])
    }

    @Test("Moving one layer in ten thousand sends one state and nothing else")
    func oneInTenThousand() throws {
        let screen = Screen(scale: 2, time: 7)
        var layers: [CALayer] = []
        for _ in 0..<100 {
            let group = screen.layer()
            for _ in 0..<100 {
                let layer = CALayer()
                group.addSublayer(layer)
                layers.append(layer)
            }
        }
        screen.flush()
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layers[5_555].position = p(1, 2)
        CATransaction.commit()
        let commit = try #require(screen.recorder.last)
        #expect(commit.states.count == 1 && commit.states[0].layer.rawValue == layers[5_555].identifier)
        #expect(commit.states[0].state.position == SIMD2(1, 2))
        #expect(commit.sublayers.isEmpty && commit.contents.isEmpty && commit.animations.isEmpty)
        #expect(commit.removed.isEmpty && commit.root == nil)
    }

    @Test("Nothing changed, or changed and changed back: nothing is sent")
    func nothing() {
        let screen = Screen(scale: 2, time: 7)
        let layer = screen.layer()
        screen.flush()
        let count = screen.recorder.commits.count
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.opacity = 0.5
        layer.opacity = 1
        CATransaction.commit()
        layer.name = "name"
        layer.actions = [:]
        screen.flush()
        #expect(screen.recorder.commits.count == count)
    }

    @Test("Every property reaches the state")
    func state() throws {
        let screen = Screen(scale: 2, time: 7)
        let layer = screen.layer(r(10, 20, 30, 40))
        layer.anchorPoint = p(0, 1)
        layer.anchorPointZ = 2
        layer.zPosition = 3
        layer.transform = CATransform3DMakeScale(2, 3, 4)
        layer.sublayerTransform = CATransform3DMakeTranslation(1, 2, 3)
        layer.opacity = 1.5
        layer.isHidden = true
        layer.masksToBounds = true
        layer.isDoubleSided = false
        layer.allowsGroupOpacity = false
        layer.allowsEdgeAntialiasing = true
        layer.isOpaque = true
        layer.backgroundColor = CGColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 1)
        layer.cornerRadius = -5
        layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
        layer.borderWidth = 6
        layer.borderColor = nil
        layer.contentsGravity = .topLeft
        layer.contentsRect = r(0, 0, 0.5, 0.5)
        layer.contentsCenter = r(0.25, 0.25, 0.5, 0.5)
        layer.contentsScale = 2
        layer.magnificationFilter = .nearest
        layer.minificationFilter = .nearest
        layer.beginTime = 7
        layer.speed = 2
        layer.timeOffset = 8
        screen.flush()
        let state = try #require(
            screen.recorder.last?.states.first { $0.layer.rawValue == layer.identifier }?.state)
        var expected = LayerState()
        expected.bounds = SIMD4(0, 0, 30, 40)
        expected.position = SIMD2(25, 40)
        expected.anchorPoint = SIMD2(0, 1)
        expected.anchorPointZ = 2
        expected.zPosition = 3
        expected.transform = .scale(2, 3, 4)
        expected.sublayerTransform = .translation(1, 2, 3)
        expected.opacity = 1
        expected.isHidden = true
        expected.masksToBounds = true
        expected.isDoubleSided = false
        expected.allowsGroupOpacity = false
        expected.allowsEdgeAntialiasing = true
        expected.isOpaque = true
        expected.backgroundColor = SIMD4(0.25, 0.5, 0.75, 1)
        expected.cornerRadius = 0
        expected.maskedCorners = [.topLeft, .bottomRight]
        expected.borderWidth = 6
        expected.borderColor = SIMD4(0, 0, 0, 0)
        // Core Animation's "top" is the greatest y, the visual bottom (fact D-44).
        expected.contentsGravity = .bottomLeft
        expected.contentsRect = SIMD4(0, 0, 0.5, 0.5)
        expected.contentsCenter = SIMD4(0.25, 0.25, 0.5, 0.5)
        expected.contentsScale = 2
        expected.magnificationFilter = .nearest
        expected.minificationFilter = .nearest
        expected.beginTime = 7
        expected.speed = 2
        expected.timeOffset = 8
        #expect(state == expected)
    }

    @Test("A new layer's state is the state's default, so that both sides mean the same")
    func defaultState() {
        #expect(CALayer().renderState == LayerState())
        let layer = CALayer()
        layer.name = "makes the details"
        #expect(layer.renderState == LayerState())
    }

    @Test("Layers that leave are removed once, with all below; their numbers come back in a later commit only")
    func removal() throws {
        let screen = Screen(scale: 2, time: 7)
        let outer = screen.layer()
        let inner = CALayer()
        outer.addSublayer(inner)
        screen.flush()
        let numbers = Set([outer.identifier, inner.identifier])
        outer.removeFromSuperlayer()
        let added = screen.layer()
        screen.flush()
        let commit = try #require(screen.recorder.last)
        #expect(Set(commit.removed.map(\.rawValue)) == numbers && commit.removed.count == 2)
        #expect(!numbers.contains(added.identifier))
        #expect(commit.states.map(\.layer.rawValue) == [added.identifier])
        screen.root.addSublayer(outer)
        screen.flush()
        #expect(Set([outer.identifier, inner.identifier]) == numbers)
        #expect(screen.recorder.last?.states.count == 2 && screen.recorder.last?.removed.isEmpty == true)
    }

    @Test("Reordering sends the order and no layer; adding and removing in one transaction sends nothing of the layer")
    func reorder() throws {
        let screen = Screen(scale: 2, time: 7)
        let (a, b) = (screen.layer(), screen.layer())
        screen.flush()
        screen.root.insertSublayer(b, below: a)
        screen.flush()
        let commit = try #require(screen.recorder.last)
        #expect(commit.states.isEmpty && commit.removed.isEmpty && commit.sublayers.count == 1)
        #expect(commit.sublayerIDs.map(\.rawValue) == [b.identifier, a.identifier])

        let passing = screen.layer()
        passing.removeFromSuperlayer()
        screen.flush()
        #expect(screen.recorder.last?.states.isEmpty == true && passing.identifier == 0)
    }

    @Test("A layer that leaves and comes back in one transaction keeps its number and sends no state")
    func andBack() {
        let screen = Screen(scale: 2, time: 7)
        let layer = screen.layer()
        screen.flush()
        let number = layer.identifier
        layer.removeFromSuperlayer()
        screen.root.addSublayer(layer)
        screen.flush()
        #expect(layer.identifier == number && screen.recorder.last?.states.isEmpty == true)
    }

    @Test("A subtree that is rebuilt around a layer on screen keeps that layer's number")
    func wrapped() {
        let screen = Screen(scale: 2, time: 7)
        let outer = screen.layer()
        let layer = CALayer()
        outer.addSublayer(layer)
        screen.flush()
        let number = layer.identifier
        let wrapper = CALayer()
        wrapper.addSublayer(layer)
        outer.removeFromSuperlayer()
        screen.root.addSublayer(wrapper)
        screen.flush()
        #expect(layer.identifier == number && wrapper.identifier != 0 && outer.identifier == 0)
        #expect(screen.recorder.last?.removed.count == 1)
    }

    @Test("Contents changed by two drawings before a commit are sent once, with the union of the parts")
    func joinedContents() throws {
        let screen = Screen(scale: 2, time: 7)
        let layer = CALayer()
        layer.frame = r(0, 0, 50, 50)
        screen.root.addSublayer(layer)
        layer.setNeedsDisplay()
        screen.flush()
        #expect(screen.recorder.last?.contents.first?.changed == nil)
        layer.setNeedsDisplay(r(0, 0, 5, 5))
        layer.displayIfNeeded()
        layer.setNeedsDisplay(r(10, 10, 5, 5))
        screen.flush()
        let update = try #require(screen.recorder.last?.contents.first)
        #expect(screen.recorder.last?.contents.count == 1)
        #expect(update.changed == PixelRect(x: 0, y: 0, width: 15, height: 15))
        // Shown again after an absence, all of it is new to the render server.
        layer.removeFromSuperlayer()
        screen.flush()
        screen.root.addSublayer(layer)
        screen.flush()
        #expect(screen.recorder.last?.contents.first?.changed == nil)
        #expect(screen.recorder.last?.contents.first?.bitmap != nil)
    }

    @Test("A new scale is sent with the root")
    func scale() {
        let screen = Screen(scale: 2, time: 7)
        screen.flush()
        screen.context.scale = 3
        screen.flush()
        #expect(screen.recorder.last?.scale == 3 && screen.recorder.last?.root?.rawValue == screen.root.identifier)
    }

    @Test("Two screens: each gets its own changes, and a layer moves between them")
    func twoScreens() {
        let screen = Screen(scale: 2, time: 7)
        let other = Screen()
        screen.flush()
        let layer = screen.layer()
        screen.flush()
        screen.recorder.forget()
        other.recorder.forget()
        other.root.addSublayer(layer)
        screen.flush()
        screen.flush()
        #expect(screen.recorder.commits.flatMap(\.removed).count == 1)
        #expect(other.recorder.commits.flatMap(\.states).count == 1 && layer.context === other.context)
    }

    @Test("A context that ends leaves layers that can be shown by another one")
    func contextEnds() {
        let root = CALayer()
        let child = CALayer()
        root.addSublayer(child)
        let recorder = Recorder()
        do {
            let context = LayerContext(sink: recorder, rootLayer: root, scale: 1)
            CATransaction.flush()
            let animation = CABasicAnimation(keyPath: "opacity")
            animation.duration = 5
            child.add(animation, forKey: "a")
            CATransaction.flush()
            #expect(child.identifier != 0 && context.commitCount == 2 && context.running.count == 1)
        }
        #expect(child.identifier == 0 && child.context == nil)
        child.opacity = 0.5
        CATransaction.flush()
        let again = LayerContext(sink: recorder, rootLayer: root, scale: 1)
        CATransaction.flush()
        #expect(again.running.count == 1)
        #expect(again.commitCount == 1 && child.context === again)
    }

    @Test("A layer that left right before its context ended belongs to none afterwards")
    func contextEndsWithLeavingLayers() {
        let recorder = Recorder()
        let root = CALayer()
        let parent = CALayer()
        let child = CALayer()
        parent.addSublayer(child)
        root.addSublayer(parent)
        do {
            let context = LayerContext(sink: recorder, rootLayer: root, scale: 1)
            CATransaction.flush()
            parent.removeFromSuperlayer()
            #expect(child.context === context)
        }
        #expect(parent.context == nil && parent.identifier == 0)
        #expect(child.context == nil && child.identifier == 0)
        child.removeFromSuperlayer()
        CATransaction.flush()
        #expect(child.superlayer == nil)
    }
}
