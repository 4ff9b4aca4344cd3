import CoreGraphics
import Testing

@Suite struct PathTests {
    @Test("The control box holds the points that steer curves, the path box only the curve")
    func boxes() {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 0, y: 0))
        path.addCurve(to: CGPoint(x: 100, y: 0), control1: CGPoint(x: 0, y: 100), control2: CGPoint(x: 100, y: 100))
        #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 100, height: 100))
        #expect(path.boundingBoxOfPath == CGRect(x: 0, y: 0, width: 100, height: 75))
        let quad = CGMutablePath()
        quad.move(to: .zero)
        quad.addQuadCurve(to: CGPoint(x: 10, y: 0), control: CGPoint(x: 5, y: 10))
        #expect(abs(quad.boundingBoxOfPath.height - 5) < 1e-9)
        #expect(
            CGPath(ellipseIn: CGRect(x: 10, y: 20, width: 30, height: 40), transform: nil).boundingBoxOfPath
                == CGRect(x: 10, y: 20, width: 30, height: 40))
        #expect(CGMutablePath().boundingBox.isNull && CGMutablePath().boundingBoxOfPath.isNull)
    }

    @Test("Containment follows the fill rule; open subpaths count as closed")
    func containment() {
        let rings = CGMutablePath()
        rings.addRect(CGRect(x: 0, y: 0, width: 30, height: 30))
        rings.addRect(CGRect(x: 10, y: 10, width: 10, height: 10))
        #expect(rings.contains(CGPoint(x: 15, y: 15), using: .winding))
        #expect(!rings.contains(CGPoint(x: 15, y: 15), using: .evenOdd))
        #expect(rings.contains(CGPoint(x: 5, y: 15), using: .evenOdd))
        #expect(!rings.contains(CGPoint(x: 31, y: 15)))
        let open = CGMutablePath()
        open.addLines(between: [CGPoint(x: 0, y: 0), CGPoint(x: 10, y: 0), CGPoint(x: 10, y: 10)])
        #expect(open.contains(CGPoint(x: 8, y: 4)) && !open.contains(CGPoint(x: 2, y: 8)))
        let circle = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 100, height: 100), transform: nil)
        #expect(circle.contains(CGPoint(x: 50, y: 1)) && circle.contains(CGPoint(x: 15, y: 15)))
        #expect(!circle.contains(CGPoint(x: 14, y: 14)) && !circle.contains(CGPoint(x: 50, y: 100.5)))
        #expect(circle.contains(CGPoint(x: 150, y: 50), transform: CGAffineTransform(translationX: -100, y: 0)))
    }

    @Test("Each step may carry a transform; copies may be moved")
    func transforms() {
        let path = CGMutablePath()
        path.addRect(CGRect(x: 0, y: 0, width: 10, height: 10), transform: CGAffineTransform(scaleX: 2, y: 3))
        #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 20, height: 30))
        var move = CGAffineTransform(translationX: 5, y: 5)
        #expect(path.copy(using: &move)?.boundingBox == CGRect(x: 5, y: 5, width: 20, height: 30))
        #expect(path.boundingBox.origin == .zero)
        let copy = path.mutableCopy()
        copy?.move(to: CGPoint(x: 99, y: 99))
        #expect(path.currentPoint == .zero && copy?.currentPoint == CGPoint(x: 99, y: 99))
    }

    @Test("An arc runs the way it is told, whatever order its angles have")
    func arcs() {
        func ends(_ start: CGFloat, _ end: CGFloat, clockwise: Bool) -> CGRect {
            let path = CGMutablePath()
            path.addArc(center: .zero, radius: 10, startAngle: start, endAngle: end, clockwise: clockwise)
            return path.boundingBoxOfPath
        }
        #expect(abs(ends(0, .pi / 2, clockwise: false).minX) < 1e-9)  // one quarter
        #expect(abs(ends(0, .pi / 2, clockwise: true).minX + 10) < 1e-9)  // the other three
        #expect(abs(ends(0, 2 * .pi, clockwise: false).width - 20) < 1e-3)
        #expect(abs(ends(0, 2 * .pi, clockwise: true).width - 20) < 1e-3)
        let pie = CGMutablePath()
        pie.move(to: .zero)
        pie.addArc(center: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: false)
        pie.closeSubpath()
        #expect(pie.contains(CGPoint(x: 6, y: 6)) && !pie.contains(CGPoint(x: 8, y: 8)))
        #expect(pie.currentPoint == .zero)
    }

    @Test("A tangent arc rounds a corner: it touches both lines at the radius")
    func tangentArc() {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 0, y: 0))
        path.addArc(tangent1End: CGPoint(x: 100, y: 0), tangent2End: CGPoint(x: 100, y: 100), radius: 20)
        #expect(abs(path.currentPoint.x - 100) < 1e-9 && abs(path.currentPoint.y - 20) < 1e-9)
        path.addLine(to: CGPoint(x: 100, y: 100))
        path.addLine(to: CGPoint(x: 0, y: 100))
        path.closeSubpath()
        #expect(path.contains(CGPoint(x: 93, y: 7)) && !path.contains(CGPoint(x: 95.5, y: 4.5)))
    }

    @Test("Steps come back as they were added; a line without a start is ignored")
    func iteration() {
        let path = CGMutablePath()
        path.addLine(to: CGPoint(x: 1, y: 1))
        #expect(path.isEmpty)
        path.move(to: CGPoint(x: 1, y: 2))
        path.addQuadCurve(to: CGPoint(x: 5, y: 6), control: CGPoint(x: 3, y: 4))
        path.closeSubpath()
        var steps: [String] = []
        path.applyWithBlock { element in
            let points = (0..<[1, 1, 2, 3, 0][Int(element.pointee.type.rawValue)]).map { element.pointee.points[$0] }
            steps.append("\(element.pointee.type) \(points.map { "\($0.x),\($0.y)" }.joined(separator: " "))")
        }
        #expect(steps == ["moveToPoint 1.0,2.0", "addQuadCurveToPoint 3.0,4.0 5.0,6.0", "closeSubpath "])
    }

    @Test("A rounded rectangle keeps to its box and leaves out the corners; large radii are cut")
    func roundedRect() {
        let box = CGRect(x: 0, y: 0, width: 40, height: 20)
        let path = CGPath(roundedRect: box, cornerWidth: 10, cornerHeight: 10, transform: nil)
        #expect(path.boundingBoxOfPath == box)
        #expect(!path.contains(CGPoint(x: 1, y: 1)) && path.contains(CGPoint(x: 4, y: 4)))
        #expect(CGPath(roundedRect: box, cornerWidth: 500, cornerHeight: 500, transform: nil).boundingBoxOfPath == box)
    }

    @Test("A path that is one rectangle says so; equal paths are equal")
    func rectAndEquality() {
        let box = CGRect(x: 3, y: 4, width: 5, height: 6)
        var found = CGRect.zero
        #expect(CGPath(rect: box, transform: nil).isRect(&found) && found == box)
        #expect(!CGPath(ellipseIn: box, transform: nil).isRect(nil))
        #expect(CGPath(rect: box, transform: nil) == CGPath(rect: box, transform: nil))
        #expect(CGPath(rect: box, transform: nil) != CGPath(ellipseIn: box, transform: nil))
    }
}
