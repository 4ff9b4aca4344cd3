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
        guard failure == nil, time - lastTime >= minimumInterval - 1e-6 else { return }
        lastTime = time
        count += 1
        let number = String(count)
        let name = "frame-" + String(repeating: "0", count: max(6 - number.count, 0)) + number + ".png"
        do throws(any Error) {
            let picture = PixelSurface(
                pixels: buffer.pixels, bytesPerRow: buffer.bytesPerRow, width: buffer.size.width,
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
