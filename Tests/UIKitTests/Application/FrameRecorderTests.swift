import Display
import Foundation
import Raster
import Testing

@testable import UIKit

@Suite("Recorded frames")
struct FrameRecorderTests {
    private func record(_ times: [Double], interval: Double) throws -> [(time: Double, red: Int)] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let recorder = try FrameRecorder(folder: folder.path, minimumInterval: interval, startTime: 0)
        var pixel: UInt32 = 0
        for (index, time) in times.enumerated() {
            pixel = 0xFF00_0000 | UInt32(index + 1) << 16
            withUnsafeMutableBytes(of: &pixel) { bytes in
                guard let base = bytes.baseAddress else { return }
                recorder.record(
                    ScanoutBuffer(
                        index: 0, pixels: base, bytesPerRow: 4, size: PixelSize(width: 1, height: 1), format: .xrgb8888,
                        age: 0), time: time)
            }
        }
        recorder.finish()
        recorder.finish()
        #expect(recorder.failure == nil)
        let list = try JSONSerialization.jsonObject(
            with: Data(contentsOf: folder.appendingPathComponent("frames.json")))
        return try #require(list as? [[String: Any]]).map { entry in
            let name = try #require(entry["file"] as? String)
            let image = try #require(UIImage(contentsOfFile: folder.appendingPathComponent(name).path)?.cgImage)
            let data = try #require(image.dataProvider?.data as Data?)
            return (try #require((entry["time"] as? NSNumber)?.doubleValue), max(Int(data[0]), Int(data[2])))
        }
    }

    @Test("At intervals, the picture that is shown at the end is recorded too, however soon after the one before")
    func last() throws {
        let frames = try record([0, 0.05, 0.1, 0.12, 0.15], interval: 0.1)
        #expect(frames.map(\.time) == [0, 0.1, 0.15])
        #expect(frames.map(\.red) == [1, 3, 5])
        #expect(try record([0, 0.05, 0.1], interval: 0.1).map(\.red) == [1, 3])
        #expect(try record([0, 0.05, 0.1], interval: 0).map(\.red) == [1, 2, 3])
    }
}
