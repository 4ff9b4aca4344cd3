import ControlSocket
import Foundation
import RenderServer

/// How the program is: its displays, frames, times and memory. Any thread.
struct StatisticsReport {
    let facts: ProgramFacts
    /// The main one first.
    let screens: [InspectedScreen]

    /// The main screen's figures, and those of further ones in a list of their own.
    var json: JSONValue {
        let main = PanelStatistics(screen: screens[0])
        let json = facts.json.adding("display", main.display).adding("frames", main.frames)
            .adding("times_ms", main.times).adding("memory", memory)
            .adding("remote", facts.help?.json ?? .null)
        guard screens.count > 1 else { return json }
        let others = screens.enumerated().dropFirst().map { index, screen in
            let panel = PanelStatistics(screen: screen)
            return JSONValue.fields([
                "number": .integer(index + 1), "display": panel.display, "frames": panel.frames,
                "times_ms": panel.times,
            ])
        }
        return json.adding("other_screens", .list(others))
    }

    /// Of all screens together.
    private var memory: JSONValue {
        let statistics = screens.map(\.server.statistics)
        return .fields([
            "resident_bytes": .optional(Self.residentBytes()),
            "contents_bytes": .integer(statistics.reduce(0) { $0 + $1.contentsBytes }),
            "contents_count": .integer(statistics.reduce(0) { $0 + $1.contentsCount }),
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

/// What one screen shows on, and how.
private struct PanelStatistics {
    let screen: InspectedScreen
    private var server: RenderServer { screen.server }

    var display: JSONValue {
        let info = server.outputInfo
        return .fields([
            "output": .text(info.kind.rawValue), "connector": .text(info.name), "card": .text(info.card),
            "width": .integer(info.panelSize.width),
            "height": .integer(info.panelSize.height), "hertz": .number(rounded(1 / info.refreshInterval, 1000)),
            "format": .text(info.formatCode), "rotation": .integer(server.rotation.rawValue),
            "scale": .number(screen.scale), "atomic": .bool(info.isAtomic), "connected": .bool(server.isConnected),
        ])
    }

    var frames: JSONValue {
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

    var times: JSONValue {
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
}
