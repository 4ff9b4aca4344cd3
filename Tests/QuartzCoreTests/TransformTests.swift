import QuartzCore
import Testing

@Suite("CATransform3D")
struct TransformTests {
    @Test("G-31 the first of two transforms is applied first; Translate, Scale and Rotate put theirs first")
    func order() {
        let move = CATransform3DMakeTranslation(10, 0, 0)
        let grow = CATransform3DMakeScale(2, 2, 2)
        #expect(CATransform3DConcat(move, grow).m41 == 20)
        #expect(CATransform3DConcat(grow, move).m41 == 10)
        #expect(CATransform3DTranslate(grow, 10, 0, 0).m41 == 20)
        #expect(CATransform3DScale(move, 2, 2, 2).m41 == 10)
    }

    @Test("G-32 elements of translation, scale and rotation; the axis is normalised, a zero axis is the identity")
    func elements() {
        let move = CATransform3DMakeTranslation(1, 2, 3)
        #expect(move.m41 == 1 && move.m42 == 2 && move.m43 == 3)
        let x = CATransform3DMakeRotation(0.5, 2, 0, 0)
        #expect(abs(x.m23 - 0.4794255) < 1e-6 && abs(x.m32 + 0.4794255) < 1e-6 && x.m11 == 1)
        let y = CATransform3DMakeRotation(0.5, 0, 1, 0)
        #expect(abs(y.m13 + 0.4794255) < 1e-6 && abs(y.m31 - 0.4794255) < 1e-6)
        #expect(CATransform3DIsIdentity(CATransform3DMakeRotation(1, 0, 0, 0)))
    }

    @Test("G-33 inverse and rotation of a scale; a singular transform is returned unchanged")
    func inverse() {
        #expect(CATransform3DInvert(CATransform3DMakeScale(2, 2, 2)) == CATransform3DMakeScale(0.5, 0.5, 0.5))
        let flat = CATransform3DMakeScale(0, 2, 2)
        #expect(CATransform3DInvert(flat) == flat)
        let turned = CATransform3DRotate(CATransform3DMakeScale(2, 3, 4), 0.5, 0, 0, 1)
        #expect(abs(turned.m12 - 1.4382766) < 1e-6 && abs(turned.m21 + 0.9588511) < 1e-6)
    }

    @Test("G-34, G-35 which transforms are affine, and what the others read as")
    func affine() {
        #expect(CATransform3DIsAffine(CATransform3DIdentity))
        #expect(CATransform3DIsAffine(CATransform3DMakeRotation(1, 0, 0, 1)))
        let affine = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
        #expect(CATransform3DIsAffine(CATransform3DMakeAffineTransform(affine)))
        #expect(CATransform3DGetAffineTransform(CATransform3DMakeAffineTransform(affine)) == affine)
        var perspective = CATransform3DIdentity
        perspective.m34 = -0.002
        for other in [
            CATransform3DMakeRotation(1, 1, 0, 0), CATransform3DMakeScale(1, 1, 2),
            CATransform3DMakeTranslation(0, 0, 1), perspective,
        ] {
            #expect(!CATransform3DIsAffine(other))
            #expect(CATransform3DGetAffineTransform(other) == .identity)
        }
    }

    @Test("G-34 setAffineTransform replaces the whole transform")
    @MainActor
    func setAffine() {
        let layer = CALayer()
        layer.transform = CATransform3DMakeScale(1, 1, 5)
        #expect(layer.affineTransform() == .identity)
        layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 3))
        #expect(layer.transform == CATransform3DMakeScale(2, 3, 1))
        #expect(layer.affineTransform() == CGAffineTransform(scaleX: 2, y: 3))
    }
}
