import ControlSocket
import Foundation
import RenderServer

/// How the program is: its display, frames, times and memory. Any thread.
struct StatisticsReport {
    let facts: ProgramFacts
    let server: RenderServer

    var json: JSONValue {
        facts.json.adding("display", display).adding("frames", frames).adding("times_ms", times)
            .adding("memory", memory)
    }

    private var display: JSONValue {
        let info = server.outputInfo
        return .fields([
            "connector": .text(info.name), "card": .text(info.card), "width": .integer(info.panelSize.width),
            "height": .integer(info.panelSize.height), "hertz": .number(rounded(1 / info.refreshInterval, 1000)),
            "format": .text(info.formatCode), "rotation": .integer(server.rotation.rawValue),
            "scale": .number(facts.scale), "atomic": .bool(info.isAtomic), "connected": .bool(server.isConnected),
        ])
    }

    private var frames: JSONValue {
        let statistics = server.statistics
        let now = MediaClock.now
        return .fields([
            "shown": .integer(statistics.framesShown), "missed": .integer(statistics.missedRefreshes),
            "refused": .integer(statistics.flipsRefused), "lost": .integer(statistics.flipsLost),
            "commits": .integer(statistics.commitsApplied), "wake_ups": .integer(statistics.wakeUps),
            "pixels": .integer(statistics.pixelsComposited), "due": .bool(statistics.isFrameDue),
            "seconds_since_last": statistics.lastFlipTime.map { .number(rounded(max(now - $0, 0), 1000)) } ?? .null,
        ])
    }

    private var times: JSONValue {
        let timings = server.timings
        return .fields([
            "frames": .integer(timings.frameCount), "missed": .integer(timings.missedRefreshes),
            "interval": percentiles(timings.frameInterval), "render": percentiles(timings.renderDuration),
            "latency": percentiles(timings.contactLatency),
        ])
    }

    private func percentiles(_ values: FrameTimings.Percentiles) -> JSONValue {
        .fields([
            "count": .integer(values.count), "p50": milliseconds(values.p50), "p95": milliseconds(values.p95),
            "p99": milliseconds(values.p99), "max": milliseconds(values.greatest),
        ])
    }

    private func milliseconds(_ seconds: Double) -> JSONValue { .number(rounded(seconds * 1000, 1000)) }

    private var memory: JSONValue {
        let statistics = server.statistics
        return .fields([
            "resident_bytes": .optional(Self.residentBytes()),
            "contents_bytes": .integer(statistics.contentsBytes),
            "contents_count": .integer(statistics.contentsCount),
        ])
    }

    /// What of the process is in the machine's memory.
    private static func residentBytes() -> Int? {
        guard let file = fopen("/proc/self/statm", "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = fread(&bytes, 1, bytes.count, file)
        let words = bytes.prefix(count).split(separator: UInt8(ascii: " "))
        guard words.count > 1, let pages = Int(String(decoding: words[1], as: UTF8.self)) else { return nil }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
