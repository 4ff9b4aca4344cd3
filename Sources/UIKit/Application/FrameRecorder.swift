import CoreGraphics
import Display
import Foundation
import Raster
import Synchronization

/// Writes frames as they are on the panel into a folder: `frame-000001.png` and so on, with their times in
/// `frames.json`. Used by one thread at a time. A tool for tests and pictures: encoding takes longer than drawing.
final class FrameRecorder {
    /// The folder could not be written to.
    struct Failure: Error, CustomStringConvertible {
        let path: String
        let reason: String

        var description: String {
            "VITRINE_FRAMES: \(path) could not be written: \(reason). Name a folder that this user may write to."
        }
    }

    private let folder: URL
    /// Seconds between pictures at the least; 0 records every frame.
    private let minimumInterval: Double
    private var count = 0
    private var lastTime = -Double.infinity
    private var lines: [String] = []
    private let startTime: Double
    private(set) var failure: Failure?
    /// The last picture, while it came too early after the one before to be written, and its time.
    private var early: (pixels: Data, shape: ScanoutBuffer, time: Double)?

    init(folder path: String, minimumInterval: Double, startTime: Double) throws(Failure) {
        folder = URL(fileURLWithPath: path, isDirectory: true)
        self.minimumInterval = minimumInterval
        self.startTime = startTime
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("[]\n".utf8).write(to: folder.appendingPathComponent("frames.json"))
        } catch {
            throw Failure(path: path, reason: error.localizedDescription)
        }
    }

    func record(_ buffer: ScanoutBuffer, time: Double) {
        guard failure == nil else { return }
        if time - lastTime < minimumInterval - 1e-6 {
            let pixels = Data(bytes: buffer.pixels, count: buffer.bytesPerRow * buffer.size.height)
            early = (pixels, buffer, time)
            return
        }
        early = nil
        lastTime = time
        write(buffer.pixels, of: buffer, time: time)
    }

    /// Writes what is shown at the end, in whatever time after the picture before. No frame may come any more.
    func finish() {
        guard let early else { return }
        self.early = nil
        early.pixels.withUnsafeBytes { pixels in
            guard let base = pixels.baseAddress else { return }
            write(UnsafeMutableRawPointer(mutating: base), of: early.shape, time: early.time)
        }
    }

    private func write(_ pixels: UnsafeMutableRawPointer, of buffer: ScanoutBuffer, time: Double) {
        count += 1
        let number = String(count)
        let name = "frame-" + String(repeating: "0", count: max(6 - number.count, 0)) + number + ".png"
        do throws(any Error) {
            let picture = PixelSurface(
                pixels: pixels, bytesPerRow: buffer.bytesPerRow, width: buffer.size.width,
                height: buffer.size.height, format: buffer.format)
            try ImageEncoder.png(picture, isOpaque: true).write(to: folder.appendingPathComponent(name))
            let milliseconds = ((time - startTime) * 1_000_000).rounded() / 1_000_000
            lines.append("  {\"file\": \"\(name)\", \"time\": \(milliseconds)}")
            try Data(("[\n" + lines.joined(separator: ",\n") + "\n]\n").utf8)
                .write(to: folder.appendingPathComponent("frames.json"))
        } catch {
            failure = Failure(path: folder.path, reason: "\(error)")
        }
    }
}
