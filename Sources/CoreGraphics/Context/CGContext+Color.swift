public import Foundation

/// The colours and patterns that shapes are filled and lines are drawn with. Opaque black at the beginning.
///
/// While a cell of a pattern without colours of its own is drawn, colours cannot be set.
extension CGContext {
    public func setFillColor(_ color: CGColor) {
        guard !locksColors else { return }
        state.fill = color.rgba
        state.fillPattern = color.pattern.map(PatternPaint.init)
        if let space = color.colorSpace { state.fillSpace = space }
    }

    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        setFillColor(.deviceRGB, SIMD4(Double(red), Double(green), Double(blue), 0), alpha)
    }

    public func setFillColor(gray: CGFloat, alpha: CGFloat) {
        setFillColor(.deviceGray, SIMD4(Double(gray), 0, 0, 0), alpha)
    }

    public func setFillColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
        setFillColor(.deviceCMYK, SIMD4(Double(cyan), Double(magenta), Double(yellow), Double(black)), alpha)
    }

    /// What the numbers of `setFillColor(_:)` mean; the colour becomes the space's black.
    public func setFillColorSpace(_ space: CGColorSpace) {
        guard !locksColors else { return }
        state.fillSpace = space
        state.fillPattern = nil
        state.fill = SIMD4(0, 0, 0, 1)
    }

    /// The components of a colour in the fill colour space, then alpha.
    public func setFillColor(_ components: UnsafePointer<CGFloat>) {
        guard let color = CGColor(colorSpace: state.fillSpace, components: components) else { return }
        setFillColor(color)
    }

    /// Fills with a pattern. `components` is alpha for a coloured pattern; else the components of a colour in the base of
    /// the fill colour space, which must be a pattern space, and then alpha.
    public func setFillPattern(_ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>) {
        guard let color = CGColor(patternSpace: state.fillSpace, pattern: pattern, components: components) else {
            return
        }
        setFillColor(color)
    }

    public func setStrokeColor(_ color: CGColor) {
        guard !locksColors else { return }
        state.stroke = color.rgba
        state.strokePattern = color.pattern.map(PatternPaint.init)
        if let space = color.colorSpace { state.strokeSpace = space }
    }

    public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        setStrokeColor(.deviceRGB, SIMD4(Double(red), Double(green), Double(blue), 0), alpha)
    }

    public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
        setStrokeColor(.deviceGray, SIMD4(Double(gray), 0, 0, 0), alpha)
    }

    public func setStrokeColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
        setStrokeColor(.deviceCMYK, SIMD4(Double(cyan), Double(magenta), Double(yellow), Double(black)), alpha)
    }

    /// What the numbers of `setStrokeColor(_:)` mean; the colour becomes the space's black.
    public func setStrokeColorSpace(_ space: CGColorSpace) {
        guard !locksColors else { return }
        state.strokeSpace = space
        state.strokePattern = nil
        state.stroke = SIMD4(0, 0, 0, 1)
    }

    /// The components of a colour in the stroke colour space, then alpha.
    public func setStrokeColor(_ components: UnsafePointer<CGFloat>) {
        guard let color = CGColor(colorSpace: state.strokeSpace, components: components) else { return }
        setStrokeColor(color)
    }

    /// As `setFillPattern`, for lines.
    public func setStrokePattern(_ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>) {
        guard let color = CGColor(patternSpace: state.strokeSpace, pattern: pattern, components: components) else {
            return
        }
        setStrokeColor(color)
    }

    /// Moves patterns, in the space the context begins with.
    public func setPatternPhase(_ phase: CGSize) {
        guard phase.width.isFinite, phase.height.isFinite else { return }
        state.patternPhase = phase
    }

    private func setFillColor(_ space: CGColorSpace, _ values: SIMD4<Double>, _ alpha: CGFloat) {
        guard !locksColors else { return }
        state.fillSpace = space
        state.fillPattern = nil
        state.fill = Self.rgba(space, values, alpha)
    }

    private func setStrokeColor(_ space: CGColorSpace, _ values: SIMD4<Double>, _ alpha: CGFloat) {
        guard !locksColors else { return }
        state.strokeSpace = space
        state.strokePattern = nil
        state.stroke = Self.rgba(space, values, alpha)
    }

    private static func rgba(_ space: CGColorSpace, _ values: SIMD4<Double>, _ alpha: CGFloat) -> SIMD4<Float> {
        SIMD4<Float>(SIMD4(space.toSRGB(values), Double(alpha))).clamped(lowerBound: .zero, upperBound: .one)
    }
}
