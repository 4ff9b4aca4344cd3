import Motion
import Testing

func isClose(_ a: Matrix4, _ b: Matrix4, _ tolerance: Double = 1e-9) -> Bool {
    let pairs: [(Double, Double)] = [
        (a.m11, b.m11), (a.m12, b.m12), (a.m13, b.m13), (a.m14, b.m14), (a.m21, b.m21), (a.m22, b.m22),
        (a.m23, b.m23), (a.m24, b.m24), (a.m31, b.m31), (a.m32, b.m32), (a.m33, b.m33), (a.m34, b.m34),
        (a.m41, b.m41), (a.m42, b.m42), (a.m43, b.m43), (a.m44, b.m44),
    ]
    return pairs.allSatisfy { abs($0.0 - $0.1) <= tolerance }
}

@Suite("Transform interpolation")
struct TransformTests {
    private func turn(_ degrees: Double) -> Matrix4 { .rotation(degrees * .pi / 180, 0, 0, 1) }

    @Test("A-107 identity to 170° at a quarter is 42.5°")
    func shortWay() {
        let value = Matrix4.identity.interpolated(to: turn(170), 0.25)
        #expect(abs(value.m11 - 0.73728) < 1e-5 && abs(value.m12 - 0.67559) < 1e-5)
    }

    @Test("A-107 270° goes the short way, as −90°")
    func longAngle() {
        let value = Matrix4.identity.interpolated(to: turn(270), 0.25)
        #expect(abs(value.m11 - 0.92388) < 1e-5 && abs(value.m12 + 0.38268) < 1e-5)
    }

    @Test("A-107 a half turn goes the negative way", arguments: [0.0, 30, 90, 200])
    func halfTurn(start: Double) {
        let value = turn(start).interpolated(to: turn(start + 180), 0.5)
        #expect(isClose(value, turn(start - 90)))
        let half = Matrix4.identity.interpolated(to: turn(180), 0.5)
        #expect(abs(half.m11) < 1e-9 && abs(half.m12 + 1) < 1e-9 && abs(half.m21 - 1) < 1e-9 && abs(half.m22) < 1e-9)
    }

    @Test("A-107 scale and rotation move separately; a mirrored axis passes through 0")
    func separateParts() {
        let end = Matrix4.scale(3, 3).concatenating(turn(90)).concatenating(.translation(10, 20))
        let value = Matrix4.identity.interpolated(to: end, 0.5)
        #expect(isClose(value, Matrix4.scale(2, 2).concatenating(turn(45)).concatenating(.translation(5, 10))))
        #expect(isClose(Matrix4.identity.interpolated(to: .scale(-1, 1), 0.5), .scale(0, 1)))
        #expect(isClose(Matrix4.identity.interpolated(to: .scale(1, -1), 0.25), .scale(1, 0.5)))
        #expect(isClose(Matrix4.identity.interpolated(to: .scale(1, 1, -1), 0.5), .scale(1, 1, 0)))
        #expect(isClose(Matrix4.identity.interpolated(to: .scale(-1, -1), 0.5), turn(-90)))
    }

    @Test("Flat matrices stay flat, so that the render server keeps its affine path")
    func staysAffine() {
        for degrees in stride(from: -350.0, through: 350, by: 35) {
            let end = Matrix4(a: 1, b: 0, c: 0.4, d: 2, tx: 3, ty: 4).concatenating(turn(degrees))
            for share in [0.1, 0.5, 0.9] {
                #expect(Matrix4.scale(-2, 0.5).interpolated(to: end, share).isAffine)
            }
        }
    }

