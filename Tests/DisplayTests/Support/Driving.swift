@testable import Display
import Raster

extension KMSOutput {
    static func open(
        on kernel: ScriptedKernel, _ configuration: KMSConfiguration = KMSConfiguration()
    ) throws(DisplayError) -> KMSOutput {
        try KMSOutput(configuration, kernel: kernel.functions)
    }
}

extension Output {
    /// Acquires, fills with `value` and presents. The buffer, or nil when none was free.
    @discardableResult
    func show(_ value: UInt32 = 0xFF12_3456, damage: [PixelRect] = []) throws(DisplayError) -> ScanoutBuffer? {
        guard let buffer = try acquire() else { return nil }
        for row in 0..<buffer.size.height {
            let pixels = buffer.pixels + row * buffer.bytesPerRow
            if buffer.format == .rgb565 {
                pixels.initializeMemory(as: UInt16.self, repeating: UInt16(value & 0xFFFF), count: buffer.size.width)
            } else {
                pixels.initializeMemory(as: UInt32.self, repeating: value, count: buffer.size.width)
            }
        }
        try damage.withUnsafeBufferPointer { (damage) throws(DisplayError) in try present(buffer, damage: damage) }
        return buffer
    }

    /// All events that wait.
    func takeEvents() throws(DisplayError) -> [OutputEvent] {
        var events: [OutputEvent] = []
        try handleEvents { events.append($0) }
        return events
    }
}

/// The error that `body` throws, or nil.
func displayError(_ body: () throws(DisplayError) -> Void) -> DisplayError? {
    do {
        try body()
        return nil
    } catch {
        return error
    }
}
