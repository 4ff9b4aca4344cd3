internal import RenderServer

/// The figure on which particles are born; its middle is the emitter's position.
public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The default, and what an unknown name is.
    public static let point = CAEmitterLayerEmitterShape(rawValue: "point")
    /// Across the width of the emitter's size.
    public static let line = CAEmitterLayerEmitterShape(rawValue: "line")
    public static let rectangle = CAEmitterLayerEmitterShape(rawValue: "rectangle")
    /// A box as deep as the emitter's depth.
    public static let cuboid = CAEmitterLayerEmitterShape(rawValue: "cuboid")
    /// Its radius is the width of the emitter's size.
    public static let circle = CAEmitterLayerEmitterShape(rawValue: "circle")
    public static let sphere = CAEmitterLayerEmitterShape(rawValue: "sphere")

    static let all: [(CAEmitterLayerEmitterShape, EmitterContent.Shape)] = [
        (.point, .point), (.line, .line), (.rectangle, .rectangle), (.cuboid, .cuboid), (.circle, .circle),
        (.sphere, .sphere),
    ]
}

/// Which part of the figure particles are born on.
public struct CAEmitterLayerEmitterMode: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let points = CAEmitterLayerEmitterMode(rawValue: "points")
    public static let outline = CAEmitterLayerEmitterMode(rawValue: "outline")
    public static let surface = CAEmitterLayerEmitterMode(rawValue: "surface")
    /// The default, and what an unknown name is.
    public static let volume = CAEmitterLayerEmitterMode(rawValue: "volume")

    static let all: [(CAEmitterLayerEmitterMode, EmitterContent.Mode)] = [
        (.volume, .volume), (.points, .points), (.outline, .outline), (.surface, .surface),
    ]
}

/// In which order particles are drawn.
public struct CAEmitterLayerRenderMode: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The default, and what an unknown name is.
    public static let unordered = CAEmitterLayerRenderMode(rawValue: "unordered")
    public static let oldestFirst = CAEmitterLayerRenderMode(rawValue: "oldestFirst")
    public static let oldestLast = CAEmitterLayerRenderMode(rawValue: "oldestLast")
    /// By their depth.
    public static let backToFront = CAEmitterLayerRenderMode(rawValue: "backToFront")
    /// Colours of particles that cover each other are added.
    public static let additive = CAEmitterLayerRenderMode(rawValue: "additive")

    static let all: [(CAEmitterLayerRenderMode, EmitterContent.Order)] = [
        (.unordered, .unordered), (.oldestFirst, .oldestFirst), (.oldestLast, .oldestLast),
        (.backToFront, .backToFront), (.additive, .additive),
    ]
}

/// Between names and what is committed; the first of a list is what unknown names are.
func committed<Name: Equatable, Value>(_ name: Name, _ all: [(Name, Value)]) -> Value {
    (all.first { $0.0 == name } ?? all[0]).1
}

func name<Name, Value: Equatable>(_ value: Value, _ all: [(Name, Value)]) -> Name {
    (all.first { $0.1 == value } ?? all[0]).0
}
