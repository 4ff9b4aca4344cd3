import Motion
import Raster

@testable import RenderServer

/// Changes a tree of layers at random, as an app could, and compares what each buffer holds with a full repaint after
/// every frame. The seed repeats everything.
final class RandomLayerWalk {
    let sketch: Sketch
    let seed: UInt64
    var random: RandomNumbers
    /// Layers in the tree, by number; 0 is the root.
    private(set) var children: [UInt32: [UInt32]] = [0: []]
    private(set) var parents: [UInt32: UInt32] = [:]
    private var contents: [UInt32: Bitmap] = [:]
    private var running: [(layer: UInt32, identifier: UInt64)] = []
    private var free: [UInt32] = Array((1...60).reversed())
    private(set) var time = 0.0
    /// Points.
    let reach: SIMD2<Double>
    private let features: [WalkFeature]
    private var nextIdentifier: UInt64 = 1
    private(set) var log: [String] = []
    private(set) var emptyFrames = 0

    init(
        seed: UInt64, width: Int = 97, height: Int = 61, scale: Double, rotation: Rotation, buffers: Int,
        format: PixelFormat, features: [WalkFeature] = [], threads: DrawingThreads = .one, dithers: Bool = false
    ) {
        self.seed = seed
        self.features = features
        random = RandomNumbers(seed: seed)
        sketch = Sketch(
            width, height, scale: scale, rotation: rotation, buffers: buffers, format: format, threads: threads,
            dithers: dithers)
        let screen = sketch.renderer.screenSize
        reach = SIMD2(Double(screen.width) / scale, Double(screen.height) / scale)
    }

    /// Layers in the tree except the root, in order of number.
    var alive: [UInt32] { parents.keys.sorted() }

    /// Runs `count` steps; what went wrong first, or nil.
    func run(steps count: Int) -> String? {
        for step in 0..<count {
            log.removeAll()
            for _ in 0..<(random.chance(0.3) ? random.int(2...5) : 1) { mutate() }
            time += random.pick([0, 0.02, 0.02, 0.3])
            if let fault = frame() {
                return "seed \(seed), step \(step), \(sketch.renderer.rotation), \(sketch.format): \(fault)\n"
                    + cause() + "\n" + log.joined(separator: "\n") + "\n" + sketch.renderer.treeDescription
            }
        }
        return nil
    }

    private func frame() -> String? {
        sketch.update(at: time)
        sketch.renderer.drainEndedAnimations { identifier in running.removeAll { $0.identifier == identifier } }
        guard sketch.renderer.hasPendingDamage else {
            emptyFrames += 1
            // Nothing to show: the front buffer, which is the last one presented, must be right as it is.
            return lastShown.flatMap { sketch.firstDifference(buffer: $0).map { "stale: " + $0 } }
        }
        if random.chance(0.03) { sketch.renderer.invalidateEverything() }
        let index = random.int(0...sketch.buffers.count - 1)
        sketch.render(into: index)
        // The device refuses a frame now and then: the next one has to show this one's damage too.
        if random.chance(0.1) { return nil }
        sketch.present(index)
        lastShown = index
        let pieces = random.chance(0.2) ? PixelSize(width: random.int(1...40), height: random.int(1...40)) : nil
        return sketch.firstDifference(buffer: index, pieces: pieces)
    }
    private var lastShown: Int?

    /// After a fault: whether too little was drawn, or something was drawn otherwise.
    private func cause() -> String {
        sketch.renderer.invalidateEverything()
        sketch.render(into: 0)
        if sketch.firstDifference(buffer: 0) == nil {
            let pieces = PixelSize(width: 16, height: 16)
            if let fault = sketch.firstDifference(buffer: 0, pieces: pieces, collectsEach: true) {
                return "a whole frame is right, cells of their own are not: " + fault
            }
            return "a whole frame is right: damage was missing"
        }
        sketch.renderer.forgetKeptPictures()
        sketch.render(into: 0)
        if sketch.firstDifference(buffer: 0) == nil { return "a kept picture was wrong" }
        for side in [1, 7, 16, 61] {
            let pieces = PixelSize(width: side, height: side)
            if let fault = sketch.firstDifference(buffer: 0, pieces: pieces) { return "in pieces of \(side): " + fault }
        }
        return "a whole frame is wrong, too"
    }

    // MARK: Changes

