/// What turns the numbers of an animation into the transform it shows; `CAValueFunction`.
public enum ValueFunction: String, Hashable, Sendable, CaseIterable {
    case rotateX, rotateY, rotateZ
    case scaleX, scaleY, scaleZ
    /// Takes three numbers.
    case scale
    case translateX, translateY, translateZ
    /// Takes three numbers.
    case translate

    /// Numbers it takes.
    public var inputCount: Int { self == .scale || self == .translate ? 3 : 1 }

    /// Nil for a value of another kind or number.
    public func matrix(_ value: MotionValue) -> Matrix4? {
        var input = SIMD3<Double>(0, 0, 0)
        switch value {
        case .number(let number) where inputCount == 1: input.x = number
        case .numbers(let numbers) where Int(numbers.count) == inputCount:
            for index in 0..<inputCount { input[index] = numbers[index] }
        default: return nil
        }
        switch self {
        case .rotateX: return .rotation(input.x, 1, 0, 0)
        case .rotateY: return .rotation(input.x, 0, 1, 0)
        case .rotateZ: return .rotation(input.x, 0, 0, 1)
        case .scaleX: return .scale(input.x, 1, 1)
        case .scaleY: return .scale(1, input.x, 1)
        case .scaleZ: return .scale(1, 1, input.x)
        case .scale: return .scale(input.x, input.y, input.z)
        case .translateX: return .translation(input.x, 0, 0)
        case .translateY: return .translation(0, input.x, 0)
        case .translateZ: return .translation(0, 0, input.x)
        case .translate: return .translation(input.x, input.y, input.z)
        }
    }
}