    @Test("Ends are exact and shears, perspective and turns about all axes are interpolated as wholes")
    func generalMatrices() {
        var start = Matrix4.scale(2, 3, 0.5).concatenating(.rotation(1, 0, 1, 0.2)).concatenating(.translation(1, 2, 3))
        start.m14 = 0.001
        start.m34 = -1.0 / 500
        let end = Matrix4(a: 1, b: 0.3, c: -0.4, d: 2, tx: 3, ty: 4).concatenating(.rotation(-2, 1, 0, 0))
        #expect(start.interpolated(to: end, 0) == start)
        #expect(start.interpolated(to: end, 1) == end)
        #expect(isClose(start.interpolated(to: end, 1e-12), start, 1e-8))
        #expect(isClose(start.interpolated(to: end, 1 - 1e-12), end, 1e-8))
        #expect(start.interpolated(to: end, 0.5).isFinite)
    }

    @Test("A matrix that flattens space is reached element by element, without a number going wrong")
    func singular() {
        let value = turn(30).interpolated(to: .scale(0, 0), 0.5)
        #expect(value.isFinite)
        #expect(isClose(Matrix4.identity.interpolated(to: .scale(0, 0), 0.25), .scale(0.75, 0.75)))
        #expect(LayerKey.transformScale.part(of: .matrix(.scale(0, 0))) == .number(1.0 / 3))
        let revived = LayerKey.transformScale.replacingPart(of: .matrix(.scale(0, 0, 0)), with: .number(2))
        #expect(revived == .matrix(.scale(2, 2, 2)))
    }

    @Test("G-21 transform.scale and transform.rotation.z read and write the parts of a matrix")
    func keyPaths() {
        var value = MotionValue.matrix(.identity)
        #expect(LayerKey.transformScale.part(of: value) == .number(1))
        #expect(LayerKey.transformRotationZ.part(of: value) == .number(0))
        #expect(LayerKey.transformTranslationX.part(of: value) == .number(0))
        value = LayerKey.transformScale.replacingPart(of: value, with: .number(2))
        #expect(value == .matrix(.scale(2, 2, 2)))
        value = LayerKey.transformRotationZ.replacingPart(of: value, with: .number(0.5))
        guard case .matrix(let matrix) = value, case .number(let scale) = LayerKey.transformScale.part(of: value) else {
            Issue.record("not a matrix")
            return
        }
        #expect(abs(matrix.m11 - 1.7551651) < 1e-7 && abs(matrix.m12 - 0.9588511) < 1e-7)
        #expect(abs(scale - 2) < 1e-12)
    }

    @Test("Angles about the three axes survive being taken apart and put together")
    func angles() {
        for x in [-1.2, 0, 0.7] {
            for y in [-1.0, 0, 1.3] {
                for z in [-3.0, 0, 2.5] {
                    var value = MotionValue.matrix(.scale(2, 3, 4))
                    value = LayerKey.transformRotationX.replacingPart(of: value, with: .number(x))
                    value = LayerKey.transformRotationY.replacingPart(of: value, with: .number(y))
                    value = LayerKey.transformRotationZ.replacingPart(of: value, with: .number(z))
                    let expected = Matrix4.scale(2, 3, 4).concatenating(.rotation(x, 1, 0, 0))
                        .concatenating(.rotation(y, 0, 1, 0)).concatenating(.rotation(z, 0, 0, 1))
                    guard case .matrix(let matrix) = value else { return }
                    #expect(isClose(matrix, expected))
                }
            }
        }
    }

    @Test("G-33 an inverse undoes its matrix; a singular one has none")
    func inverse() {
        var matrix = Matrix4.scale(2, 3, 4).concatenating(.rotation(0.5, 1, 2, 3)).concatenating(.translation(5, 6, 7))
        matrix.m34 = -0.002
        #expect(isClose(matrix.concatenating(matrix.inverse!), .identity))
        #expect(Matrix4.scale(2, 2, 2).inverse == .scale(0.5, 0.5, 0.5))
        #expect(Matrix4.scale(2, 0).inverse == nil)
        #expect(abs(Matrix4.scale(2, 3, 4).determinant - 24) < 1e-12)
    }
}
