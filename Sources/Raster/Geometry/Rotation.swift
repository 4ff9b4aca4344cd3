/// How far the picture is turned clockwise on its way from the screen (what views are laid out in) to the panel (what
/// the display controller scans out).
///
/// One value drives drawing, scan-out and touch. `quarter` means: the top of the screen is at the right edge of the
/// panel, as on a portrait panel mounted on its side.
public enum Rotation: Int, Sendable, CaseIterable {
    case none = 0
    case quarter = 90
    case half = 180
    case threeQuarter = 270

    /// What turns the picture back.
    @inlinable public var inverted: Rotation {
        switch self {
        case .none, .half: self
        case .quarter: .threeQuarter
        case .threeQuarter: .quarter
        }
    }

    /// Whether width and height change places.
    @inlinable public var swapsAxes: Bool { self == .quarter || self == .threeQuarter }

    /// The size of the screen in front of a panel of `panel` pixels, or the other way round.
    @inlinable
    public func applied(to panel: PixelSize) -> PixelSize {
        swapsAxes ? PixelSize(width: panel.height, height: panel.width) : panel
    }

    /// Where a rectangle of the screen lands on the panel. `panel` is the panel's size in its native orientation.
    @inlinable
    public func panelRect(_ screen: PixelRect, panel: PixelSize) -> PixelRect {
        switch self {
        case .none:
            screen
        case .quarter:
            PixelRect(
                minX: panel.width &- screen.maxY, minY: screen.minX, maxX: panel.width &- screen.minY,
                maxY: screen.maxX)
        case .half:
            PixelRect(
                minX: panel.width &- screen.maxX, minY: panel.height &- screen.maxY,
                maxX: panel.width &- screen.minX, maxY: panel.height &- screen.minY)
        case .threeQuarter:
            PixelRect(
                minX: screen.minY, minY: panel.height &- screen.maxX, maxX: screen.maxY,
                maxY: panel.height &- screen.minX)
        }
    }

    /// The place of the panel, 0…1 in its native orientation, for a place of the screen, 0…1.
    @inlinable
    public func panelPosition(ofScreen position: SIMD2<Double>) -> SIMD2<Double> {
        switch self {
        case .none: position
        case .quarter: SIMD2(1 - position.y, position.x)
        case .half: SIMD2(1 - position.x, 1 - position.y)
        case .threeQuarter: SIMD2(position.y, 1 - position.x)
        }
    }
}
