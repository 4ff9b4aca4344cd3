#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Foundation
#endif
internal import Raster

/// The particles of one emitter layer.
///
/// Births happen in steps of 1/120 s of the layer's own time, counted from its beginning, whenever and however often it is
/// asked; what becomes of a particle afterwards is a formula of its age. So with parameters that stay, the picture at a
/// moment follows from the moment and the seed alone, and with parameters that move, from those at each step, which are the
/// ones of the first frame after it.
final class ParticleSystem {
    /// Values a particle was given at its birth.
    struct Particle {
        var birthTime: Double
        var lifetime: Double
        var position: SIMD3<Double>
        var velocity: SIMD3<Double>
        var acceleration: SIMD3<Double>
        var scale, scaleSpeed: Double
        var angle, spin: Double
        var color, colorSpeed: SIMD4<Float>
        /// Which cell, in order of depth first.
        var cell: Int32
        var number: UInt64

        @inline(__always)
        func place(at age: Double) -> SIMD3<Double> { position + velocity * age + acceleration * (age * age / 2) }
    }

    /// A cell of the tree of cells, flat.
    struct Cell {
        var cell: EmitterCell
        /// The cell whose particles emit this one's; -1 for the layer itself.
        var parent: Int32
    }

    private(set) var particles: [Particle] = []
    private(set) var cells: [Cell] = []
    /// Births left out because there were too many particles.
    private(set) var refusedCount = 0
    /// Steps done so far; nil before the first.
    private var step: Int?

    static let stepsPerSecond = 120.0
    /// Particles alive at a time.
    static let limit = 8_192
    /// Cells of one emitter, and how deep they are nested.
    private static let cellLimit = 64
    private static let depthLimit = 4
    /// An emitter that is seen late looks as if it had run before: for as long as this, seconds.
    private static let longestPast = 20.0

    var isEmpty: Bool { particles.isEmpty }

    /// What was placed on the screen last.
    var sprites: [ParticleSprite] = []
    /// The layer's own time that it was brought to.
    private(set) var time = 0.0
    /// Time goes on and there is something to see, or will be.
    var isMoving = false

    // MARK: Cells

    /// Takes the cells; particles that are alive stay if their cell has a successor.
    func setCells(_ content: EmitterContent) {
        cells.removeAll()
        var open = content.cells.reversed().map { (cell: $0, parent: Int32(-1), depth: 0) }
        while let next = open.popLast(), cells.count < Self.cellLimit {
            let number = Int32(cells.count)
            cells.append(Cell(cell: next.cell, parent: next.parent))
            if next.depth + 1 < Self.depthLimit {
                open += next.cell.cells.reversed().map { (cell: $0, parent: number, depth: next.depth + 1) }
            }
        }
        particles.removeAll { $0.cell >= cells.count }
    }

    /// Whether anything will be born as things are.
    func isProductive(_ content: EmitterContent) -> Bool {
        content.birthRate > 0 && content.lifetime > 0
            && cells.contains {
                $0.parent < 0 && $0.cell.isEnabled && $0.cell.birthRate > 0
                    && $0.cell.lifetime + $0.cell.lifetimeRange.magnitude > 0
            }
    }

    // MARK: Time

    /// Brings the particles to `time`, the layer's own. Time that runs backwards begins anew.
    func advance(to time: Double, _ content: EmitterContent) {
        guard time.isFinite, time.magnitude < 1e12 else { return }
        self.time = time
        let now = Int((max(time, 0) * Self.stepsPerSecond).rounded(.down))
        if let step, step > now {
            particles.removeAll()
            self.step = nil
        }
        let past = min(longestLifetime(content), Self.longestPast)
        let earliest = now - Int((past * Self.stepsPerSecond).rounded(.up))
        var next = max(step ?? 0, earliest, 0)
        if next < now, isProductive(content) || !particles.isEmpty {
            while next < now {
                // A long past must not be crowded out by those that are dead by now.
                if particles.count > Self.limit / 2 || next % 32 == 0 {
                    dropDead(at: Double(next) / Self.stepsPerSecond)
                }
                emit(in: next, content)
                next += 1
            }
        }
        step = now
        dropDead(at: time)
    }

    private func dropDead(at time: Double) { particles.removeAll { time - $0.birthTime >= $0.lifetime } }

    private func longestLifetime(_ content: EmitterContent) -> Double {
        var longest = 0.0
        for cell in cells {
            let own = Double(cell.cell.lifetime + cell.cell.lifetimeRange.magnitude) * Double(max(content.lifetime, 0))
            // Cells in cells live one after the other.
            if own > 0 { longest += own }
        }
        return longest
    }

    /// The births of one step: as many as whole numbers lie in the rate's stretch of it.
    private func emit(in step: Int, _ content: EmitterContent) {
        let from = Double(step)
        for number in cells.indices {
            let cell = cells[number].cell
            guard cell.isEnabled, cell.birthRate > 0, cell.birthRate.isFinite else { continue }
            // Asking every mother takes long when there is no room for a child.
            guard particles.count < Self.limit else {
                refusedCount += 1
                continue
            }
            let parent = cells[number].parent
            if parent < 0 {
                let rate = Double(cell.birthRate) * Double(max(content.birthRate, 0))
                births(from, rate, seed: 0) { time, birth in
                    let key = Self.mixed(UInt64(content.seed) << 32 | UInt64(number), birth)
                    add(number, at: time, origin: origin(content, key), base: .zero, key, content)
                }
            } else {
                let time = (from + 0.5) / Self.stepsPerSecond
                for index in particles.indices {
                    let mother = particles[index]
                    let age = time - mother.birthTime
                    guard mother.cell == parent, age >= 0, age < mother.lifetime else { continue }
                    if particles.count >= Self.limit { break }
                    births(from, Double(cell.birthRate), seed: mother.number) { time, birth in
                        let age = max(0, time - mother.birthTime)
                        let key = Self.mixed(mother.number &+ UInt64(number), birth)
                        add(number, at: time, origin: (mother.place(at: age), nil), base: .zero, key, content)
                    }
                }
            }
        }
    }

