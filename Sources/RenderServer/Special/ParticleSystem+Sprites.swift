#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Foundation
#endif
internal import Raster

/// A particle on the screen.
struct ParticleSprite: Equatable {
    var extent: ScreenRect
    /// From screen pixels to the cell's picture.
    var map: Affine
    /// Premultiplied.
    var tint: UInt32
    var cell: Int32
}

extension ParticleSystem {
    /// Places all particles, in drawing order, as seen through `world` and within `clip`.
    func makeSprites(_ content: EmitterContent, world: Affine, clip: ScreenRect) -> [ParticleSprite] {
        if particles.isEmpty || clip.isEmpty { return [] }
        var made: [ParticleSprite] = []
        made.reserveCapacity(particles.count)
        switch content.order {
        case .oldestLast:
            for particle in particles.reversed() { appendSprite(of: particle, to: &made, world, clip) }
        case .backToFront:
            let heights = particles.map { $0.place(at: time - $0.birthTime).z }
            for index in particles.indices.sorted(by: { (heights[$0], $0) < (heights[$1], $1) }) {
                appendSprite(of: particles[index], to: &made, world, clip)
            }
        case .unordered, .oldestFirst, .additive:
            for particle in particles { appendSprite(of: particle, to: &made, world, clip) }
        }
        return made
    }

    private func appendSprite(
        of particle: Particle, to made: inout [ParticleSprite], _ world: Affine, _ clip: ScreenRect
    ) {
        let cell = cells[Int(particle.cell)].cell
        let age = time - particle.birthTime
        guard age >= 0, let bitmap = cell.contents, let part = cell.part(of: bitmap) else { return }
        let color = particle.color + particle.colorSpeed * Float(age)
        let tint = premultiplied(color.clamped(lowerBound: .zero, upperBound: .one))
        let scale = (particle.scale + particle.scaleSpeed * age) / (cell.contentsScale > 0 ? cell.contentsScale : 1)
        guard tint != 0, scale != 0 else { return }
        let place = particle.place(at: age)
        let angle = particle.angle + particle.spin * age
        let (a, b) = (cos(angle) * scale, sin(angle) * scale)
        // About the middle of the picture.
        let toLayer = Affine(a: a, b: b, c: -b, d: a, tx: place.x, ty: place.y)
            .preceded(byShift: -(part.x + part.z) / 2, -(part.y + part.w) / 2)
        let toScreen = toLayer.concatenating(world)
        guard toScreen.isFinite, let map = toScreen.inverse else { return }
        let extent = toScreen.box(of: part).intersection(clip)
        if extent.isEmpty { return }
        made.append(ParticleSprite(extent: extent, map: map, tint: tint, cell: particle.cell))
    }
}

extension EmitterCell {
    /// The edges of the part of the picture that is shown, pixels; nil for none.
    func part(of bitmap: Bitmap) -> SIMD4<Double>? {
        let size = SIMD2(Double(bitmap.width), Double(bitmap.height))
        let low = pointwiseMax(SIMD2(0, 0), SIMD2(contentsRect.x, contentsRect.y) * size)
        let high = pointwiseMin(size, SIMD2(contentsRect.x + contentsRect.z, contentsRect.y + contentsRect.w) * size)
        guard low.x < high.x, low.y < high.y, bitmap.format.bytesPerPixel == 4 else { return nil }
        return SIMD4(lowHalf: low, highHalf: high)
    }
}

extension Affine {
    /// The pixels that a rectangle given by its edges may touch.
    fileprivate func box(of edges: SIMD4<Double>) -> ScreenRect {
        let xs =
            SIMD4(
                a * edges.x + c * edges.y, a * edges.z + c * edges.y, a * edges.x + c * edges.w,
                a * edges.z + c * edges.w) + tx
        let ys =
            SIMD4(
                b * edges.x + d * edges.y, b * edges.z + d * edges.y, b * edges.x + d * edges.w,
                b * edges.z + d * edges.w) + ty
        return ScreenRect(
            minX: xs.min().pixelFloor, minY: ys.min().pixelFloor, maxX: xs.max().pixelCeil, maxY: ys.max().pixelCeil)
    }
}
