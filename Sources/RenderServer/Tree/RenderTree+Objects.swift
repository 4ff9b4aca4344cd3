internal import Motion
internal import Raster

/// A layer's contents under way from one picture to another.
struct ContentsBlend {
    /// What the model says.
    var model: Commit.ContentsUpdate
    /// What is shown; nil when that has to be found out again.
    var shown: MotionBlend?
}

/// Animations of what is no number: pictures dissolve into each other, and outlines of the same kind move point by point.
extension RenderTree {
    func keep(_ updates: [Commit.ObjectUpdate]) {
        for update in updates {
            animationObjects[update.number] = update.object
            objectNumbers[update.animation, default: []].append(update.number)
        }
    }

    func forgetObjects(of animation: UInt64) {
        guard let numbers = objectNumbers.removeValue(forKey: animation) else { return }
        for number in numbers { animationObjects[number] = nil }
    }

    func presentObject(_ blend: MotionBlend, of property: LayerKey, at index: Int32) {
        switch property {
        case .contents: presentContents(blend, at: index)
        case .path: presentPath(blend, at: index)
        default: presentShadowPath(blend, at: index)
        }
    }

    // MARK: Pictures

    private func presentContents(_ blend: MotionBlend, at index: Int32) {
        if blend.from == 0, blend.to == 0 {
            if let blend = contentsBlends.removeValue(forKey: index) {
                var model = blend.model
                model.changed = nil
                showContents(index, model)
            }
            return
        }
        if contentsBlends[index] == nil {
            let number = Int(nodes.base[Int(index)].contents)
            let name = LayerID(rawValue: UInt32(bitPattern: index))
            contentsBlends[index] = ContentsBlend(
                model: Commit.ContentsUpdate(
                    layer: name, bitmap: number < 0 ? nil : contents.base[number].committed,
                    color: number < 0 ? 0 : contents.base[number].color, changed: nil))
        }
        guard let running = contentsBlends[index], running.shown != blend else { return }
        contentsBlends[index]?.shown = blend
        let mixture = mixed(picture(blend.from, running.model), picture(blend.to, running.model), blend.share)
        showContents(index, Commit.ContentsUpdate(layer: running.model.layer, bitmap: mixture, changed: nil))
    }

    private func picture(_ number: UInt32, _ model: Commit.ContentsUpdate) -> Bitmap? {
        if number == 0 { return model.picture }
        if case .picture(let bitmap)? = animationObjects[number] { return bitmap }
        return nil
    }

    /// Each picture by its share, in the size of the second. Where both are the same, so is the result.
    private func mixed(_ from: Bitmap?, _ to: Bitmap?, _ share: Double) -> Bitmap? {
        let weight = share > 0 ? UInt8((min(share, 1) * 255).rounded()) : 0
        if weight == 0 || from === to { return from }
        if weight == 255 { return to }
        guard let size = (to ?? from)?.bounds,
            let bitmap = try? Bitmap(width: size.width, height: size.height, format: .argb8888)
        else { return to }
        if let to { Kernels.over(to.surface, onto: bitmap.surface, alpha: weight) }
        if let from, let fitting = from.bounds == size ? from : resized(from, to: size) {
            Kernels.blend(.plusLighter, fitting.surface, onto: bitmap.surface, alpha: 255 - weight)
        }
        bitmap.isOpaque = from?.isOpaque ?? false && to?.isOpaque ?? false
        bitmap.freeze()
        return bitmap
    }

    private func resized(_ picture: Bitmap, to size: PixelRect) -> Bitmap? {
        guard let bitmap = try? Bitmap(width: size.width, height: size.height, format: .argb8888),
            let transform = SamplingTransform(
                a: Double(picture.width) / Double(size.width), b: 0, c: 0,
                d: Double(picture.height) / Double(size.height), tx: 0, ty: 0)
        else { return nil }
        Kernels.over(
            picture.surface, sampling: Sampling(transform: transform, taps: picture.bounds), onto: bitmap.surface,
            originX: 0, originY: 0)
        return bitmap
    }

    // MARK: Outlines

    private func presentPath(_ blend: MotionBlend, at index: Int32) {
        let number = Int(specialNumber(index))
        guard number >= 0, case .shape(var shown) = specials.base[number].shown,
            case .shape(let model) = specials.base[number].model, specials.base[number].outline != blend
        else { return }
        specials.base[number].outline = blend
        let shape = outline(blend, model.shape)
        if shape === shown.shape { return }
        shown.shape = shape
        specials.base[number].shown = .shape(shown)
        // The next outline may come to lie where this one was.
        specials.base[number].masks?.forgetOutline()
        markDirty(index, .looksChanged)
    }

    private func presentShadowPath(_ blend: MotionBlend, at index: Int32) {
        let number = Int(effectsNumber(index))
        guard number >= 0, effects.base[number].shadowBlend != blend else { return }
        effects.base[number].shadowBlend = blend
        let shape = outline(blend, effects.base[number].modelShadowShape)
        if shape === effects.base[number].shadowShape { return }
        effects.base[number].shadowShape = shape
        effects.base[number].shadowForm.outline = nil
        markDirty(index)
    }

    /// Where there is nothing in between, the first outline stays until the end.
    private func outline(_ blend: MotionBlend, _ model: (any LayerShape)?) -> (any LayerShape)? {
        func shape(_ number: UInt32) -> (any LayerShape)? {
            if number == 0 { return model }
            if case .outline(let shape)? = animationObjects[number] { return shape }
            return nil
        }
        let from = shape(blend.from)
        let to = shape(blend.to)
        if from === to || !(blend.share > 0) { return from }
        if blend.share >= 1 { return to }
        guard let from, let to else { return from }
        return from.blended(with: to, share: blend.share) ?? from
    }
}

extension Commit.ContentsUpdate {
    /// The contents as a picture; coverage in its colour.
    fileprivate var picture: Bitmap? {
        guard let bitmap, bitmap.format == .a8 else { return bitmap }
        guard let made = try? Bitmap(width: bitmap.width, height: bitmap.height, format: .argb8888) else { return nil }
        Kernels.over(color, through: bitmap.surface, onto: made.surface)
        made.freeze()
        return made
    }
}
