import Foundation
import TestSupport
import Testing

@testable import UIKit

/// A folder with a catalogue, made for one test.
private final class CatalogFolder {
    let path: String
    let bundle: Bundle

    init() throws {
        path = NSTemporaryDirectory() + "assets-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        bundle = try #require(Bundle(path: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ file: String, _ data: Data) throws {
        let url = URL(fileURLWithPath: "\(path)/\(file)")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    func write(_ file: String, _ text: String) throws { try write(file, Data(text.utf8)) }

    func picture(_ file: String, _ color: UIColor, side: CGFloat) throws {
        let image = UIGraphicsImageRenderer(
            size: CGSize(width: side, height: side), format: UIGraphicsImageRendererFormat()
        ).image { _ in
            color.setFill()
            UIRectFill(r(0, 0, side, side))
        }
        try write(file, try #require(image.pngData()))
    }
}

@Suite("Assets by name")
@MainActor
struct AssetTests {
    private func entry(_ file: String, scale: String? = nil, dark: Bool = false, more: String = "") -> String {
        "{\"filename\": \"\(file)\", \"idiom\": \"universal\"" + (scale.map { ", \"scale\": \"\($0)\"" } ?? "")
            + (dark ? ", \"appearances\": [{\"appearance\": \"luminosity\", \"value\": \"dark\"}]" : "") + more + "}"
    }

    @Test("An image set gives the picture for the screen's scale, with its intent and its caps")
    func imageSet() throws {
        let folder = try CatalogFolder()
        let set = "Media.xcassets/Icons/star.imageset/"
        try folder.picture(set + "a.png", .red, side: 10)
        try folder.picture(set + "b.png", .green, side: 20)
        try folder.picture(set + "c.png", .blue, side: 30)
        let caps =
            ", \"resizing\": {\"mode\": \"9-part\", \"center\": {\"mode\": \"tile\"}, "
            + "\"cap-insets\": {\"top\": 4, \"left\": 6, \"bottom\": 8, \"right\": 10}}"
        try folder.write(
            set + "Contents.json",
            "{\"images\": [\(entry("a.png", scale: "1x")), \(entry("b.png", scale: "2x", more: caps)), "
                + "\(entry("c.png", scale: "3x"))], \"properties\": {\"template-rendering-intent\": \"template\"}}")
        for (scale, width) in [(1, 10), (2, 20), (3, 30), (1.25, 20), (4, 30)] as [(CGFloat, Int)] {
            let image = try #require(
                UIImage(named: "star", in: folder.bundle, compatibleWith: UITraitCollection(displayScale: scale)))
            #expect(image.cgImage?.width == width)
            #expect(image.size == CGSize(width: 10, height: 10))
            #expect(image.renderingMode == .alwaysTemplate)
            guard scale == 2 else { continue }
            #expect(image.capInsets == UIEdgeInsets(top: 2, left: 3, bottom: 4, right: 5))
            #expect(image.resizingMode == .tile)
        }
        #expect(UIImage(named: "moon", in: folder.bundle) == nil)
        #expect(UIImage(named: "../star", in: folder.bundle) == nil)
    }

    @Test("Light and dark forms follow the view that shows them, and the traits they are drawn under")
    func styles() throws {
        let folder = try CatalogFolder()
        let set = "Media.xcassets/door.imageset/"
        try folder.picture(set + "day.png", .red, side: 8)
        try folder.picture(set + "night.png", .blue, side: 8)
        try folder.write(
            set + "Contents.json",
            "{\"images\": [\(entry("day.png", scale: "1x")), \(entry("night.png", scale: "1x", dark: true))]}")
        let image = try #require(UIImage(named: "door", in: folder.bundle))
        let stage = try Stage(width: 32, height: 32)
        defer { stage.close() }
        let view = UIImageView(image: image)
        stage.window.addSubview(view)
        stage.frame()
        #expect(stage.pixel(2, 2) == 0xFFFF_0000)
        stage.window.overrideUserInterfaceStyle = .dark
        stage.frame()
        #expect(stage.pixel(2, 2) == 0xFF00_00FF)
        view.image = image.withTintColor(.green)
        stage.frame()
        #expect(stage.pixel(2, 2) == 0xFF00_FF00)
        let drawn = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8)).image { _ in
            UITraitCollection(userInterfaceStyle: .dark).performAsCurrent { image.draw(at: .zero) }
        }
        #expect(drawn.cgImage?.pixel(1, 1) == 0xFF00_00FF)
        let dark = UITraitCollection(userInterfaceStyle: .dark)
        #expect(image.imageAsset?.image(with: dark).cgImage?.pixel(1, 1) == 0xFF00_00FF)
        #expect(UIImage(named: "door", in: folder.bundle, compatibleWith: dark)?.cgImage?.pixel(1, 1) == 0xFF00_00FF)
    }

    @Test("A colour set gives its colour, in each of the ways to write one, and follows the style")
    func colors() throws {
        let folder = try CatalogFolder()
        func set(_ name: String, _ colors: String) throws {
            try folder.write("Media.xcassets/\(name).colorset/Contents.json", "{\"colors\": [\(colors)]}")
        }
        func color(_ red: String, _ green: String, _ blue: String, dark: Bool = false) -> String {
            "{\"idiom\": \"universal\", \"color\": {\"color-space\": \"srgb\", \"components\": {\"red\": \"\(red)\", "
                + "\"green\": \"\(green)\", \"blue\": \"\(blue)\", \"alpha\": \"1.000\"}}"
                + (dark ? ", \"appearances\": [{\"appearance\": \"luminosity\", \"value\": \"dark\"}]" : "") + "}"
        }
        try set("brand", color("0xFF", "128", "0.000") + ", " + color("0.0", "0", "1.0", dark: true))
        try set(
            "system", "{\"idiom\": \"universal\", \"color\": {\"platform\": \"ios\", \"reference\": \"labelColor\"}}")
        try set(
            "grey",
            "{\"color\": {\"color-space\": \"gray-gamma-22\", \"components\": {\"white\": \"0.5\", \"alpha\": \"0.25\"}}}"
        )
        let brand = try #require(UIColor(named: "brand", in: folder.bundle, compatibleWith: nil))
        let light = brand.resolvedColor(with: UITraitCollection(userInterfaceStyle: .light))
        let dark = brand.resolvedColor(with: UITraitCollection(userInterfaceStyle: .dark))
        #expect(light == UIColor(red: 1, green: 128.0 / 255, blue: 0, alpha: 1))
        #expect(dark == UIColor(red: 0, green: 0, blue: 1, alpha: 1))
        #expect(UIColor(named: "grey", in: folder.bundle, compatibleWith: nil) == UIColor(white: 0.5, alpha: 0.25))
        let label = try #require(UIColor(named: "system", in: folder.bundle, compatibleWith: nil))
        #expect(label.resolvedColor(with: UITraitCollection(userInterfaceStyle: .dark)) == .white)
        #expect(UIColor(named: "nothing", in: folder.bundle, compatibleWith: nil) == nil)
    }

    @Test("Data, folders that name what is in them, and files beside catalogues")
    func others() throws {
        let folder = try CatalogFolder()
        try folder.write("Media.xcassets/Menus/Contents.json", "{\"properties\": {\"provides-namespace\": true}}")
        try folder.write("Media.xcassets/Menus/menu.dataset/menu.json", "{}")
        try folder.write(
            "Media.xcassets/Menus/menu.dataset/Contents.json",
            "{\"data\": [{\"filename\": \"menu.json\", \"idiom\": \"universal\", \"universal-type-identifier\": \"public.json\"}]}"
        )
        let asset = try #require(NSDataAsset(name: "Menus/menu", bundle: folder.bundle))
        #expect(asset.data == Data("{}".utf8) && asset.typeIdentifier == "public.json")
        #expect(NSDataAsset(name: "menu", bundle: folder.bundle) == nil)
        try folder.picture("Assets/photo@2x.png", .red, side: 12)
        #expect(UIImage(named: "photo", in: folder.bundle)?.size == CGSize(width: 6, height: 6))
        #expect(UIImage(named: "photo.png", in: folder.bundle)?.scale == 2)
        #expect(AssetFolder.paths(ofProgram: "/opt/kiosk/bin/kiosk").contains("/opt/kiosk/share/kiosk"))
        #expect(AssetFolder.paths(ofProgram: "/usr/bin/kiosk").contains("/usr/share/kiosk"))
    }

    @Test("What is wrong in a catalogue gives nothing, never an end")
    func hostile() throws {
        let good =
            "{\"images\": [{\"filename\": \"a.png\", \"idiom\": \"universal\", \"scale\": \"1x\"}], "
            + "\"colors\": [{\"color\": {\"components\": {\"red\": \"1.0\", \"green\": \"0.0\", \"blue\": \"0.0\"}}}], "
            + "\"data\": [{\"filename\": \"a.png\"}], \"properties\": {\"template-rendering-intent\": \"template\"}}"
        var texts = [
            "", "[]", "{}", "null", "{\"images\": 4}", "{\"images\": [4, [], {}]}",
            String(repeating: "[", count: 100_000),
            "{\"images\": [{\"filename\": \"../../etc/passwd\"}]}", "{\"images\": [{\"filename\": \"/etc/passwd\"}]}",
            "{\"images\": [{\"filename\": \"a.png\", \"scale\": 7, \"appearances\": {\"a\": 1}}]}",
            "{\"images\": [{\"filename\": \"a.png\", \"resizing\": {\"cap-insets\": {\"left\": -1e308, \"top\": 1e308}}}]}",
            "{\"colors\": [{\"color\": {\"components\": {\"red\": \"nan\", \"green\": \"1e999\", \"blue\": \"0xZZ\"}}}]}",
            "{\"colors\": [{\"color\": {\"reference\": \"noColor\"}}]}",
        ]
        var state: UInt64 = 7
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<200 {
            var bytes = [UInt8](good.utf8)
            for _ in 0...random(4) {
                switch random(3) {
                case 0: bytes[random(bytes.count)] = UInt8(random(256))
                case 1: bytes.removeSubrange(random(bytes.count)...)
                default: bytes.insert(contentsOf: bytes.prefix(random(bytes.count + 1)), at: random(bytes.count + 1))
                }
                if bytes.isEmpty { bytes = [123] }
            }
            texts.append(String(decoding: bytes, as: UTF8.self))
        }
        let folder = try CatalogFolder()
        for (number, text) in texts.enumerated() {
            for kind in ["imageset", "colorset", "dataset"] {
                try folder.write("M.xcassets/e\(number).\(kind)/Contents.json", text)
            }
            try folder.picture("M.xcassets/e\(number).imageset/a.png", .red, side: 4)
        }
        var images = 0
        for number in texts.indices {
            if let image = UIImage(named: "e\(number)", in: folder.bundle) {
                images += 1
                _ = image.resizableImage(withCapInsets: image.capInsets).pngData()
            }
            _ = UIColor(named: "e\(number)", in: folder.bundle, compatibleWith: nil)
            _ = NSDataAsset(name: "e\(number)", bundle: folder.bundle)
        }
        #expect(images < texts.count)
        try folder.write("M.xcassets/long.imageset/Contents.json", Data(count: 2 << 20))
        AssetLibrary.shared.forgetImages()
        #expect(UIImage(named: "long", in: folder.bundle) == nil)
    }
}
