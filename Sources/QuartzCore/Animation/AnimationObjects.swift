internal import CoreGraphics
internal import Foundation
internal import Motion
internal import RenderServer

/// Gives numbers to the pictures and paths that animations go from and to, while they become what is evaluated.
@MainActor
enum AnimationObjects {
    /// Those of the animation that is being started.
    private static var collected: [(number: UInt32, object: AnimationObject)] = []
    private static var last: UInt32 = 0

    /// Nil for a value that `key` does not take.
    static func motion(_ value: Any, for key: LayerKey) -> MotionValue? {
        let object: AnimationObject
        switch value {
        case is NSNull: object = .nothing
        case let image as CGImage where key == .contents: object = .picture(image.bitmap)
        case let store as LayerStore where key == .contents: object = store.bitmap.map { .picture($0) } ?? .nothing
        case let path as CGPath where key != .contents:
            guard let shape = PathShape(path) else { return nil }
            object = .outline(shape)
        default: return nil
        }
        last = last == .max ? 1 : last + 1
        collected.append((last, object))
        return .blend(MotionBlend(last))
    }

    /// The properties that the motions of `LayerKey.custom` drive, in their order.
    static var customNames: [String] = []

    static func takeNames() -> [String] {
        if customNames.isEmpty { return [] }
        defer { customNames = [] }
        return customNames
    }

    static func take() -> [(number: UInt32, object: AnimationObject)] {
        if collected.isEmpty { return [] }
        defer { collected = [] }
        return collected
    }
}

extension CALayer {
    /// What an animation of a property that is no number takes off from; nil if there is nothing.
    final func objectOnScreen(for key: LayerKey) -> Any? {
        switch key {
        case .contents: return details?.contents ?? NSNull()
        case .path:
            if isUnderWay(key), let shown = presentation() as? CAShapeLayer { return shown.path }
            return storedValue(forKeyPath: key.rawValue)
        case .shadowPath:
            return isUnderWay(key) ? presentation()?.shadowPath : shadowPath
        default: return nil
        }
    }

    private func isUnderWay(_ key: LayerKey) -> Bool {
        details?.animations.contains { $0.motions.contains { $0.key == key } } ?? false
    }

    /// The outline that is on screen at `time`, the layer's own; `model` is the one without animations.
    final func presentedOutline(of key: LayerKey, _ model: PathShape?, at time: Double) -> PathShape? {
        guard let details, isUnderWay(key) else { return model }
        var value = MotionValue.blend(MotionBlend())
        var objects: [UInt32: AnimationObject] = [:]
        for attached in details.animations {
            for motion in attached.motions where motion.key == key { motion.apply(to: &value, at: time) }
            for (number, object) in attached.objects { objects[number] = object }
        }
        guard case .blend(let blend) = value else { return model }
        func shape(_ number: UInt32) -> PathShape? {
            if number == 0 { return model }
            guard case .outline(let shape)? = objects[number] else { return nil }
            return shape as? PathShape
        }
        let from = shape(blend.from)
        if blend.from == blend.to || !(blend.share > 0) { return from }
        let to = shape(blend.to)
        if blend.share >= 1 { return to }
        guard let from, let to else { return from }
        return from.blended(with: to, share: blend.share) as? PathShape ?? from
    }
}