    private func births(_ step: Double, _ rate: Double, seed: UInt64, _ body: (Double, UInt64) -> Void) {
        // Every mother has a phase of its own, so that not all give birth at once.
        let phase = Double(seed % 1024) / 1024
        let perStep = min(rate / Self.stepsPerSecond, Double(Self.limit))
        let first = (step * perStep + phase).rounded(.down)
        let end = ((step + 1) * perStep + phase).rounded(.down)
        guard end > first else { return }
        for k in 0..<Int(end - first) {
            let birth = first + Double(k) + 1
            let time = min(max((birth - phase) / perStep, step), step + 1) / Self.stepsPerSecond
            body(time, UInt64(birth))
            if particles.count >= Self.limit { return }
        }
    }

    // MARK: A birth

    private func add(
        _ number: Int, at time: Double, origin: (place: SIMD3<Double>, direction: Double?), base: SIMD3<Double>,
        _ key: UInt64, _ content: EmitterContent
    ) {
        guard particles.count < Self.limit else {
            refusedCount += 1
            return
        }
        var random = Random(state: key)
        let cell = cells[number].cell
        let lifetime =
            (Double(cell.lifetime) + random.spread(Double(cell.lifetimeRange))) * Double(max(content.lifetime, 0))
        guard lifetime > 0 else { return }
        // A range is the whole width, around the value.
        let longitude = (origin.direction ?? 0) + cell.emissionLongitude + random.spread(cell.emissionRange)
        let latitude = cell.emissionLatitude
        let speed = (cell.velocity + random.spread(cell.velocityRange)) * content.velocity
        let velocity =
            SIMD3(cos(longitude) * cos(latitude), sin(longitude) * cos(latitude), sin(latitude)) * speed
        var color = cell.color
        for channel in 0..<4 { color[channel] += Float(random.spread(Double(cell.colorRange[channel]))) }
        let particle = Particle(
            birthTime: time, lifetime: lifetime, position: origin.place, velocity: velocity + base,
            acceleration: cell.acceleration, scale: (cell.scale + random.spread(cell.scaleRange)) * content.scale,
            scaleSpeed: cell.scaleSpeed * content.scale, angle: 0,
            spin: (cell.spin + random.spread(cell.spinRange)) * content.spin, color: color,
            colorSpeed: cell.colorSpeed, cell: Int32(number), number: key)
        let check = particle.position + particle.velocity + particle.acceleration
        guard (check.sum() + particle.scale + particle.spin).isFinite else { return }
        particles.append(particle)
    }

    /// Where a particle of the layer itself begins, and the direction away from the middle for outlines and surfaces.
    private func origin(_ content: EmitterContent, _ key: UInt64) -> (place: SIMD3<Double>, direction: Double?) {
        var random = Random(state: key ^ 0x9E37_79B9_7F4A_7C15)
        let middle = SIMD3(content.position.x, content.position.y, content.zPosition)
        let half = SIMD3(content.size.x, content.size.y, content.depth) / 2
        switch content.shape {
        case .point:
            return (middle, nil)
        case .line:
            let side = content.mode == .points ? (random.unit() < 0.5 ? -1.0 : 1) : random.unit() * 2 - 1
            return (middle + SIMD3(half.x * side, 0, 0), nil)
        case .rectangle, .cuboid:
            var place = SIMD3(random.unit() * 2 - 1, random.unit() * 2 - 1, random.unit() * 2 - 1)
            if content.shape == .rectangle { place.z = 0 }
            switch content.mode {
            case .points:
                for axis in 0..<3 where place[axis] != 0 { place[axis] = place[axis] < 0 ? -1 : 1 }
            case .outline, .surface:
                let axis = random.unit() < half.y / max(half.x + half.y, .leastNormalMagnitude) ? 0 : 1
                place[axis] = place[axis] < 0 ? -1 : 1
            case .volume: break
            }
            return (middle + place * half, nil)
        case .circle, .sphere:
            let angle = random.unit() * 2 * .pi
            let radius = content.size.x
            // Even over the area.
            let share = content.mode == .volume ? random.unit().squareRoot() : 1
            if content.mode == .points { return (middle, angle) }
            var height = 0.0
            if content.shape == .sphere { height = random.unit() * 2 - 1 }
            let flat = (1 - height * height).squareRoot()
            let way = SIMD3(cos(angle) * flat, sin(angle) * flat, height)
            return (middle + way * (radius * share), angle)
        }
    }

    // MARK: Chance

    /// Numbers that follow from a key alone.
    private struct Random {
        var state: UInt64

        mutating func unit() -> Double {
            state &+= 0x9E37_79B9_7F4A_7C15
            return Double(ParticleSystem.mixed(state, 0) >> 11) / 9_007_199_254_740_992
        }

        /// Between −range/2 and range/2.
        mutating func spread(_ range: Double) -> Double { (unit() - 0.5) * range }
    }

    private static func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
        var z = a &* 0xBF58_476D_1CE4_E5B9 &+ b &* 0x94D0_49BB_1331_11EB &+ 0x2545_F491_4F6C_DD1D
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
