// Whoever imports QuartzCore has CGRect, CGColor and the rest, as on Apple's systems.
@_exported public import CoreGraphics
