import Testing

@testable import Input

/// A touch screen of ten slots that a random walk drives, by the way a real one takes: the events of a device, reports, a queue.
/// It may say what no device should.
final class WalkPanel {
    /// What waits for the main thread; small, so that it fills when nobody reads.
    let queue = ContactQueue(capacity: 64)
    private(set) var down: Set<Int> = []
    private(set) var notes = 0
    private var deviceID: UInt32 = 1
    private lazy var assembler = ContactAssembler(
        firstIdentifier: 1, note: { [unowned self] _ in notes += 1 }, deliver: { [unowned self] in queue.push($0) })
    private static let panel = PointerPanel(width: 400, height: 400, rotation: 0)

    /// One slot of a report that is not complete yet. `x` and `y` 0…1.
    func say(_ slot: Int, _ phase: ContactPhase, _ x: Double?, _ y: Double?, at time: Double, stamp: Int64? = nil) {
        switch phase {
        case .began: down.insert(slot)
        case .ended, .cancelled: down.remove(slot)
        case .moved: break
        }
        let raw = RawContact(
            deviceID: deviceID, slot: Int32(slot), phase: phase, x: x, y: y,
            microseconds: stamp ?? Int64((time * 1_000_000).rounded()))
        accept(.touch(raw), time)
    }

    func endReport(at time: Double) { accept(.frame(deviceID: deviceID), time) }

    /// Whatever is left to tell is told: the source has read all there was.
    func closeReport() { assembler.closeReport() }

    func unplug(at time: Double) {
        accept(.removed(deviceID: deviceID), time)
        deviceID += 1
        down.removeAll()
    }

    private func accept(_ event: DeviceEvent, _ time: Double) {
        assembler.accept(event, panel: Self.panel, now: UInt64((time * 1_000_000).rounded()))
    }
}