    private func mutate() {
        guard let layer = alive.randomElement(using: &random), alive.count > 3 else { return add() }
        for feature in features where random.chance(feature.share) {
            feature.step(self, layer)
            return
        }
        switch random.int(0...19) {
        case 0, 1: add()
        case 2: remove(layer)
        case 3, 4: change(layer, "move") { $0.position = self.point() }
        case 5: change(layer, "resize") { $0.bounds = self.bounds() }
        case 6: change(layer, "hide") { $0.isHidden = self.random.chance(0.3) }
        case 7: change(layer, "fade") { $0.opacity = Float(self.random.pick([0, 0.3, 0.5, 0.7, 0.998, 1, 1, 1])) }
        case 8: change(layer, "clip") { $0.masksToBounds.toggle() }
        case 9, 10: change(layer, "transform") { $0.transform = self.matrix() }
        case 11: setContents(layer)
        case 12: redrawPart(of: layer)
        case 13: reorder(layer)
        case 14: reparent(layer)
        case 15: change(layer, "look") { self.dress(&$0) }
        case 16, 17: animate(layer)
        case 18: stopAnimation()
        default: change(layer, "nothing") { _ in }
        }
    }

    func change(_ layer: UInt32, _ what: String, _ body: (inout LayerState) -> Void) {
        sketch.layer(layer, body)
        log.append("\(what) #\(layer)")
    }

    private func add() {
        guard let id = free.popLast() else { return }
        let parent = random.chance(0.4) ? 0 : alive.randomElement(using: &random) ?? 0
        var place = children[parent, default: []]
        place.insert(id, at: random.int(0...place.count))
        children[parent] = place
        children[id] = []
        parents[id] = parent
        sketch.states[id] = LayerState()
        change(id, "add in #\(parent)") {
            $0.bounds = self.bounds()
            $0.position = self.point()
            self.dress(&$0)
        }
        sketch.sublayers(parent, place)
        if random.chance(0.3) { setContents(id) }
    }

    private func remove(_ layer: UInt32) {
        let parent = parents[layer] ?? 0
        children[parent]?.removeAll { $0 == layer }
        sketch.sublayers(parent, children[parent] ?? [])
        var gone = [layer]
        var index = 0
        while index < gone.count {
            gone += children[gone[index]] ?? []
            index += 1
        }
        for id in gone {
            children[id] = nil
            parents[id] = nil
            contents[id] = nil
            sketch.states[id] = nil
        }
        for feature in features { feature.forget(self, gone) }
        // Removals come first in a commit, so a number may be used again only in a later one.
        sketch.remove(list: random.chance(0.5) ? gone : gone.reversed())
        retired += gone
        log.append("remove \(gone)")
        if sketch.commit.states.contains(where: { gone.contains($0.layer.rawValue) }) {
            // What was said about them in this commit would bring them back.
            sketch.forgetStates(of: gone)
        }
        free = retired.reversed() + free
        retired = []
    }
    private var retired: [UInt32] = []

    private func reorder(_ layer: UInt32) {
        if random.chance(0.5) {
            change(layer, "z") { $0.zPosition = Double(self.random.int(-1...1)) }
            return
        }
        let parent = parents[layer] ?? 0
        children[parent]?.shuffle(using: &random)
        sketch.sublayers(parent, children[parent] ?? [])
        log.append("shuffle in #\(parent)")
    }

    private func reparent(_ layer: UInt32) {
        var above = alive.randomElement(using: &random) ?? 0
        let target = random.chance(0.3) ? 0 : above
        above = target
        while above != 0 {
            if above == layer { return }
            above = parents[above] ?? 0
        }
        let old = parents[layer] ?? 0
        if old == target { return }
        children[old]?.removeAll { $0 == layer }
        children[target, default: []].append(layer)
        parents[layer] = target
        let lists = [old, target]
        for parent in random.chance(0.5) ? lists : lists.reversed() { sketch.sublayers(parent, children[parent] ?? []) }
        log.append("#\(layer) from #\(old) to #\(target)")
    }

    // MARK: Contents

    func setContents(_ layer: UInt32) {
        if random.chance(0.15) {
            contents[layer] = nil
            sketch.contents(layer, nil)
            log.append("no contents #\(layer)")
            return
        }
        if random.chance(0.2) { return setCoverage(layer) }
        let isOpaque = random.chance(0.4)
        let salt = UInt32(random.int(0...255))
        let bitmap = try? picture(
            random.int(1...30), random.int(1...30), isOpaque && random.chance(0.5) ? .xrgb8888 : .argb8888,
            isOpaque: isOpaque
        ) { x, y in Self.colour(x, y, salt, isOpaque: isOpaque) }
        guard let bitmap else { return }
        contents[layer] = bitmap
        sketch.contents(layer, bitmap)
        log.append("contents #\(layer)")
    }

