internal import Raster

/// A particle as an item draws it.
struct ParticlePicture {
    var extent: ScreenRect
    var source: PixelSurface
    var sampling: Sampling
    /// Premultiplied.
    var tint: UInt32
    var isAdditive: Bool
}

extension DisplayList {
    func addParticles(
        _ content: EmitterContent, _ system: ParticleSystem, _ node: UnsafePointer<RenderNode>, alpha: UInt8
    ) {
        let first = particles.count
        var extent = ScreenRect.empty
        for sprite in system.sprites {
            let cell = system.cells[Int(sprite.cell)].cell
            guard let bitmap = cell.contents, let part = cell.part(of: bitmap),
                let transform = SamplingTransform(
                    a: sprite.map.a, b: sprite.map.b, c: sprite.map.c, d: sprite.map.d, tx: sprite.map.tx,
                    ty: sprite.map.ty)
            else { continue }
            let filter = sprite.map.determinant.magnitude > 1 ? cell.minificationFilter : cell.magnificationFilter
            let taps = PixelRect(
                minX: Int(part.x.pixelFloor), minY: Int(part.y.pixelFloor), maxX: Int(part.z.pixelCeil),
                maxY: Int(part.w.pixelCeil))
            let source = bitmap.isOpaque ? bitmap.surface.reinterpreted(as: .xrgb8888) : bitmap.surface
            particles.append(
                ParticlePicture(
                    extent: sprite.extent, source: source,
                    sampling: Sampling(
                        transform: transform, taps: taps, minX: part.x, minY: part.y, maxX: part.z, maxY: part.w,
                        filter: filter == .nearest ? .nearest : .bilinear),
                    tint: multiplied(sprite.tint, by: alpha), isAdditive: content.order == .additive))
            extent = extent.union(sprite.extent)
        }
        if particles.count == first { return }
        add(
            DisplayItem(
                kind: .particles, resource: Int32(first), rect: extent, side: Int32(particles.count - first)), extent)
    }
}

extension TileCompositor {
    /// Each particle that shows in `part`: its picture times its colour, laid over what is there or added to it.
    func drawParticles(
        _ list: DisplayList, _ item: UnsafePointer<DisplayItem>, onto target: Target, _ part: ScreenRect, level: Int
    ) {
        for number in 0..<Int(item.pointee.side) {
            let particle = list.particles.base + (Int(item.pointee.resource) + number)
            let place = particle.pointee.extent.intersection(part)
            if place.isEmpty { continue }
            let tint = particle.pointee.tint
            if !particle.pointee.isAdditive, tint == (tint >> 24) &* 0x0101_0101 {
                // White: its alpha is all there is.
                Kernels.over(
                    particle.pointee.source, sampling: particle.pointee.sampling, onto: target.part(place),
                    originX: Int(place.minX), originY: Int(place.minY), alpha: UInt8(tint >> 24))
                continue
            }
            let picture = tile(level + 1, place)
            Kernels.fill(picture.surface, colour: 0)
            Kernels.over(
                particle.pointee.source, sampling: particle.pointee.sampling, onto: picture.surface,
                originX: Int(place.minX), originY: Int(place.minY))
            if particle.pointee.isAdditive {
                Kernels.add(picture.surface, tint: tint, onto: target.part(place))
            } else {
                Kernels.over(picture.surface, tint: tint, onto: target.part(place))
            }
        }
    }
}
