import CoreGraphics
import Foundation
import Glibc
import TestSupport
import Testing

@testable import UIKit

/// Report F07 in Documentation/reports.md, what does not belong to the kernel's part: screens that come and go, and fonts.
@MainActor
@Suite("Descriptors", .serialized)
struct DescriptorTests {
    private func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    /// Other tests of the process open some, too; a leak of one in each round is ten times as many.
    private static let tolerance = 100

    @Test("F07 A thousand screens pushed and popped: as many descriptors as before, and none of the screens left")
    func screens() throws {
        final class Screen: UIViewController {
            override func viewDidLoad() {
                super.viewDidLoad()
                let label = UILabel(frame: CGRect(x: 0, y: 0, width: 80, height: 20))
                label.text = "\(ObjectIdentifier(self).hashValue)"
                view.addSubview(label)
            }
        }
        let stage = try Stage(width: 120, height: 100)
        defer { stage.close() }
        let navigation = UINavigationController(rootViewController: Screen())
        stage.window.rootViewController = navigation
        stage.frame()
        weak var last: UIViewController?
        func round(isAnimated: Bool) {
            let screen = Screen()
            last = screen
            navigation.pushViewController(screen, animated: isAnimated)
            stage.frame()
            navigation.popViewController(animated: isAnimated)
            stage.frame()
        }
        round(isAnimated: false)
        let before = try descriptors()
        for number in 0..<1000 {
            round(isAnimated: number % 10 == 0)
            #expect(navigation.viewControllers.count == 1)
        }
        stage.advance(by: 1)
        stage.frame()
        let after = try descriptors()
        #expect(abs(after - before) < Self.tolerance)
        #expect(last == nil)
    }

    @Test("F07 A font of the application's loaded and let go a thousand times: as many descriptors and files as before")
    func fonts() throws {
        let face = try #require(FontFace.faces.first { $0.postScriptName == "DejaVuSansMono" })
        let data = try Data(contentsOf: URL(fileURLWithPath: face.file))
        func round() throws {
            let provider = CGDataProvider(data: data)
            let font = try #require(provider.flatMap { CGFont($0) })
            #expect(font.numberOfGlyphs > 100)
        }
        try round()
        let before = try descriptors()
        for _ in 0..<1000 { try round() }
        let after = try descriptors()
        #expect(abs(after - before) < Self.tolerance)
    }
}