    /// A colour through coverage, as texts are.
    private func setCoverage(_ layer: UInt32) {
        let old = contents[layer].flatMap { $0.format == .a8 ? $0 : nil }
        let salt = UInt32(random.int(0...255))
        let width = old?.width ?? random.int(1...40)
        let height = old?.height ?? random.int(1...40)
        guard
            let bitmap = try? coverage(
                width, height,
                { x, y in
                    let noise = Self.colour(x, y, salt, isOpaque: false)
                    return noise & 3 == 0 ? UInt8(noise >> 24) : noise & 3 == 1 ? 255 : 0
                })
        else { return }
        contents[layer] = bitmap
        let color = Self.colour(1, 2, random.chance(0.5) ? 7 : salt, isOpaque: random.chance(0.5))
        sketch.contents(layer, bitmap, color: color, changed: old == nil ? nil : bitmap.bounds)
        log.append("coverage #\(layer)")
    }

    private func redrawPart(of layer: UInt32) {
        guard let old = contents[layer] else { return setContents(layer) }
        if old.format == .a8 { return setCoverage(layer) }
        let x = random.int(0...old.width - 1)
        let y = random.int(0...old.height - 1)
        let changed = PixelRect(
            x: x, y: y, width: random.int(0...old.width - x), height: random.int(0...old.height - y))
        let salt = UInt32(random.int(0...255))
        let bitmap = try? picture(old.width, old.height, old.format, isOpaque: old.isOpaque && old.format.hasAlpha) {
            changed.contains(x: $0, y: $1)
                ? Self.colour($0, $1, salt, isOpaque: old.isOpaque)
                : old.row($1).load(fromByteOffset: $0 * 4, as: UInt32.self)
        }
        guard let bitmap else { return }
        contents[layer] = bitmap
        sketch.contents(layer, bitmap, changed: changed)
        log.append("redraw \(changed) of #\(layer)")
    }

    static func colour(_ x: Int, _ y: Int, _ salt: UInt32, isOpaque: Bool) -> UInt32 {
        let noise = (UInt32(x) &* 2_654_435_761 ^ UInt32(y) &* 40503 ^ salt &* 97) &* 2_246_822_519
        let alpha = isOpaque ? 255 : noise >> 24
        func channel(_ shift: UInt32) -> UInt32 { (noise >> shift & 255) * alpha / 255 }
        return alpha << 24 | channel(0) << 16 | channel(7) << 8 | channel(13)
    }

    // MARK: Animations

    func animate(_ layer: UInt32) {
        let (key, from, to): (LayerKey, MotionValue?, MotionValue?) =
            switch random.int(0...8) {
            case 0: (.position, .vector2(point()), nil)
            case 1: (.opacity, .number(0), .number(1))
            case 2: (.transformRotation, .number(0), .number(random.double(-4...4)))
            case 3: (.bounds, nil, .vector4(bounds()))
            case 4: (.backgroundColor, .color(color()), .color(color()))
            case 5: (.cornerRadius, .number(0), .number(12))
            case 6: (.transformScale, .number(0.2), .number(1.5))
            case 7: (.isHidden, .number(1), .number(0))
            default: (.positionX, .number(0), .number(50))
            }
        animate(layer, key, from: from, to: to)
    }

    /// Adds an animation of any key with a timing of its own.
    func animate(_ layer: UInt32, _ key: LayerKey, from: MotionValue?, to: MotionValue?) {
        let identifier = nextIdentifier
        nextIdentifier += 1
        let made = LayerAnimation(
            identifier: identifier, key: key,
            timing: MediaTiming(
                beginTime: time + random.pick([0, 0, 0.2]), duration: random.pick([0.1, 0.5, 2]),
                repeatCount: random.pick([0, 0, 2]), autoreverses: random.chance(0.2),
                fillMode: random.pick([.removed, .removed, .forwards, .both])),
            course: .basic(from: from, to: to, by: nil, curve: random.pick([.linear, .easeInEaseOut])),
            isAdditive: random.chance(0.15) && key == .positionX, isRemovedOnCompletion: random.chance(0.8))
        sketch.animate(layer, made)
        running.append((layer, identifier))
        log.append("animate \(key.rawValue) of #\(layer)")
    }

