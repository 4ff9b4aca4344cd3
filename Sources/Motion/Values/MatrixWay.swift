/// The way from one matrix to another with all that does not depend on how far worked out.
public struct MatrixWay: Hashable, Sendable {
    private enum Course: UInt8 {
        /// Nothing moves.
        case constant
        /// Element by element.
        case straight
        /// Part by part, in the plane.
        case inPlane
        case inSpace
    }

    private let course: Course
    /// Whether every share of the way below `greatestShare` is a matrix of numbers.
    public let isBounded: Bool
    public static let greatestShare = 1e6
    // Beside the course rather than in it, so that using one copies nothing.
    private let plane: PlaneWay
    public let start, end: Matrix4
    private let space: TransformWay

    public init(from start: Matrix4, to end: Matrix4) {
        self.start = start
        self.end = end
        let isModerate = start.isModerate && end.isModerate
        if start == end {
            course = .constant
        } else if !(start.isUpright && end.isUpright), let from = TransformParts(start), let to = TransformParts(end) {
            if let plane = PlaneWay(from: from, to: to) {
                course = .inPlane
                isBounded = isModerate
                self.plane = plane
                space = .none
            } else {
                course = .inSpace
                // What perspective is made of may be anything.
                isBounded = false
                plane = .none
                space = TransformWay(from: from, to: to)
            }
            return
        } else {
            // Most transforms only move and scale, and then the parts are the elements. So are they, for want of anything
            // better, where a matrix has no unique parts.
            course = .straight
        }
        isBounded = isModerate
        plane = .none
        space = .none
    }

    /// Share `t` of the way, which may lie outside 0…1. Exact at 0 and 1.
    public func value(at t: Double) -> Matrix4 {
        withUnsafePointer(to: self) { Self.value(of: $0, at: t) }
    }

    /// As above, for a way that lies in memory: it is large, and most of it is not looked at.
    public static func value(of way: UnsafePointer<MatrixWay>, at t: Double) -> Matrix4 {
        if t == 1 { return way.pointee.end }
        if t == 0 { return way.pointee.start }
        switch way.pointee.course {
        case .constant: return way.pointee.end
        case .straight: return way.pointee.start.blended(with: way.pointee.end, t)
        case .inPlane: return way.pointee.plane.matrix(at: t)
        case .inSpace: return way.pointee.space.matrix(at: t)
        }
    }
}

extension Matrix4 {
    /// Far from what numbers can say, also when it is gone a million times as far.
    fileprivate var isModerate: Bool {
        var greatest = 0.0
        _ = mapped {
            greatest = max(greatest, $0.isNaN ? .infinity : $0.magnitude)
            return 0
        }
        return greatest < 1e20
    }

    /// Moves and scales in the plane, without turning or mirroring.
    fileprivate var isUpright: Bool { isAffine && m12 == 0 && m21 == 0 && m11 > 0 && m22 > 0 }

    fileprivate func blended(with b: Matrix4, _ t: Double) -> Matrix4 {
        Matrix4(
            m11 + (b.m11 - m11) * t, m12 + (b.m12 - m12) * t, m13 + (b.m13 - m13) * t, m14 + (b.m14 - m14) * t,
            m21 + (b.m21 - m21) * t, m22 + (b.m22 - m22) * t, m23 + (b.m23 - m23) * t, m24 + (b.m24 - m24) * t,
            m31 + (b.m31 - m31) * t, m32 + (b.m32 - m32) * t, m33 + (b.m33 - m33) * t, m34 + (b.m34 - m34) * t,
            m41 + (b.m41 - m41) * t, m42 + (b.m42 - m42) * t, m43 + (b.m43 - m43) * t, m44 + (b.m44 - m44) * t)
    }
}
