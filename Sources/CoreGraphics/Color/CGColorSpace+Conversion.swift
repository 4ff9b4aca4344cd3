import Foundation

extension CGColorSpace {
    /// How a colour's components become light.
    struct Encoding: Hashable, Sendable {
        enum Primaries: Hashable, Sendable { case sRGB, displayP3, adobe }
        enum Curve: Hashable, Sendable {
            case sRGB, linear
            case gamma(Double)
        }

        var primaries = Primaries.sRGB
        var curve = Curve.sRGB
        /// Whether components may lie outside 0 … 1.
        var isExtended = false
    }

    /// Red, green and blue in sRGB's encoding, not limited to 0 … 1, of the components in `values`.
    func toSRGB(_ values: SIMD4<Double>) -> SIMD3<Double> {
        switch model {
        case .cmyk:
            let inks = values.clamped(lowerBound: .zero, upperBound: .one)
            return SIMD3(1 - inks.x, 1 - inks.y, 1 - inks.z) * (1 - inks.w)
        case .rgb, .monochrome:
            let rgb = model == .rgb ? SIMD3(values.x, values.y, values.z) : SIMD3(repeating: values.x)
            if encoding.primaries == .sRGB, encoding.curve == .sRGB { return rgb }
            return encoding.primaries.toSRGB(rgb.map(encoding.curve.decode)).map(Encoding.Curve.sRGB.encode)
        default:
            return .zero
        }
    }

    /// The components in this space, limited to 0 … 1 unless the space is extended, of a colour from `toSRGB`.
    func fromSRGB(_ rgb: SIMD3<Double>) -> SIMD4<Double> {
        var values: SIMD4<Double>
        switch model {
        case .cmyk:
            let light = rgb.clamped(lowerBound: .zero, upperBound: .one)
            let brightest = light.max()
            guard brightest > 0 else { return SIMD4(0, 0, 0, 1) }
            let inks = 1 - light / brightest
            values = SIMD4(inks.x, inks.y, inks.z, 1 - brightest)
        case .rgb:
            if encoding.primaries == .sRGB, encoding.curve == .sRGB {
                values = SIMD4(rgb, 0)
            } else {
                let light = rgb.map(Encoding.Curve.sRGB.decode)
                values = SIMD4(encoding.primaries.fromSRGB(light).map(encoding.curve.encode), 0)
            }
        case .monochrome:
            // A grey keeps its level; of a colour the light counts as the eye weighs it.
            if rgb.x == rgb.y, rgb.y == rgb.z, encoding.curve == .sRGB {
                values = SIMD4(rgb.x, 0, 0, 0)
            } else {
                let light = rgb.map(Encoding.Curve.sRGB.decode)
                let level = (light * SIMD3(0.2126, 0.7152, 0.0722)).sum()
                values = SIMD4(encoding.curve.encode(level), 0, 0, 0)
            }
        default:
            values = .zero
        }
        return encoding.isExtended ? values : values.clamped(lowerBound: .zero, upperBound: .one)
    }
}

extension CGColorSpace.Encoding.Curve {
    /// From a component to light; the curve goes on below 0 as its mirror image.
    func decode(_ value: Double) -> Double {
        let size = abs(value)
        let light =
            switch self {
            case .linear: size
            case .sRGB: size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
            case .gamma(let exponent): pow(size, exponent)
            }
        return value < 0 ? -light : light
    }

    func encode(_ light: Double) -> Double {
        let size = abs(light)
        let value =
            switch self {
            case .linear: size
            case .sRGB: size <= 0.0031308 ? size * 12.92 : 1.055 * pow(size, 1 / 2.4) - 0.055
            case .gamma(let exponent): pow(size, 1 / exponent)
            }
        return light < 0 ? -value : value
    }
}

extension CGColorSpace.Encoding.Primaries {
    /// The rows that turn light of these primaries into light of sRGB's; all have the white D65.
    private var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
        switch self {
        case .sRGB: (SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))
        case .displayP3:
            (
                SIMD3(1.2249401762805598, -0.2249401762805598, 0), SIMD3(-0.0420569547096881, 1.0420569547096881, 0),
                SIMD3(-0.0196375545903344, -0.0786360455506319, 1.0982736001409663)
            )
        case .adobe:
            (
                SIMD3(1.3983557439607783, -0.3983557439607783, 0), SIMD3(0, 1, 0),
                SIMD3(0, -0.0429289893146658, 1.0429289893146658)
            )
        }
    }

    private var inverseRows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
        switch self {
        case .sRGB: (SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))
        case .displayP3:
            (
                SIMD3(0.8224619687143623, 0.1775380312856377, 0), SIMD3(0.0331941988509616, 0.9668058011490384, 0),
                SIMD3(0.0170826307211200, 0.0723974407676060, 0.9105199286112740)
            )
        case .adobe:
            (
                SIMD3(0.7151256068556350, 0.2848743931443650, 0), SIMD3(0, 1, 0),
                SIMD3(0, 0.0411619045187283, 0.9588380954812717)
            )
        }
    }

    func toSRGB(_ light: SIMD3<Double>) -> SIMD3<Double> { Self.multiply(rows, light) }
    func fromSRGB(_ light: SIMD3<Double>) -> SIMD3<Double> { Self.multiply(inverseRows, light) }

    private static func multiply(
        _ rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>), _ light: SIMD3<Double>
    ) -> SIMD3<Double> {
        SIMD3((rows.0 * light).sum(), (rows.1 * light).sum(), (rows.2 * light).sum())
    }
}

extension SIMD3<Double> {
    fileprivate func map(_ function: (Double) -> Double) -> SIMD3<Double> {
        SIMD3(function(x), function(y), function(z))
    }
}
