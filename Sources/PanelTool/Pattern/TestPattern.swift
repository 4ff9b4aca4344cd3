/// What `vitrine test-pattern` shows, in this order.
enum TestPattern: String, CaseIterable, Hashable, Sendable {
    case tearing, colours, grey, gradients, geometry, sharpness, red, green, blue, white, black

    /// What to look for.
    var summary: String {
        switch self {
        case .tearing: "moving bars: their edges must stay straight"
        case .colours: "each bar must have the colour of its name"
        case .grey: "all steps must be seen, also next to black and white"
        case .gradients: "the 8 bit ramps must show no steps"
        case .geometry: "all edges must be seen, and circles be round"
        case .sharpness: "plain grey or waves: the panel scales the picture"
        case .red: "dots of another colour are dead pixels"
        case .green: "dots of another colour are dead pixels"
        case .blue: "dots of another colour are dead pixels"
        case .white: "dark dots are dead pixels; shades come from the light"
        case .black: "bright dots are stuck pixels; bright edges come from the light"
        }
    }

    /// What is shown all over; nil for a drawing.
    var solid: PatternColour? {
        switch self {
        case .red: PatternColour(255, 0, 0)
        case .green: PatternColour(0, 255, 0)
        case .blue: PatternColour(0, 0, 255)
        case .white: PatternColour(255, 255, 255)
        case .black: PatternColour(0, 0, 0)
        default: nil
        }
    }
}

/// A colour as the panel gets it, 0…255.
struct PatternColour: Hashable, Sendable {
    var red: Int
    var green: Int
    var blue: Int

    init(_ red: Int, _ green: Int, _ blue: Int) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    init(grey: Int) { self.init(grey, grey, grey) }

    static let white = PatternColour(255, 255, 255)
    static let black = PatternColour(0, 0, 0)

    /// What can be read on it.
    var contrast: PatternColour { 299 * red + 587 * green + 114 * blue > 128_000 ? .black : .white }

    /// So much of it, 0…255.
    func scaled(_ level: Int) -> PatternColour {
        PatternColour(red * level / 255, green * level / 255, blue * level / 255)
    }
}
