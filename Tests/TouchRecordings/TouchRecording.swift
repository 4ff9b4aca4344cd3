package import Input

/// What a touch device said to the kernel, written down by a standard tool and played through Input's own chain.
///
/// Reads what `libinput record` writes (package libinput-tools), and the older `evemu-record`; of a file with several
/// devices, the first that has touch axes. Devices are followed that number their fingers (ABS_MT_SLOT), and those that
/// know one finger. What libinput does beside that, its filters against trembling axes and resting palms, is not in
/// `frames`.
package struct TouchRecording: Sendable {
    /// The most bytes of a file and the most events in it.
    package static let maximumBytes = 64 << 20
    package static let maximumEvents = 2_000_000

    /// What the device calls itself; empty when the file does not say.
    package let name: String
    /// How many steps the device tells apart across the panel and down it.
    package let units: SIMD2<Int>
    /// Every report that says something of a finger. Times are as in the file: those of `libinput record` count from
    /// the first event.
    package let frames: [ContactFrame]
    /// What was wrong with the device, as the log would say it.
    package let notes: [String]

    /// - Parameter text: the file's content.
    package init(_ text: String) throws(TouchRecordingError) {
        var reader = TouchRecordingReader()
        try reader.read(text)
        let axes = try reader.axes()
        var slots = RecordedSlots(axes: axes)
        let heard = Heard()
        var chain = TouchChain(deviceName: reader.name, note: { heard.notes.append($0) }) { report in
            let time = report.reduce(0) { max($0, $1.microseconds) }
            heard.frames.append(ContactFrame(microseconds: time, contacts: report))
        }
        for event in reader.events {
            slots.accept(event)
            for said in slots.said {
                if let said { chain.accept(said) } else { chain.endReport() }
            }
            slots.said.removeAll(keepingCapacity: true)
        }
        chain.cancelAll(now: UInt64(max(reader.events.last?.microseconds ?? 0, 0)))
        name = reader.name
        units = SIMD2(axes.x.count, axes.y.count)
        frames = heard.frames
        notes = heard.notes
    }

    /// What the assembler's closures hear.
    private final class Heard {
        var frames: [ContactFrame] = []
        var notes: [String] = []
    }
}

/// Why a recording cannot be played.
package struct TouchRecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1; 0 when it is about the whole file.
    package let line: Int
    package let reason: String

    package var description: String {
        line > 0 ? "recording, line \(line): \(reason)" : "recording: \(reason)"
    }
}
