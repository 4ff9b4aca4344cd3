import Foundation
import Raster
import Testing

@testable import CoreGraphics

/// Fonts of the application's own.
@Suite(.serialized) struct FontFileTests {
    private static func error(_ body: () throws(FontError) -> Void) -> FontError? {
        do throws(FontError) {
            try body()
        } catch {
            return error
        }
        return nil
    }

    @Test("A registered file's family is there at once, under all its names, and gone when it is unregistered")
    func registration() throws {
        let fonts = RegisteredFonts.shared
        try SampleFonts.withFile(try SampleFonts.renamed("Vitrin")) { url in
            #expect(FontDescription(name: "Vitrin Sans", size: 20) == nil)
            try fonts.register(url)
            for name in ["Vitrin Sans", "VitrinSans", "vitrinsans", "Vitrin Sans-Book"] {
                #expect(FontDescription(name: name, size: 20)?.family == "Vitrin Sans", "\(name)")
            }
            #expect(FontFace.familyNames.contains("Vitrin Sans"))
            let face = FontFace.face(for: FontDescription(family: "Vitrin Sans", size: 20))
            #expect(face.familyName == "Vitrin Sans" && face.installed?.postScriptName == "VitrinSans")
            let own = TextLayout(font: FontDescription(family: "Vitrin Sans", size: 20))
            own.text = "Own font"
            #expect(own.size == makeLayout("Own font", size: 20).size && own.isSimpleText)
            #expect(Self.error { () throws(FontError) in try fonts.register(url) }?.reason == .alreadyRegistered)
            try fonts.unregister(url)
            #expect(FontDescription(name: "Vitrin Sans", size: 20) == nil)
            #expect(!FontFace.familyNames.contains("Vitrin Sans"))
            #expect(Self.error { () throws(FontError) in try fonts.unregister(url) }?.reason == .notRegistered)
        }
    }

    @Test(
        "A text in a registered font is drawn though the file is removed and the font unregistered, also in a document")
    func lifetime() throws {
        let data = try SampleFonts.renamed("Vanish")
        let url = try SampleFonts.withFile(data) { url in
            try RegisteredFonts.shared.register(url)
            return url
        }
        func ink(_ layout: TextLayout) throws -> Int {
            let (context, bitmap) = try makeContext(width: 200, height: 60)
            layout.draw(in: context, at: .zero)
            return bitmap.inkedPixels
        }
        let layout = TextLayout(font: FontDescription(family: "Vanish Sans", size: 30))
        layout.text = "Vanish"
        let reference = makeLayout("Vanish", size: 30)
        #expect(try ink(layout) == ink(reference))
        let pages = NSMutableData()
        let consumer = try #require(CGDataConsumer(data: pages))
        let document = try #require(CGContext(consumer: consumer, mediaBox: nil, nil))
        document.beginPDFPage(nil)
        layout.draw(in: document, at: CGPoint(x: 10, y: 10))
        try RegisteredFonts.shared.unregister(url)
        #expect(FontDescription(name: "Vanish Sans", size: 20) == nil)
        #expect(try ink(layout) == ink(reference), "it was laid out before")
        document.closePDF()
        #expect(pages.length > 3000, "the letters are in the document")
        layout.text = "Vanished"
        #expect(layout.size.width > 0, "another font takes its place")
    }

    @Test("Each kind of unusable file has its own error, which names the file and says what to do")
    func errors() throws {
        let good = try SampleFonts.file("DejaVuSans")
        func reason(_ data: Data, _ limits: FontLimits = .standard) -> FontError? {
            Self.error { () throws(FontError) in _ = try FontFile(data, source: "a.ttf", limits: limits) }
        }
        #expect(reason(good) == nil)
        #expect(reason(Data())?.reason == .empty)
        #expect(reason(Data("no font at all".utf8))?.reason == .unknownFormat)
        #expect(reason(Data([0, 1]))?.reason == .unknownFormat)
        #expect(reason(Data("wOF2".utf8) + good)?.description.contains("WOFF 2") == true)
        if case .damaged = reason(good.prefix(2000))?.reason {} else { Issue.record("cut off") }
        var small = FontLimits()
        small.maximumBytes = 1000
        let large = try #require(reason(good, small))
        #expect(large.reason == .tooManyBytes(count: good.count, limit: 1000))
        #expect(large.description.contains("a.ttf") && large.description.contains("\(good.count)"))

        func reason(ofFile path: String) -> FontError.Reason? {
            Self.error { () throws(FontError) in try RegisteredFonts.shared.register(URL(fileURLWithPath: path)) }?
                .reason
        }
        #expect(reason(ofFile: "/does/not/exist.ttf") == .unreadable(errno: ENOENT))
        #expect(reason(ofFile: "/tmp") == .unreadable(errno: EISDIR))
        #expect(reason(ofFile: "/dev/zero") == .unreadable(errno: EINVAL))
        let pipe = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(reason(ofFile: pipe) == .unreadable(errno: EINVAL), "and does not wait for a writer")
        unlink(pipe)
    }

