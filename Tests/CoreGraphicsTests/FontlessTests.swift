import Foundation
import Testing

@testable import CoreGraphics

/// A bare image: fontconfig knows no font, and the locale is C. In a process of its own, as fonts are found once.
@Suite(.serialized) struct FontlessTests {
    private static let variable = "VITRINE_TEST_WITHOUT_FONTS"

    @Test(
        "D11 Without any font, in the C locale: nothing fails, the warning says so, texts take room and stay invisible")
    func bare() throws {
        guard ProcessInfo.processInfo.environment[Self.variable] != nil else {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("fonts"), withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appendingPathComponent("fonts.conf")
            let configuration = """
                <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
                <fontconfig><dir>\(folder.path)/fonts</dir><cachedir>/nowhere</cachedir></fontconfig>
                """
            try Data(configuration.utf8).write(to: file)
            return try OwnProcess.run(
                "CoreGraphicsTests.FontlessTests/bare",
                environment: [
                    Self.variable: folder.path, "FONTCONFIG_FILE": file.path, "LC_ALL": "C", "LANG": "C",
                    "LANGUAGE": "", "VITRINE_FONT": "",
                ], proof: "without fonts: done")
        }
        let start = ContinuousClock.now
        #expect(FontFace.familyNames.isEmpty && FontFace.faces.isEmpty)
        guard case .noFonts(let searched)? = FontFace.warning else {
            Issue.record("no warning")
            return
        }
        #expect(searched == [ProcessInfo.processInfo.environment[Self.variable, default: ""] + "/fonts"])
        let (context, bitmap) = try makeContext(width: 200, height: 60)
        for text in ["Hello, world", "Größe 中文 עברית 👩‍👩‍👧", "", "a\nb\nc", String(repeating: "word ", count: 400)] {
            for mode in [TextLayout.LineBreakMode.wordWrapping, .truncatingTail] {
                let layout = TextLayout(font: FontDescription(size: 17))
                layout.text = text
                layout.maximumWidth = 180
                layout.lineBreakMode = mode
                let size = layout.size
                #expect(size.width.isFinite && size.height.isFinite && size.height <= 180 * 400, "\(text.prefix(10))")
                layout.draw(in: context, at: CGPoint(x: 4, y: 4))
                _ = layout.inkBounds
            }
        }
        #expect(ContinuousClock.now - start < .seconds(2 * OwnProcess.patience))
        print("without fonts: done, \(bitmap.inkedPixels) pixels drawn")
    }
}
