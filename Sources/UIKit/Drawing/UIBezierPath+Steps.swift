import CoreGraphics
import Foundation

/// A path as numbers, for archives: the kind of each step and then its points, eight bytes each, little-endian.
extension UIBezierPath {
    static func data(of path: CGPath) -> Data {
        var numbers: [CGFloat] = []
        path.applyWithBlock { element in
            numbers.append(CGFloat(element.pointee.type.rawValue))
            for index in 0..<element.pointee.type.points {
                numbers.append(element.pointee.points[index].x)
                numbers.append(element.pointee.points[index].y)
            }
        }
        return data(of: numbers)
    }

    /// Nil unless the data holds whole steps of known kinds.
    static func path(from data: Data) -> CGMutablePath? {
        let numbers = numbers(in: data)
        guard numbers.count * 8 == data.count else { return nil }
        let path = CGMutablePath()
        var index = 0
        while index < numbers.count {
            guard (0...4).contains(numbers[index]), let type = CGPathElementType(rawValue: Int32(numbers[index])),
                index + type.points * 2 < numbers.count
            else { return nil }
            func point(_ number: Int) -> CGPoint {
                CGPoint(x: numbers[index + 1 + number * 2], y: numbers[index + 2 + number * 2])
            }
            switch type {
            case .moveToPoint: path.move(to: point(0))
            case .addLineToPoint: path.addLine(to: point(0))
            case .addQuadCurveToPoint: path.addQuadCurve(to: point(1), control: point(0))
            case .addCurveToPoint: path.addCurve(to: point(2), control1: point(0), control2: point(1))
            case .closeSubpath: path.closeSubpath()
            }
            index += 1 + type.points * 2
        }
        return path
    }

    static func data(of numbers: [CGFloat]) -> Data {
        var data = Data(capacity: numbers.count * 8)
        for number in numbers {
            withUnsafeBytes(of: Double(number).bitPattern.littleEndian) { data.append(contentsOf: $0) }
        }
        return data
    }

    static func numbers(in data: Data) -> [CGFloat] {
        data.withUnsafeBytes { bytes in
            (0..<bytes.count / 8).map {
                let bits = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
                return CGFloat(Double(bitPattern: bits))
            }
        }
    }
}

extension CGPathElementType {
    fileprivate var points: Int {
        switch self {
        case .moveToPoint, .addLineToPoint: 1
        case .addQuadCurveToPoint: 2
        case .addCurveToPoint: 3
        case .closeSubpath: 0
        }
    }
}

extension CGPath {
    /// Every subpath from its end to its beginning, the last first.
    func reversed() -> CGPath {
        struct Step {
            var type: CGPathElementType
            var from: CGPoint
            var points: [CGPoint]
        }
        let result = CGMutablePath()
        var subpaths: [(steps: [Step], isClosed: Bool, start: CGPoint)] = []
        var last = CGPoint.zero
        applyWithBlock { element in
            let type = element.pointee.type
            let points = (0..<type.points).map { element.pointee.points[$0] }
            switch type {
            case .moveToPoint:
                subpaths.append(([], false, points[0]))
                last = points[0]
            case .closeSubpath:
                if let count = subpaths.indices.last {
                    subpaths[count].isClosed = true
                    last = subpaths[count].start
                }
            default:
                // A subpath after a close begins where the closed one did.
                if subpaths.last?.isClosed != false { subpaths.append(([], false, last)) }
                subpaths[subpaths.count - 1].steps.append(Step(type: type, from: last, points: points))
                last = points[points.count - 1]
            }
        }
        for subpath in subpaths.reversed() {
            result.move(to: subpath.steps.last?.points.last ?? subpath.start)
            for step in subpath.steps.reversed() {
                switch step.type {
                case .addQuadCurveToPoint: result.addQuadCurve(to: step.from, control: step.points[0])
                case .addCurveToPoint:
                    result.addCurve(to: step.from, control1: step.points[1], control2: step.points[0])
                default: result.addLine(to: step.from)
                }
            }
            if subpath.isClosed { result.closeSubpath() }
        }
        return result
    }
}
