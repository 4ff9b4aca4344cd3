import CoreGraphics
import Foundation
import Raster
import UIKit

/// Qt's side of the comparison: a C++ library in `Qt/` beside this file, compiled when it is needed and loaded into this
/// process. The package itself knows nothing of Qt.
@MainActor
final class PeerLibrary {
    static let packages = "qtbase5-dev qtdeclarative5-dev qml-module-qtquick2 qml-module-qtquick-window2 g++ pkg-config"
    /// What pkg-config calls the parts of Qt that are used.
    private static let modules = ["Qt5Quick", "Qt5Widgets"]

    struct Failure: Error, CustomStringConvertible { var description: String }

    private typealias Start = @convention(c) () -> UnsafePointer<CChar>?
    private typealias SetPicture =
        @convention(c) (UnsafePointer<CChar>, UnsafeRawPointer, Int32, Int32, Int32, Int32) -> Void
    private typealias SetText = @convention(c) (UnsafePointer<CChar>) -> Void
    private typealias Create =
        @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, Int32, Int32) -> UnsafeMutableRawPointer?
    typealias Frame = @convention(c) (UnsafeMutableRawPointer, Int32) -> Void
    private typealias WritePicture = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>) -> Int32
    private typealias Destroy = @convention(c) (UnsafeMutableRawPointer) -> Void

    /// Such as 5.15.8.
    let version: String
    let frame: Frame
    private let setPicture: SetPicture
    private let setText: SetText
    private let create: Create
    private let writePicture: WritePicture
    private let destroy: Destroy

    /// Compiles and loads it; takes some seconds.
    init() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vitrine-peers-\(getpid())")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // What is loaded stays.
        defer { try? FileManager.default.removeItem(at: folder) }
        // Qt complains without one.
        setenv("XDG_RUNTIME_DIR", folder.path, 0)
        let library = try Self.compile(in: folder)
        guard let handle = dlopen(library.path, RTLD_NOW | RTLD_LOCAL) else {
            throw Failure(
                description: "\(library.path) cannot be loaded: \(dlerror().map { String(cString: $0) } ?? "")")
        }
        func function<T>(_ name: String, _ type: T.Type) throws -> T {
            guard let address = dlsym(handle, name) else {
                throw Failure(description: "\(library.path) has no \(name)")
            }
            return unsafeBitCast(address, to: type)
        }
        frame = try function("peers_frame", Frame.self)
        setPicture = try function("peers_set_picture", SetPicture.self)
        setText = try function("peers_set_text", SetText.self)
        create = try function("peers_create", Create.self)
        writePicture = try function("peers_write_picture", WritePicture.self)
        destroy = try function("peers_destroy", Destroy.self)
        guard let name = try function("peers_start", Start.self)() else {
            throw Failure(description: "Qt does not start")
        }
        version = String(cString: name)
    }

    // MARK: Compiling

    private static func compile(in folder: URL) throws -> URL {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Qt")
        let files = ((try? FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)) ?? [])
            .filter { $0.pathExtension == "cpp" }.map(\.path).sorted()
        guard !files.isEmpty else {
            throw Failure(description: "\(sources.path) is not there: run this where the package was built")
        }
        guard let flags = try? run("pkg-config", ["--cflags", "--libs"] + modules) else {
            throw Failure(
                description: "Qt 5 is not installed. On Debian and its relatives: apt-get install \(packages)")
        }
        let library = folder.appendingPathComponent("libpeers.so")
        let options = flags.split(whereSeparator: \.isWhitespace).map(String.init)
        _ = try run("g++", ["-std=c++17", "-O2", "-fPIC", "-shared", "-o", library.path] + files + options)
        return library
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(program) failed:\n\(complaint.prefix(4000))")
        }
        return text
    }

    // MARK: Scenes

    /// Hands over what scenes show, so that both sides show the same.
    func givePictures(size: PixelSize) {
        give(Pictures.background(width: size.width, height: size.height), "background")
        give(Pictures.background(width: size.width * 2, height: size.height * 2), "double background")
        give(Pictures.background(width: size.width - 60, height: size.height - 60), "layer")
        give(Pictures.photograph, "photograph")
        for index in 0..<24 {
            give(Pictures.icon(side: 32, hue: CGFloat(index) / 24), "icon \(index)")
            give(Pictures.icon(side: 24, hue: CGFloat(index) / 24), "icon small \(index)")
        }
        setText(PageScene.body)
    }

    private func give(_ image: UIImage, _ name: String) {
        guard let bitmap = image.cgImage?.bitmap else { return }
        setPicture(
            name, bitmap.row(0), Int32(bitmap.width), Int32(bitmap.height), Int32(bitmap.bytesPerRow),
            bitmap.format == .xrgb8888 ? 1 : 0)
    }

    func makeScene(peer: String, scene: String, size: PixelSize) -> UnsafeMutableRawPointer? {
        create(peer, scene, Int32(size.width), Int32(size.height))
    }

    func writePicture(of scene: UnsafeMutableRawPointer, to file: URL) {
        if writePicture(scene, file.path) == 0 { BenchmarksProgram.stop("\(file.path) cannot be written") }
    }

    func destroyScene(_ scene: UnsafeMutableRawPointer) { destroy(scene) }
}
