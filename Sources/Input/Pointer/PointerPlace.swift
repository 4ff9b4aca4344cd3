/// Where the pointer is: on which panel, and where on it, 0…1 as `Contact.x` and `y`.
struct PointerPlace: Hashable, Sendable {
    /// The panel's number.
    var output = 0
    var position = SIMD2(0.5, 0.5)
}

extension PointerPlace {
    /// Where it comes that goes so many pixels of the screen, over panels that stand side by side in their order: the right
    /// edge of one is the left edge of the next that is there, and their upper edges are in line.
    ///
    /// - Parameter isHeld: a button is down; what it holds belongs to one screen, and so does the pointer.
    func moved(dx: Double, dy: Double, over panels: [PointerPanel], isHeld: Bool) -> PointerPlace {
        guard dx.isFinite, dy.isFinite, panels.indices.contains(output) else { return self }
        let panel = panels[output]
        var point = panel.screenPoint(of: position) + SIMD2(dx, dy)
        var target = self
        if !panel.isThere {
            guard let near = Self.nearest(to: output, in: panels) else { return self }
            target.output = near
            // It comes in over the edge that looks this way.
            point.x = near > output ? 0 : panels[near].screenSize.x
        } else if !isHeld {
            target.output = Self.cross(from: output, over: panels, &point.x)
        }
        target.position = panels[target.output].position(ofScreenPoint: point)
        return target
    }

    /// The panel on which a way ends that leads to `x`, which becomes the place there.
    private static func cross(from start: Int, over panels: [PointerPanel], _ x: inout Double) -> Int {
        var output = start
        while x > panels[output].screenSize.x,
            let next = panels.indices.dropFirst(output + 1).first(where: { panels[$0].isThere })
        {
            x -= panels[output].screenSize.x
            output = next
        }
        while x < 0, let next = panels.indices.prefix(output).last(where: { panels[$0].isThere }) {
            x += panels[next].screenSize.x
            output = next
        }
        return output
    }

    private static func nearest(to output: Int, in panels: [PointerPanel]) -> Int? {
        panels.indices.filter { panels[$0].isThere }.min { abs($0 - output) < abs($1 - output) }
    }
}

extension PointerPanel {
    /// Between places on the panel and pixels of the screen.
    private var mapping: ContactMapping {
        ContactMapping(panelWidth: width, panelHeight: height, rotation: rotation, scale: 1)
    }

    /// As the user sees it, pixels.
    var screenSize: SIMD2<Double> { mapping.screenSize }

    /// Pixels of the screen, of a place on the panel.
    func screenPoint(of position: SIMD2<Double>) -> SIMD2<Double> { mapping.unheldPoint(of: position) }

    /// The other way round, and never beside the panel.
    func position(ofScreenPoint point: SIMD2<Double>) -> SIMD2<Double> {
        mapping.panelPosition(of: point.clamped(lowerBound: .zero, upperBound: screenSize))
    }
}
