import Foundation
import Testing
import UIKit

@Suite("UIBezierPath")
@MainActor
struct BezierPathTests {
    private func steps(_ path: UIBezierPath) -> [String] {
        var result: [String] = []
        path.cgPath.applyWithBlock { element in
            let count = [1, 1, 2, 3, 0][Int(element.pointee.type.rawValue)]
            let points = (0..<count).map { "\(Int(element.pointee.points[$0].x)),\(Int(element.pointee.points[$0].y))" }
            result.append(
                (["M", "L", "Q", "C", "Z"][Int(element.pointee.type.rawValue)] + points.joined(separator: " ")))
        }
        return result
    }

    private func path() -> UIBezierPath {
        let path = UIBezierPath()
        path.move(to: CGPoint(x: 1, y: 1))
        path.addLine(to: CGPoint(x: 5, y: 1))
        path.addQuadCurve(to: CGPoint(x: 9, y: 5), controlPoint: CGPoint(x: 9, y: 1))
        path.close()
        path.move(to: CGPoint(x: 20, y: 20))
        path.addCurve(
            to: CGPoint(x: 30, y: 30), controlPoint1: CGPoint(x: 21, y: 25), controlPoint2: CGPoint(x: 28, y: 27))
        return path
    }

    @Test("Reversed, the last subpath comes first, each from its end; twice is as before")
    func reversing() {
        let reversed = path().reversing()
        #expect(steps(reversed) == ["M30,30", "C28,27 21,25 20,20", "M9,5", "Q9,1 5,1", "L1,1", "Z"])
        #expect(steps(reversed.reversing()) == steps(path()))
        #expect(UIBezierPath().reversing().isEmpty)
    }

    @Test("D-104: defaults; dashes come back as they were set")
    func dashes() {
        let path = path()
        #expect(path.lineWidth == 1 && path.miterLimit == 10 && path.flatness == 0.6 && !path.usesEvenOddFillRule)
        var count = -1
        path.getLineDash(nil, count: &count, phase: nil)
        #expect(count == 0)
        path.setLineDash([3, 1, 2], count: 3, phase: 5)
        var phase: CGFloat = 0
        var pattern = [CGFloat](repeating: 0, count: 3)
        path.getLineDash(&pattern, count: &count, phase: &phase)
        #expect(count == 3 && pattern == [3, 1, 2] && phase == 5)
    }

    @Test("An archive brings back the steps and the way of drawing")
    func archive() throws {
        let path = path()
        path.lineWidth = 3
        path.lineCapStyle = .round
        path.lineJoinStyle = .bevel
        path.usesEvenOddFillRule = true
        path.setLineDash([4, 2], count: 2, phase: 1)
        let data = try NSKeyedArchiver.archivedData(withRootObject: path, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: UIBezierPath.self, from: data))
        #expect(steps(copy) == steps(path) && copy.lineWidth == 3 && copy.lineCapStyle == .round)
        #expect(copy.lineJoinStyle == .bevel && copy.usesEvenOddFillRule)
        var count = 0
        copy.getLineDash(nil, count: &count, phase: nil)
        #expect(count == 2)
    }

    @Test("A PDF renderer makes pages whose origin is the upper left corner")
    func pdf() throws {
        let renderer = UIGraphicsPDFRenderer(bounds: CGRect(x: 0, y: 0, width: 100, height: 50))
        let data = renderer.pdfData { context in
            context.beginPage()
            #expect(context.cgContext.ctm == CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 50))
            UIColor.red.setFill()
            context.fill(CGRect(x: 10, y: 10, width: 5, height: 5))
            ("Text" as String).draw(at: CGPoint(x: 20, y: 20))
            context.beginPage(withBounds: CGRect(x: 0, y: 0, width: 70, height: 30), pageInfo: [:])
        }
        let text = String(decoding: data, as: Unicode.ASCII.self)
        #expect(text.hasPrefix("%PDF") && text.contains("0 0 100 50") && text.contains("0 0 70 30"))
        #expect(text.contains("/Font"))  // text stays text
    }

    @Test("The old functions make PDF documents, too")
    func pdfFunctions() {
        let data = NSMutableData()
        UIGraphicsBeginPDFContextToData(data, CGRect(x: 0, y: 0, width: 90, height: 40), [kCGPDFContextTitle: "Bill"])
        UIGraphicsBeginPDFPage()
        #expect(UIGraphicsGetPDFContextBounds() == CGRect(x: 0, y: 0, width: 90, height: 40))
        UIRectFill(CGRect(x: 0, y: 0, width: 10, height: 10))
        UIGraphicsBeginPDFPageWithInfo(CGRect(x: 0, y: 0, width: 33, height: 44), nil)
        UIGraphicsEndPDFContext()
        #expect(UIGraphicsGetCurrentContext() == nil && UIGraphicsGetPDFContextBounds() == .zero)
        let text = String(decoding: data as Data, as: Unicode.ASCII.self)
        #expect(text.contains("0 0 90 40") && text.contains("0 0 33 44") && text.contains("Bill"))
    }

    @Test("In an image context of UIKit's a shadow with a positive height falls down, in points")
    func shadow() throws {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 2
        let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20), format: format).image { context in
            context.cgContext.setShadow(offset: CGSize(width: 0, height: 5), blur: 0, color: UIColor.blue.cgColor)
            UIColor.red.setFill()
            UIBezierPath(rect: CGRect(x: 2, y: 2, width: 4, height: 4)).fill()
        }
        let pixels = Pixels(try #require(image.cgImage))
        #expect(image.size == CGSize(width: 20, height: 20))
        #expect(pixels[8, 8] != pixels[8, 18] && pixels[8, 18] != pixels[8, 24] && pixels[8, 24] == pixels[30, 30])
    }
}
