import CoreGraphics
import Testing

@Suite struct GeometryTests {
    private func isClose(_ left: CGPoint, _ right: CGPoint) -> Bool {
        abs(left.x - right.x) < 1e-9 && abs(left.y - right.y) < 1e-9
    }

    @Test("G-30: a point is a row vector; rotation by θ is (cos, sin, −sin, cos)")
    func rowVector() {
        let t = CGAffineTransform(a: 2, b: 3, c: 5, d: 7, tx: 11, ty: 13)
        #expect(CGPoint(x: 1, y: 10).applying(t) == CGPoint(x: 2 + 50 + 11, y: 3 + 70 + 13))
        let r = CGAffineTransform(rotationAngle: 0.5)
        #expect(r.a == cos(0.5) && r.b == sin(0.5) && r.c == -sin(0.5) && r.d == cos(0.5))
        // y down: the x axis turns towards the positive y axis, clockwise on screen.
        #expect(isClose(CGPoint(x: 1, y: 0).applying(CGAffineTransform(rotationAngle: .pi / 2)), CGPoint(x: 0, y: 1)))
    }

    @Test("G-31: concatenating applies the receiver first; translatedBy, scaledBy and rotated put theirs first")
    func order() {
        #expect(CGAffineTransform(scaleX: 2, y: 2).translatedBy(x: 10, y: 0).tx == 20)
        #expect(CGAffineTransform(translationX: 10, y: 0).scaledBy(x: 2, y: 2).tx == 10)
        let translation = CGAffineTransform(translationX: 10, y: 0)
        let scale = CGAffineTransform(scaleX: 2, y: 2)
        #expect(translation.concatenating(scale).tx == 20)
        #expect(scale.concatenating(translation).tx == 10)
        #expect(CGAffineTransformConcat(translation, scale).tx == 20)
        let turned = CGAffineTransform(translationX: 10, y: 0).rotated(by: .pi / 2)
        #expect(isClose(CGPoint(x: 1, y: 0).applying(turned), CGPoint(x: 10, y: 1)))
    }

    @Test("An inverse undoes; a flattening transform comes back unchanged")
    func inverse() {
        let t = CGAffineTransform(a: 2, b: 1, c: -1, d: 3, tx: 40, ty: -7)
        let point = CGPoint(x: 3, y: 5)
        #expect(isClose(point.applying(t).applying(t.inverted()), point))
        let flat = CGAffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 1, ty: 1)
        #expect(flat.inverted() == flat)
    }

    @Test("A transformed rectangle is the box around its corners; null and infinite stay")
    func rects() {
        let square = CGRect(x: -50, y: -50, width: 100, height: 100)
        let turned = square.applying(CGAffineTransform(rotationAngle: .pi / 4))
        #expect(abs(turned.width - 141.421356) < 1e-5 && abs(turned.minX + 70.710678) < 1e-5)
        #expect(CGRect.null.applying(CGAffineTransform(scaleX: 2, y: 2)).isNull)
        #expect(CGRect.infinite.applying(CGAffineTransform(scaleX: 2, y: 2)).isInfinite)
        #expect(
            CGSize(width: 3, height: 4).applying(CGAffineTransform(a: 1, b: 0, c: 0, d: 2, tx: 9, ty: 9))
                == CGSize(width: 3, height: 8))
        // What Foundation brings behaves as the rest of this module expects.
        #expect(CGRect.null.union(square) == square)
        #expect(CGRect(x: 10, y: 10, width: -10, height: -10).standardized == CGRect(x: 0, y: 0, width: 10, height: 10))
        #expect(CGRect(x: 0.2, y: 0.2, width: 1, height: 1).integral == CGRect(x: 0, y: 0, width: 2, height: 2))
    }
}
