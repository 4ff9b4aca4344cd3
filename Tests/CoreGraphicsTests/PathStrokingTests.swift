import CoreGraphics
import Foundation
import Raster
import Testing

@Suite struct PathStrokingTests {
    static func shapes() -> [CGPath] {
        let zigzag = CGMutablePath()
        zigzag.addLines(between: [(10, 10), (50, 20), (15, 30), (50, 50), (20, 55)].map { CGPoint(x: $0, y: $1) })
        let curve = CGMutablePath()
        curve.move(to: CGPoint(x: 10, y: 50))
        curve.addCurve(
            to: CGPoint(x: 50, y: 50), control1: CGPoint(x: 10, y: 0), control2: CGPoint(x: 50, y: 5))
        let triangle = CGMutablePath()
        triangle.addLines(between: [CGPoint(x: 12, y: 12), CGPoint(x: 50, y: 18), CGPoint(x: 20, y: 48)])
        triangle.closeSubpath()
        let two = CGMutablePath()
        two.addRect(CGRect(x: 10, y: 10, width: 18, height: 18))
        two.addEllipse(in: CGRect(x: 33, y: 33, width: 20, height: 15))
        return [zigzag, curve, triangle, two]
    }

    @Test(
        "The outline of a stroke covers what the stroke covers",
        arguments: [CGLineCap.butt, .round, .square], [CGLineJoin.miter, .round, .bevel])
    func outline(cap: CGLineCap, join: CGLineJoin) throws {
        for (index, path) in Self.shapes().enumerated() {
            for dashes: [CGFloat] in [[], [9, 5]] {
                let (stroked, expected) = try makeContext(width: 64, height: 64)
                let (filled, actual) = try makeContext(width: 64, height: 64)
                for context in [stroked, filled] {
                    context.setLineWidth(6)
                    context.setLineCap(cap)
                    context.setLineJoin(join)
                    context.setLineDash(phase: 3, lengths: dashes)
                    context.addPath(path)
                }
                stroked.strokePath()
                filled.replacePathWithStrokedPath()
                filled.fillPath()
                // cairo measures the curves that dashes are laid along a little differently.
                var different = 0
                for y in 0..<64 {
                    for x in 0..<64 where !isClose(expected.pixel(x: x, y: y), actual.pixel(x: x, y: y), within: 24) {
                        different += 1
                    }
                }
                #expect(different <= (dashes.isEmpty ? 2 : 16), "shape \(index), dashes \(dashes): \(different) pixels")
            }
        }
    }

    @Test("The copy of a stroke answers where it is: width, caps and the hole inside")
    func copy() {
        let line = CGMutablePath()
        line.move(to: CGPoint(x: 10, y: 10))
        line.addLine(to: CGPoint(x: 30, y: 10))
        let outline = line.copy(strokingWithWidth: 4, lineCap: .square, lineJoin: .miter, miterLimit: 10)
        #expect(outline.boundingBoxOfPath == CGRect(x: 8, y: 8, width: 24, height: 4))
        #expect(outline.contains(CGPoint(x: 9, y: 11.9)) && !outline.contains(CGPoint(x: 9, y: 12.1)))
        let ring = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 100, height: 100), transform: nil)
            .copy(strokingWithWidth: 10, lineCap: .butt, lineJoin: .miter, miterLimit: 10)
        #expect(ring.contains(CGPoint(x: 2, y: 50)) && !ring.contains(CGPoint(x: 50, y: 50)))
        #expect(ring.contains(CGPoint(x: -4, y: 50)) && !ring.contains(CGPoint(x: -6, y: 50)))
        let scaled = line.copy(
            strokingWithWidth: 4, lineCap: .butt, lineJoin: .miter, miterLimit: 10,
            transform: CGAffineTransform(scaleX: 2, y: 2))
        #expect(scaled.boundingBoxOfPath == CGRect(x: 20, y: 18, width: 40, height: 4))
    }

    @Test("Dashes begin where the phase says and start anew with each subpath")
    func dashes() {
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addLine(to: CGPoint(x: 20, y: 0))
        path.move(to: CGPoint(x: 0, y: 5))
        path.addLine(to: CGPoint(x: 7, y: 5))
        var ends: [CGFloat] = []
        path.copy(dashingWithPhase: 2, lengths: [5, 3]).applyWithBlock { ends.append($0.pointee.points[0].x) }
        #expect(ends == [0, 3, 6, 11, 14, 19, 0, 3, 6, 7])
        #expect(path.copy(dashingWithPhase: 0, lengths: [0, 0]) == path)
        #expect(path.copy(dashingWithPhase: 0, lengths: [1e-9]) == path)
    }

    @Test("Paths and pens that make no sense give nothing and do no harm")
    func hostile() {
        for value in [CGFloat.nan, .infinity, 1e300, -1e300] {
            let path = CGMutablePath()
            path.move(to: CGPoint(x: value, y: 0))
            path.addCurve(
                to: CGPoint(x: 5, y: value), control1: CGPoint(x: 1, y: 1), control2: CGPoint(x: value, y: value))
            #expect(path.copy(strokingWithWidth: 2, lineCap: .round, lineJoin: .round, miterLimit: 10).isEmpty)
            #expect(path.flattened(threshold: 0.1).isEmpty)
            #expect(
                Self.shapes()[0].copy(strokingWithWidth: value, lineCap: .round, lineJoin: .round, miterLimit: value)
                    .isEmpty || value == 1e300)
        }
        let dot = CGMutablePath()
        dot.move(to: CGPoint(x: 5, y: 5))
        #expect(dot.copy(strokingWithWidth: 2, lineCap: .round, lineJoin: .round, miterLimit: 10).isEmpty)
        dot.addLine(to: CGPoint(x: 5, y: 5))
        #expect(
            dot.copy(strokingWithWidth: 2, lineCap: .square, lineJoin: .round, miterLimit: 10).boundingBox
                == CGRect(x: 4, y: 4, width: 2, height: 2))
    }
}