    private func stopAnimation() {
        guard !running.isEmpty else { return }
        let (layer, identifier) = running.remove(at: random.int(0...running.count - 1))
        sketch.stopAnimation(layer, identifier)
        log.append("stop animation of #\(layer)")
    }

    // MARK: Values

    func point() -> SIMD2<Double> {
        let x = random.double(-10...reach.x)
        let y = random.double(-10...reach.y)
        return random.chance(0.5) ? SIMD2(x.rounded(), y.rounded()) : SIMD2(x, y)
    }

    func bounds() -> SIMD4<Double> {
        let size = random.chance(0.1) ? SIMD2(0.4, 3) : SIMD2(random.double(2...60), random.double(2...50))
        let origin = random.chance(0.2) ? SIMD2(random.double(-9...9), random.double(-9...9)) : SIMD2(0, 0)
        return random.chance(0.5)
            ? SIMD4(lowHalf: origin, highHalf: SIMD2(size.x.rounded(), size.y.rounded()))
            : SIMD4(lowHalf: origin, highHalf: size)
    }

    func color() -> SIMD4<Float> {
        SIMD4(
            Float(random.double(0...1)), Float(random.double(0...1)), Float(random.double(0...1)),
            Float(random.pick([0, 0.3, 0.4, 0.6, 0.7, 1, 1])))
    }

    func matrix() -> Matrix4 {
        switch random.int(0...29) {
        case 0...8: .identity
        case 9...12: .rotation(random.double(-4...4), 0, 0, 1)
        case 13...15: .rotation(Double(random.int(1...3)) * .pi / 2, 0, 0, 1)
        case 16...18: .scale(random.double(0.2...2), random.double(0.2...2))
        case 19...21: .scale(random.pick([-1, 1]), random.pick([-1, 1]))
        case 22...25: .translation(random.double(-20...20), random.double(-20...20))
        case 26...28: Matrix4.scale(1.3, 0.8).concatenating(.rotation(0.4, 0, 0, 1))
        default: random.pick([.scale(0, 1), .scale(.nan, 1), .translation(1e300, 0), .rotation(1, 0.3, 1, 0.2)])
        }
    }

    func note(_ line: String) { log.append(line) }

    private func dress(_ state: inout LayerState) {
        state.backgroundColor = color()
        state.cornerRadius = random.pick([0, 0, 3, 7.5, 100])
        state.maskedCorners = random.chance(0.7) ? .all : LayerCorners(rawValue: UInt8(random.int(0...15)))
        state.borderWidth = random.pick([0, 0, 1, 2.5])
        state.borderColor = color()
        state.masksToBounds = random.chance(0.3)
        state.contentsGravity = ContentsGravity(rawValue: UInt8(random.int(0...11))) ?? .resize
        state.contentsScale = random.pick([1, 1, 2])
        state.contentsRect = random.chance(0.8) ? SIMD4(0, 0, 1, 1) : SIMD4(0.25, -0.25, 0.5, 1.4)
        state.contentsCenter = random.chance(0.8) ? SIMD4(0, 0, 1, 1) : SIMD4(0.3, 0.4, 0.3, 0)
        state.allowsEdgeAntialiasing = random.chance(0.2)
        state.allowsGroupOpacity = random.chance(0.8)
        state.isOpaque = random.chance(0.1)
        state.isDoubleSided = random.chance(0.9)
        state.magnificationFilter = random.chance(0.8) ? .linear : .nearest
        if random.chance(0.1) { state.sublayerTransform = matrix() }
        if random.chance(0.05) { state.speed = random.pick([0, 2]) }
    }
}

extension Sketch {
    func remove(list: [UInt32]) { commit.removed += list.map(LayerID.init(rawValue:)) }

    /// Takes back what the waiting commit says about layers.
    func forgetStates(of ids: [UInt32]) {
        let gone = Set(ids.map(LayerID.init(rawValue:)))
        commit.states.removeAll { gone.contains($0.layer) }
        commit.contents.removeAll { gone.contains($0.layer) }
        commit.sublayers.removeAll { gone.contains($0.parent) }
        commit.animations.removeAll {
            if case .add(let layer, _) = $0 { return gone.contains(layer) }
            return false
        }
        commit.effects.removeAll { gone.contains($0.layer) }
        commit.specials.removeAll { gone.contains($0.layer) }
        commit.masks.removeAll { gone.contains($0.layer) }
    }
}
