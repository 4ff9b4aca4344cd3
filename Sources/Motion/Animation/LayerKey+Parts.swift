extension LayerKey {
    /// The whole property this key names, or names a part of.
    public var property: LayerKey {
        switch self {
        case .boundsOrigin, .boundsOriginX, .boundsOriginY, .boundsSize, .boundsSizeWidth, .boundsSizeHeight: .bounds
        case .positionX, .positionY: .position
        case .shadowOffsetWidth, .shadowOffsetHeight: .shadowOffset
        case .transformScale, .transformScaleX, .transformScaleY, .transformScaleZ,
            .transformRotation, .transformRotationX, .transformRotationY, .transformRotationZ,
            .transformTranslation, .transformTranslationX, .transformTranslationY, .transformTranslationZ:
            .transform
        case .sublayerTransformScale, .sublayerTransformScaleX, .sublayerTransformScaleY,
            .sublayerTransformScaleZ, .sublayerTransformRotation, .sublayerTransformRotationX,
            .sublayerTransformRotationY, .sublayerTransformRotationZ, .sublayerTransformTranslation,
            .sublayerTransformTranslationX, .sublayerTransformTranslationY, .sublayerTransformTranslationZ:
            .sublayerTransform
        case .instanceTransformScale, .instanceTransformScaleX, .instanceTransformScaleY,
            .instanceTransformScaleZ, .instanceTransformRotation, .instanceTransformRotationX,
            .instanceTransformRotationY, .instanceTransformRotationZ, .instanceTransformTranslation,
            .instanceTransformTranslationX, .instanceTransformTranslationY, .instanceTransformTranslationZ:
            .instanceTransform
        default: self
        }
    }

    /// For a part of any of a layer's transforms the same part of `transform`; else the key itself.
    private var partOfTransform: LayerKey {
        switch self {
        case .sublayerTransformScale, .instanceTransformScale: .transformScale
        case .sublayerTransformScaleX, .instanceTransformScaleX: .transformScaleX
        case .sublayerTransformScaleY, .instanceTransformScaleY: .transformScaleY
        case .sublayerTransformScaleZ, .instanceTransformScaleZ: .transformScaleZ
        case .sublayerTransformRotation, .instanceTransformRotation: .transformRotation
        case .sublayerTransformRotationX, .instanceTransformRotationX: .transformRotationX
        case .sublayerTransformRotationY, .instanceTransformRotationY: .transformRotationY
        case .sublayerTransformRotationZ, .instanceTransformRotationZ: .transformRotationZ
        case .sublayerTransformTranslation, .instanceTransformTranslation: .transformTranslation
        case .sublayerTransformTranslationX, .instanceTransformTranslationX: .transformTranslationX
        case .sublayerTransformTranslationY, .instanceTransformTranslationY: .transformTranslationY
        case .sublayerTransformTranslationZ, .instanceTransformTranslationZ: .transformTranslationZ
        default: self
        }
    }

    /// A number below 64 for the property this key names, or names a part of: different for each.
    public var propertyNumber: UInt64 {
        switch property {
        case .bounds: 0
        case .position: 1
        case .zPosition: 2
        case .anchorPoint: 3
        case .anchorPointZ: 4
        case .transform: 5
        case .sublayerTransform: 6
        case .opacity: 7
        case .isHidden: 8
        case .backgroundColor: 9
        case .cornerRadius: 10
        case .borderWidth: 11
        case .borderColor: 12
        case .contentsRect: 13
        case .contentsCenter: 14
        case .contentsScale: 15
        case .shadowColor: 16
        case .shadowOpacity: 17
        case .shadowOffset: 18
        case .shadowRadius: 19
        case .rasterizationScale: 20
        case .blurRadius: 21
        case .backdropBlurRadius: 22
        case .fillColor: 23
        case .strokeColor: 24
        case .strokeStart: 25
        case .strokeEnd: 26
        case .lineWidth: 27
        case .lineDashPhase: 28
        case .miterLimit: 29
        case .colors: 30
        case .locations: 31
        case .startPoint: 32
        case .endPoint: 33
        case .instanceDelay: 34
        case .instanceTransform: 35
        case .instanceColor: 36
        case .instanceRedOffset: 37
        case .instanceGreenOffset: 38
        case .instanceBlueOffset: 39
        case .instanceAlphaOffset: 40
        case .emitterPosition: 41
        case .emitterZPosition: 42
        case .emitterSize: 43
        case .emitterDepth: 44
        case .birthRate: 45
        case .lifetime: 46
        case .velocity: 47
        case .emitterScale: 48
        case .spin: 49
        case .transition: 51
        case .instanceCount: 52
        case .custom: 56
        case .contents: 53
        case .path: 54
        case .shadowPath: 55
        default: 50
        }
    }

    /// Whether the key names a part of its property.
    @inlinable public var isPart: Bool { property != self }

    /// What this key reads in its property's value `whole`; `whole` itself for a key that is no part.
    public func part(of whole: MotionValue) -> MotionValue {
        switch whole {
        case .vector2(let point):
            switch self {
            case .positionX, .shadowOffsetWidth: return .number(point.x)
            case .positionY, .shadowOffsetHeight: return .number(point.y)
            default: return whole
            }
        case .vector4(let rect):
            switch self {
            case .boundsOrigin: return .vector2(rect.lowHalf)
            case .boundsOriginX: return .number(rect.x)
            case .boundsOriginY: return .number(rect.y)
            case .boundsSize: return .vector2(rect.highHalf)
            case .boundsSizeWidth: return .number(rect.z)
            case .boundsSizeHeight: return .number(rect.w)
            default: return whole
            }
        case .matrix(let matrix):
            return isPart ? part(of: matrix) : whole
        case .number, .color, .colors, .numbers, .blend:
            return whole
        }
    }

    /// The property's value `whole` with this key's part replaced. A part of the wrong kind leaves it as it is.
    public func replacingPart(of whole: MotionValue, with part: MotionValue) -> MotionValue {
        switch (whole, part) {
        case (.vector2(var point), .number(let number)):
            switch self {
            case .positionX, .shadowOffsetWidth: point.x = number
            case .positionY, .shadowOffsetHeight: point.y = number
            default: return whole
            }
            return .vector2(point)
        case (.vector4(var rect), .number(let number)):
            switch self {
            case .boundsOriginX: rect.x = number
            case .boundsOriginY: rect.y = number
            case .boundsSizeWidth: rect.z = number
            case .boundsSizeHeight: rect.w = number
            default: return whole
            }
            return .vector4(rect)
        case (.vector4(var rect), .vector2(let pair)):
            switch self {
            case .boundsOrigin: rect.lowHalf = pair
            case .boundsSize: rect.highHalf = pair
            default: return whole
            }
            return .vector4(rect)
        case (.matrix(let matrix), .number(let number)):
            return isPart ? .matrix(replacingPart(of: matrix, with: number)) : whole
        case (.matrix(var matrix), .vector2(let pair)):
            guard partOfTransform == .transformTranslation else { return whole }
            matrix.m41 = pair.x
            matrix.m42 = pair.y
            return .matrix(matrix)
        default:
            return !isPart && whole.isSameKind(as: part) ? part : whole
        }
    }

    private func part(of matrix: Matrix4) -> MotionValue {
        switch partOfTransform {
        case .transformTranslation: return .vector2(SIMD2(matrix.m41, matrix.m42))
        case .transformTranslationX: return .number(matrix.m41)
        case .transformTranslationY: return .number(matrix.m42)
        case .transformTranslationZ: return .number(matrix.m43)
        default: break
        }
        guard let parts = TransformParts(matrix) else {
            // Flattened space still has lengths along its axes, but no directions.
            let scale = matrix.axisLengths
            switch partOfTransform {
            case .transformScaleX: return .number(scale.x)
            case .transformScaleY: return .number(scale.y)
            case .transformScaleZ: return .number(scale.z)
            case .transformScale: return .number(scale.sum() / 3)
            default: return .number(0)
            }
        }
        switch partOfTransform {
        case .transformScaleX: return .number(parts.scale.x)
        case .transformScaleY: return .number(parts.scale.y)
        case .transformScaleZ: return .number(parts.scale.z)
        case .transformScale: return .number(parts.scale.sum() / 3)
        case .transformRotationX: return .number(parts.angles.x)
        case .transformRotationY: return .number(parts.angles.y)
        default: return .number(parts.angles.z)
        }
    }

    private func replacingPart(of matrix: Matrix4, with number: Double) -> Matrix4 {
        var result = matrix
        switch partOfTransform {
        case .transformTranslationX: result.m41 = number
        case .transformTranslationY: result.m42 = number
        case .transformTranslationZ: result.m43 = number
        default:
            var parts = TransformParts(matrix) ?? TransformParts(unturning: matrix)
            switch partOfTransform {
            case .transformScaleX: parts.scale.x = number
            case .transformScaleY: parts.scale.y = number
            case .transformScaleZ: parts.scale.z = number
            case .transformScale: parts.scale = SIMD3(repeating: number)
            case .transformRotationX: parts.angles.x = number
            case .transformRotationY: parts.angles.y = number
            case .transformRotation, .transformRotationZ: parts.angles.z = number
            default: break
            }
            result = parts.matrix
        }
        return result
    }
}

extension Matrix4 {
    fileprivate var axisLengths: SIMD3<Double> {
        SIMD3(
            (m11 * m11 + m12 * m12 + m13 * m13).squareRoot(), (m21 * m21 + m22 * m22 + m23 * m23).squareRoot(),
            (m31 * m31 + m32 * m32 + m33 * m33).squareRoot())
    }
}

extension TransformParts {
    /// What can be said of a matrix that flattens space: lengths and place. Setting its scale brings it back to life.
    fileprivate init(unturning matrix: Matrix4) {
        self = .identity
        scale = matrix.axisLengths
        translation = SIMD3(matrix.m41, matrix.m42, matrix.m43)
    }
}
