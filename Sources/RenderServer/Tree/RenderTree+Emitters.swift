internal import Raster

extension RenderTree {
    /// Brings the particles of all emitter layers to `time`, seconds of the root's superlayer.
    func advanceEmitters(at time: Double) {
        emitters.removeAll { !exists($0) || nodes.base[Int($0)].specialKind != .emitter }
        for index in emitters {
            guard case .emitter(let content) = special(index).pointee.shown,
                let system = special(index).pointee.particles
            else { continue }
            let clock = layerTime(of: index, at: time)
            let hadRefused = system.refusedCount > 0
            system.advance(to: clock.time, content)
            if system.refusedCount > 0, !hadRefused {
                reportOnce("an emitter layer has more than \(ParticleSystem.limit) particles; the rest is not born")
            }
            system.isMoving = !clock.isStopped && (!system.isEmpty || system.isProductive(content))
            if system.isMoving || !system.sprites.isEmpty || !system.isEmpty { markDirty(index) }
        }
    }

    /// Places the particles; what they cover now and did before is damage. Returns what they cover.
    func placeParticles(
        _ system: ParticleSystem, _ content: EmitterContent, _ index: Int32, clip: ScreenRect
    ) -> ScreenRect {
        let node = nodes.base + Int(index)
        // As long as it is seen, it needs frames.
        if system.isMoving { nextAnimationTime = -.infinity }
        let old = system.sprites
        let new = system.makeSprites(content, world: node.pointee.world, clip: clip)
        var extent = ScreenRect.empty
        for sprite in new { extent = extent.union(sprite.extent) }
        if new == old { return extent }
        for sprite in old { addDamage(sprite.extent, in: index) }
        for sprite in new { addDamage(sprite.extent, in: index) }
        system.sprites = new
        links.base[Int(index)].flags.insert(.subtreeChanged)
        return extent
    }
}
