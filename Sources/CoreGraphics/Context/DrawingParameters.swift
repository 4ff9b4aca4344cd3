/// What happens where new paint meets what is already there; the formulas are those of PDF.
public enum CGBlendMode: Int32, Sendable, CaseIterable {
    case normal = 0
    case multiply = 1
    case screen = 2
    case overlay = 3
    case darken = 4
    case lighten = 5
    case colorDodge = 6
    case colorBurn = 7
    case softLight = 8
    case hardLight = 9
    case difference = 10
    case exclusion = 11
    case hue = 12
    case saturation = 13
    case color = 14
    case luminosity = 15
    case clear = 16
    case copy = 17
    case sourceIn = 18
    case sourceOut = 19
    case sourceAtop = 20
    case destinationOver = 21
    case destinationIn = 22
    case destinationOut = 23
    case destinationAtop = 24
    case xor = 25
    case plusDarker = 26
    case plusLighter = 27
}

/// How the ends of an open line look.
public enum CGLineCap: Int32, Sendable {
    /// Cut off at the end point.
    case butt = 0
    /// A half disc around the end point.
    case round = 1
    /// Half a line width beyond the end point.
    case square = 2
}

/// How the corners of a line look.
public enum CGLineJoin: Int32, Sendable {
    /// Pointed, up to the miter limit.
    case miter = 0
    case round = 1
    /// Cut off.
    case bevel = 2
}

/// What `CGContext.drawPath(using:)` does with the current path.
public enum CGPathDrawingMode: Int32, Sendable {
    case fill = 0
    case eoFill = 1
    case stroke = 2
    case fillStroke = 3
    case eoFillStroke = 4
}