    @Test("A collection that claims a thousand faces is refused before they are opened")
    func manyFaces() throws {
        let good = [UInt8](try SampleFonts.file("DejaVuSansMono"))
        let count = 1000
        func bytes(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) } }
        // Every face is the same font behind the list.
        let start = 12 + count * 4
        var file = Array("ttcf".utf8) + bytes(0x1_0000) + bytes(count)
        for _ in 0..<count { file += bytes(start) }
        var font = good
        for index in 0..<(Int(good[4]) << 8 | Int(good[5])) {
            let entry = 12 + index * 16 + 8
            let offset = good[entry..<entry + 4].reduce(0) { $0 << 8 | Int($1) } + start
            font.replaceSubrange(entry..<entry + 4, with: bytes(offset))
        }
        let data = Data(file + font)
        var thrown: FontError?
        let time = ContinuousClock().measure {
            thrown = Self.error { () throws(FontError) in _ = try FontFile(data, source: "many.ttc") }
        }
        #expect(thrown?.reason == .tooManyFaces(count: count, limit: 256))
        #expect(time < .seconds(2))
    }

    @Test("No more fonts are registered than the limits allow, and what is unregistered makes room")
    func limits() throws {
        let data = try SampleFonts.renamed("Limits")
        let fonts = RegisteredFonts()
        var limits = FontLimits()
        limits.maximumFiles = 2
        func register(_ name: String, _ limits: FontLimits) -> FontError.Reason? {
            Self.error { () throws(FontError) in
                try fonts.register(try FontFile(data, source: name), as: .name(name), limits: limits)
            }?.reason
        }
        #expect(register("a", limits) == nil && register("b", limits) == nil)
        #expect(register("c", limits) == .tooManyFonts(limit: 2))
        try fonts.unregister(.name("a"), source: "a")
        #expect(register("c", limits) == nil)
        limits.maximumFiles = 10
        limits.maximumTotalBytes = data.count * 2 + 1
        #expect(register("d", limits) == .tooManyBytes(count: data.count * 3, limit: data.count * 2 + 1))
    }

    @Test("Registering and unregistering a hundred times takes no files and no memory for good")
    func noLeaks() throws {
        func descriptors() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }
        let data = try SampleFonts.renamed("Repeat")
        let before = descriptors()
        for round in 0..<100 {
            let file = try FontFile(data, source: "repeat")
            try RegisteredFonts.shared.register(file, as: .name("Repeat"))
            let layout = TextLayout(font: FontDescription(family: "Repeat Sans", size: 20))
            layout.text = "round \(round)"
            #expect(layout.size.width > 20)
            try RegisteredFonts.shared.unregister(.name("Repeat"), source: "Repeat")
        }
        _ = FontFace.familyNames
        #expect(descriptors() < before + 40)
    }
}

/// The same through Apple's functions.
@Suite(.serialized) struct FontManagerTests {
    @Test("Files: true once, then an error with its code; the change is announced")
    func files() throws {
        try SampleFonts.withFile(try SampleFonts.renamed("Manage")) { url in
            var error: Unmanaged<CFError>?
            #expect(CTFontManagerRegisterFontsForURL(url as CFURL, .process, &error) && error == nil)
            #expect(CTFontManagerCopyAvailablePostScriptNames().contains("ManageSans"))
            #expect(CTFontManagerCopyAvailableFontFamilyNames().contains("Manage Sans"))
            #expect(!CTFontManagerRegisterFontsForURL(url as CFURL, .process, &error))
            let taken = try #require(error?.takeRetainedValue())
            #expect(taken.domain == kCTFontManagerErrorDomain)
            #expect(taken.code == CTFontManagerError.alreadyRegistered.rawValue)
            #expect(taken.localizedDescription.contains(url.lastPathComponent))
            #expect((taken.userInfo[NSUnderlyingErrorKey] as? FontError)?.reason == .alreadyRegistered)
            error = nil
            #expect(!CTFontManagerUnregisterFontsForURL(url as CFURL, .session, &error))
            #expect(error?.takeRetainedValue().code == CTFontManagerError.unsupportedScope.rawValue)
            #expect(CTFontManagerUnregisterFontsForURL(url as CFURL, .process, nil))
            #expect(!CTFontManagerUnregisterFontsForURL(url as CFURL, .process, nil))
        }
        var told: [CFError] = []
        CTFontManagerRegisterFontURLs([URL(fileURLWithPath: "/nothing.ttf")], .process, true) { errors, done in
            told = errors
            return done
        }
        #expect(told.map(\.code) == [CTFontManagerError.fileNotFound.rawValue])
    }

    @Test("A font made of bytes is registered, found by name, and taken out again")
    func graphicsFont() throws {
        let provider = try #require(CGDataProvider(data: SampleFonts.renamed("Graphi")))
        let font = try #require(CGFont(provider))
        #expect(font.postScriptName == "GraphiSans" && CGFont("GraphiSans") == nil)
        #expect(CTFontManagerRegisterGraphicsFont(font, nil))
        #expect(CGFont("GraphiSans")?.fullName == "Graphi Sans")
        var error: Unmanaged<CFError>?
        #expect(!CTFontManagerRegisterGraphicsFont(font, &error))
        #expect(error?.takeRetainedValue().code == CTFontManagerError.alreadyRegistered.rawValue)
        #expect(CTFontManagerUnregisterGraphicsFont(font, nil))
        #expect(CGFont("GraphiSans") == nil)
        #expect(CGFont(try #require(CGDataProvider(data: Data("nothing".utf8)))) == nil)
    }
}
