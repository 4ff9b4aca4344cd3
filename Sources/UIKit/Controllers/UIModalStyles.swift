/// How a presented controller's view is placed, and what becomes of the presenting one's; raw values as Apple's.
public enum UIModalPresentationStyle: Int, Sendable {
    /// Over the whole window; the presenter's view leaves it meanwhile.
    case fullScreen = 0
    /// Over the nearest controller that defines a presentation context, whose view leaves the window meanwhile; over the
    /// whole window when there is none.
    case currentContext = 3
    /// As the transitioning delegate's presentation controller says.
    case custom = 4
    /// Over the whole window; what lies below stays and shows through.
    case overFullScreen = 5
    /// Over the nearest controller that defines a presentation context; what lies below stays and shows through.
    case overCurrentContext = 6
    /// What the system prefers: on a panel the full screen.
    case automatic = -2
}

/// How a presented view comes and goes without an animator of one's own; raw values as Apple's.
public enum UIModalTransitionStyle: Int, Sendable {
    /// Slides in from the lower edge.
    case coverVertical = 0
    /// Fades in.
    case crossDissolve = 2
}
