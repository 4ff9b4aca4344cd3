import CoreGraphics
import Foundation
import Raster
import RenderServer
import Testing

@testable import QuartzCore

@Suite("Paths as the render server draws them")
struct PathShapeTests {
    private func mask(_ width: Int = 40, _ height: Int = 40) throws -> Bitmap {
        let mask = try Bitmap(width: width, height: height, format: .a8)
        memset(mask.pixels, 0x77, mask.byteCount)
        return mask
    }

    private func coverage(_ mask: Bitmap, _ x: Int, _ y: Int) -> Int { Int(mask.pixel(x: x, y: y) >> 24) }

    private func sum(_ mask: Bitmap) -> Int {
        var sum = 0
        for y in 0..<mask.height { for x in 0..<mask.width { sum += coverage(mask, x, y) } }
        return sum
    }

    private let upright = ShapePlacement(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    private func line(_ points: [CGPoint]) -> CGPath {
        let path = CGMutablePath()
        path.addLines(between: points)
        return path
    }

    private func stroked(_ path: CGPath, _ change: (inout ShapeStroke) -> Void) throws -> Bitmap {
        var stroke = ShapeStroke()
        stroke.width = 2
        change(&stroke)
        let result = try mask()
        try #require(PathShape(path)).writeStroke(stroke, placement: upright, to: result.surface)
        return result
    }

    @Test("Fills overwrite the mask, by the rule that is asked for")
    func fillRules() throws {
        let path = CGMutablePath()
        path.addRect(r(4, 4, 20, 20))
        path.addRect(r(8, 8, 8, 8))
        let shape = try #require(PathShape(path))
        let winding = try mask()
        shape.writeFill(isEvenOdd: false, placement: upright, to: winding.surface)
        #expect(coverage(winding, 10, 10) == 255 && coverage(winding, 5, 5) == 255 && coverage(winding, 30, 30) == 0)
        let evenOdd = try mask()
        shape.writeFill(isEvenOdd: true, placement: upright, to: evenOdd.surface)
        #expect(coverage(evenOdd, 10, 10) == 0 && coverage(evenOdd, 5, 5) == 255)
    }

    @Test("A surface whose rows begin anywhere, in the middle of a larger one, is written alike")
    func anySurface() throws {
        let shape = try #require(PathShape(CGPath(ellipseIn: r(1, 2, 30, 29), transform: nil)))
        let whole = try mask()
        shape.writeFill(isEvenOdd: false, placement: upright, to: whole.surface)
        let large = try mask(64, 64)
        var moved = upright
        moved.tx = -7
        moved.ty = -3
        shape.writeFill(
            isEvenOdd: false, placement: moved,
            to: large.surface.subsurface(PixelRect(x: 13, y: 5, width: 21, height: 30)))
        for y in 0..<30 {
            for x in 0..<21 { #expect(coverage(large, x + 13, y + 5) == coverage(whole, x + 7, y + 3)) }
        }
        #expect(coverage(large, 12, 10) == 0x77 && coverage(large, 34, 10) == 0x77 && coverage(large, 20, 35) == 0x77)
    }

    @Test("A picture made in pieces is the picture made at once, for curves, strokes and dashes under any placement")
    func pieces() throws {
        let path = CGMutablePath()
        path.addEllipse(in: r(3.3, 4.7, 60.1, 40.9))
        path.move(to: p(-900, 3))
        path.addCurve(to: p(900, 70), control1: p(20, 200), control2: p(40, -300))
        path.addQuadCurve(to: p(5, 5), control: p(-70, 95))
        let shape = try #require(PathShape(path))
        var stroke = ShapeStroke()
        stroke.width = 3.7
        stroke.cap = .round
        stroke.join = .round
        stroke.dashes = [5, 4.5, 1]
        stroke.start = 0.11
        stroke.end = 0.93
        for placement in [
            upright, ShapePlacement(a: 1.3, b: 0.4, c: -0.4, d: 1.1, tx: 3.37, ty: -2.81),
            ShapePlacement(a: -2, b: 0, c: 0.5, d: 1, tx: 60.25, ty: 0.125),
        ] {
            let whole = try mask(96, 64)
            shape.writeStroke(stroke, placement: placement, to: whole.surface)
            let wholeFill = try mask(96, 64)
            shape.writeFill(isEvenOdd: true, placement: placement, to: wholeFill.surface)
            for tile in 0..<6 {
                let (left, top) = (tile % 3 * 32, tile / 3 * 32)
                var moved = placement
                moved.tx -= Double(left)
                moved.ty -= Double(top)
                let piece = try mask(32, 32)
                shape.writeStroke(stroke, placement: moved, to: piece.surface)
                var differing = 0
                for y in 0..<32 {
                    for x in 0..<32 where coverage(piece, x, y) != coverage(whole, x + left, y + top) { differing += 1 }
                }
                #expect(differing == 0)
                shape.writeFill(isEvenOdd: true, placement: moved, to: piece.surface)
                for y in 0..<32 {
                    for x in 0..<32 where coverage(piece, x, y) != coverage(wholeFill, x + left, y + top) {
                        differing += 1
                    }
                }
                #expect(differing == 0)
            }
        }
    }

    @Test("Stroke ends go by the length over all subpaths")
    func strokeEnds() throws {
        // 20 points across, then 10 points further below.
        let path = CGMutablePath()
        path.addLines(between: [p(5, 10), p(25, 10)])
        path.addLines(between: [p(5, 20), p(15, 20)])
        let half = try stroked(path) { $0.end = 0.5 }
        #expect(coverage(half, 18, 10) == 255 && coverage(half, 21, 10) == 0 && coverage(half, 8, 20) == 0)
        let late = try stroked(path) { $0.start = 0.5 }
        #expect(coverage(late, 18, 10) == 0 && coverage(late, 21, 10) == 255 && coverage(late, 8, 20) == 255)
        let last = try stroked(path) { $0.start = 2.0 / 3 }
        #expect(coverage(last, 24, 10) == 0 && coverage(last, 5, 20) == 255)
        let none = try stroked(path) {
            $0.start = 0.6
            $0.end = 0.6
            $0.cap = .round
        }
        #expect(sum(none) == 0)
        let turned = try stroked(path) {
            $0.start = 0.6
            $0.end = 0.4
        }
        #expect(sum(turned) == 0)
    }

    @Test("A closed subpath that is drawn whole keeps its corners, one that is cut is open")
    func closedSubpaths() throws {
        let path = CGPath(rect: r(10, 10, 20, 20), transform: nil)
        let whole = try stroked(path) { $0.width = 6 }
        #expect(coverage(whole, 8, 8) == 255)
        let cut = try stroked(path) {
            $0.width = 6
            $0.end = 0.999
        }
        #expect(coverage(cut, 7, 7) == 0 && coverage(cut, 31, 31) == 255)
    }

    @Test("Half of a circle's stroke is half of it")
    func halfCircle() throws {
        let path = CGPath(ellipseIn: r(5, 5, 30, 30), transform: nil)
        let whole = try stroked(path) { $0.width = 4 }
        let half = try stroked(path) {
            $0.width = 4
            $0.end = 0.5
        }
        // From the right end over the bottom, y down.
        #expect(coverage(half, 20, 34) == 255 && coverage(half, 20, 6) == 0)
        #expect(abs(sum(half) * 2 - sum(whole)) < sum(whole) / 100)
    }

    @Test("Caps, joins and the miter limit")
    func capsAndJoins() throws {
        let path = line([p(10, 20), p(30, 20)])
        let butt = try stroked(path) { $0.width = 8 }
        let square = try stroked(path) { ($0.width, $0.cap) = (8, .square) }
        let round = try stroked(path) { ($0.width, $0.cap) = (8, .round) }
        #expect(coverage(butt, 8, 17) == 0 && coverage(square, 8, 17) == 255 && coverage(round, 8, 20) == 255)
        #expect(coverage(square, 6, 16) == 255 && coverage(round, 6, 16) == 0)
        let corner = line([p(5, 30), p(20, 10), p(35, 30)])
        let miter = try stroked(corner) { $0.width = 6 }
        let limited = try stroked(corner) { ($0.width, $0.miterLimit) = (6, 1) }
        let bevel = try stroked(corner) { ($0.width, $0.join) = (6, .bevel) }
        #expect(coverage(miter, 20, 6) > 200 && coverage(limited, 20, 6) == 0)
        #expect(sum(limited) == sum(bevel))
    }

    @Test("Dashes begin anew with each subpath, and stay where they are when less of the path is drawn")
    func dashes() throws {
        let path = CGMutablePath()
        path.addLines(between: [p(0, 10), p(36, 10)])
        path.addLines(between: [p(0, 20), p(36, 20)])
        let dashed = try stroked(path) { $0.dashes = [6, 4] }
        for row in [10, 20] {
            #expect(
                coverage(dashed, 5, row) == 255 && coverage(dashed, 8, row) == 0 && coverage(dashed, 12, row) == 255)
        }
        let phase = try stroked(path) { ($0.dashes, $0.dashPhase) = ([6, 4], 8) }
        #expect(coverage(phase, 1, 10) == 0 && coverage(phase, 3, 10) == 255)
        let back = try stroked(path) { ($0.dashes, $0.dashPhase) = ([6, 4], -2) }
        #expect(coverage(back, 1, 10) == 0 && coverage(back, 3, 10) == 255)
        // The first 5.5 points are gone.
        let late = try stroked(path) { ($0.dashes, $0.start) = ([6, 4], 5.5 / 72) }
        for x in 7..<36 { #expect(coverage(late, x, 10) == coverage(dashed, x, 10)) }
        for x in 0..<36 { #expect(coverage(late, x, 20) == coverage(dashed, x, 20)) }
        #expect(coverage(late, 2, 10) == 0)
    }

    @Test("Nonsense draws nothing or a plain line, and enormous numbers do not hang")
    func badInput() throws {
        let path = line([p(0, 10), p(40, 10)])
        let plain = try stroked(path) { _ in }
        for dashes in [[0, 0], [-1, 3], [.nan], [1e-9, 1e-9], [.infinity]] {
            #expect(try sum(stroked(path) { $0.dashes = dashes }) == sum(plain))
        }
        for width in [0, -3, .nan, .infinity] {
            #expect(try sum(stroked(path) { $0.width = width }) == 0)
        }
        let huge = line([p(-1e300, -1e300), p(1e300, 1e300), p(1e18, -1e12)])
        let shape = try #require(PathShape(huge))
        let result = try mask()
        for placement in [
            upright, ShapePlacement(a: 1e200, b: 1e200, c: -1e200, d: 1e200, tx: 1e300, ty: 0),
            ShapePlacement(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0),
            ShapePlacement(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0),
            ShapePlacement(a: 1, b: 1, c: 1, d: 1, tx: .infinity, ty: 0),
        ] {
            shape.writeFill(isEvenOdd: false, placement: placement, to: result.surface)
            for dashes in [[], [1.0, 2]] {
                var stroke = ShapeStroke()
                stroke.dashes = dashes
                stroke.end = 0.7
                shape.writeStroke(stroke, placement: placement, to: result.surface)
            }
        }
        #expect(PathShape(CGMutablePath())?.extent == nil)
        let empty = try #require(PathShape(CGMutablePath()))
        empty.writeFill(isEvenOdd: false, placement: upright, to: result.surface)
        empty.writeStroke(ShapeStroke(), placement: upright, to: result.surface)
        #expect(sum(result) == 0)
    }
}
