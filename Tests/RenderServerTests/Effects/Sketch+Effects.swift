import Raster

@testable import RenderServer

extension Sketch {
    /// Gives a layer effects.
    func effects(_ id: UInt32, shape: (any LayerShape)? = nil, _ change: (inout LayerEffects) -> Void) {
        var effects = LayerEffects()
        change(&effects)
        commit.effects.append(
            Commit.EffectsUpdate(layer: LayerID(rawValue: id), effects: effects, shadowShape: shape))
    }

    func noEffects(_ id: UInt32) {
        commit.effects.append(Commit.EffectsUpdate(layer: LayerID(rawValue: id), effects: nil, shadowShape: nil))
    }

    func mask(_ id: UInt32, _ mask: UInt32?) {
        commit.masks.append(
            Commit.MaskUpdate(layer: LayerID(rawValue: id), mask: mask.map(LayerID.init(rawValue:))))
    }
}

/// A rectangle as an outline.
final class RectangleShape: LayerShape {
    let edges: SIMD4<Double>

    init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        edges = SIMD4(x, y, x + width, y + height)
    }

    var extent: SIMD4<Double>? { edges }

    func writeFill(isEvenOdd: Bool, placement: ShapePlacement, to mask: PixelSurface) {
        let world = Affine(
            a: placement.a, b: placement.b, c: placement.c, d: placement.d, tx: placement.tx, ty: placement.ty)
        guard let inverse = world.inverse else { return Kernels.clearMask(mask) }
        for y in 0..<mask.height {
            for x in 0..<mask.width {
                let u = inverse.a * (Double(x) + 0.5) + inverse.c * (Double(y) + 0.5) + inverse.tx
                let v = inverse.b * (Double(x) + 0.5) + inverse.d * (Double(y) + 0.5) + inverse.ty
                let isInside = u >= edges.x && u < edges.z && v >= edges.y && v < edges.w
                mask.row(y).storeBytes(of: isInside ? 255 : 0, toByteOffset: x, as: UInt8.self)
            }
        }
    }

    func writeStroke(_ stroke: ShapeStroke, placement: ShapePlacement, to mask: PixelSurface) {
        Kernels.clearMask(mask)
    }
}

extension Kernels {
    fileprivate static func clearMask(_ mask: PixelSurface) {
        for y in 0..<mask.height { mask.row(y).initializeMemory(as: UInt8.self, repeating: 0, count: mask.width) }
    }
}
