import Display
import Glibc

/// A kernel made of a list of cards: writes down every call, fails where it is told to, refuses what a strict driver would
/// refuse, and counts what was not given back.
final class ScriptedKernel: @unchecked Sendable {
    var cards: [ScriptedCard]
    var now = 1000.0
    /// Every call, with what matters of its arguments.
    private(set) var log: [String] = []
    /// Answers to come, by the call's name: 0 lets one pass.
    private var answers: [String: [Int32]] = [:]
    /// Answers that stay.
    private var standing: [String: Int32] = [:]
    /// A commit or flip with this flag gets the answer.
    var refusesFlags: (flags: KMSFunctions.CommitFlags, code: Int32)?
    var refusesClips = false
    /// Test commits with a framebuffer of such a format ("XR24") are refused.
    var refusedFormats: Set<String> = []
    /// Test commits of a turned plane are refused; or those pass, and the mode set is refused.
    var refusesTurns = false
    var refusesTurnedModesets = false
    /// Another process is master of this card's path.
    var foreignMaster: String?
    /// Whether its name is known; otherwise only that a splash screen runs.
    var isForeignMasterKnown = true
    var hasUdev = true
    var canMarkDirty = false
    /// The clock was set, as it also is after sleep.
    var isClockSet = false
    var timeAsleep = 7.0

    var events: [KMSFlipEvent] = []
    var uevents: [HotplugEvent] = []
    private(set) var timerTime: Double?
    /// userData of the flip that waits for its vertical blank.
    private(set) var pendingFlip: UInt64?
    private(set) var shownFramebuffer: UInt32 = 0
    /// The same for leases, and which framebuffer a CRTC shows.
    private var leasedFlips: [Int32: UInt64] = [:]
    private var leasedEvents: [Int32: [KMSFlipEvent]] = [:]
    private(set) var framebufferOfCRTC: [UInt32: UInt32] = [:]
    /// What was leased of a card, and by which descriptor.
    private var leases: [Int32: (owner: Int32, objects: Set<UInt32>)] = [:]
    var givesLeases = true
    /// Pixels of a side.
    var cursorSide: Int64 = 64
    /// The buffer in the cursor plane; 0 for none.
    private(set) var cursorHandle: UInt32 = 0
    private(set) var lastClips: [KMSClip] = []

    private var descriptors: [Int32: String] = [:]
    private var nextDescriptor: Int32 = 100
    private var nextID: UInt32 = 500
    private var master: Int32 = -1
    private(set) var dumbBuffers: [UInt32: KMSDumbBuffer] = [:]
    private(set) var framebuffers: [UInt32: UInt32] = [:]
    private var formats: [UInt32: String] = [:]
    private(set) var blobs: [UInt32: [KMSClip]] = [:]
    private(set) var mappings: [UnsafeMutableRawPointer: UInt64] = [:]
    private(set) var pixels: [UInt32: UnsafeMutableRawPointer] = [:]
    private(set) var armed: Int32 = -1

    init(_ cards: ScriptedCard...) { self.cards = cards }

    // MARK: For tests

    func answer(_ call: String, _ codes: Int32...) { answers[call, default: []] += codes }
    func answerAlways(_ call: String, _ code: Int32?) { standing[call] = code }
    func clearLog() { log = [] }

    /// What was taken and not given back.
    var leaks: [String] {
        var leaks: [String] = []
        if !descriptors.isEmpty { leaks.append("descriptors \(descriptors)") }
        if !dumbBuffers.isEmpty { leaks.append("buffers \(dumbBuffers.keys.sorted())") }
        if !framebuffers.isEmpty { leaks.append("framebuffers \(framebuffers.keys.sorted())") }
        if !blobs.isEmpty { leaks.append("blobs \(blobs.keys.sorted())") }
        if !mappings.isEmpty { leaks.append("mappings \(mappings.count)") }
        if master >= 0 { leaks.append("master") }
        if armed >= 0 { leaks.append("restoration") }
        return leaks
    }

    /// Ends the flip that is pending, as the next vertical blank would.
    func completeFlip(sequence: UInt32 = 1, at time: Double? = nil) {
        guard let userData = pendingFlip else { return }
        pendingFlip = nil
        let stamp = time ?? now
        events.append(
            KMSFlipEvent(
                sequence: sequence, seconds: UInt32(stamp),
                microseconds: UInt32(((stamp - stamp.rounded(.down)) * 1e6).rounded()), userData: userData))
    }

    func loseFlip() { pendingFlip = nil }

    /// The memory of what is on the panel.
    var shownPixels: UnsafeMutableRawPointer? { framebuffers[shownFramebuffer].flatMap { pixels[$0] } }

    func removeCard(_ path: String) {
        guard let index = cards.firstIndex(where: { $0.path == path }) else { return }
        uevents.append(HotplugEvent(action: .removed, deviceNumber: cards[index].deviceNumber))
        cards.remove(at: index)
    }

    func addCard(_ card: ScriptedCard) {
        cards.append(card)
        uevents.append(HotplugEvent(action: .added, deviceNumber: card.deviceNumber))
    }

    func change(_ path: String = "/dev/dri/card0", _ body: (inout ScriptedCard) -> Void) {
        guard let index = cards.firstIndex(where: { $0.path == path }) else { return }
        body(&cards[index])
        uevents.append(HotplugEvent(action: .changed, deviceNumber: cards[index].deviceNumber))
    }

    // MARK: Inside

    func record(_ call: String, _ details: String = "") -> Int32 {
        log.append(details.isEmpty ? call : "\(call) \(details)")
        if let code = standing[call] { return -code }
        if var list = answers[call], !list.isEmpty {
            let code = list.removeFirst()
            answers[call] = list
            return -code
        }
        return 0
    }

    func attempt(_ call: String, _ details: String = "") throws(KernelError) {
        let result = record(call, details)
        if result < 0 { throw KernelError(-result) }
    }

    func card(_ fd: Int32) throws(KernelError) -> ScriptedCard {
        guard let path = descriptors[fd] else { throw KernelError(EBADF) }
        guard let card = cards.first(where: { $0.path == path }) else { throw KernelError(ENODEV) }
        return leases[fd].map { card.leased($0.objects) } ?? card
    }

    // MARK: Leases

    /// As the kernel has it: only a master gives leases, each object is lent once, and there is a CRTC, a connector and a
    /// plane in each.
    func createLease(_ fd: Int32, _ objects: [UInt32]) -> Int32 {
        let result = record("createLease", "\(objects)")
        if result < 0 { return result }
        if !givesLeases { return -EOPNOTSUPP }
        guard fd == master, leases[fd] == nil, let path = descriptors[fd] else { return -EACCES }
        guard !leases.values.contains(where: { $0.owner == fd && !$0.objects.isDisjoint(with: objects) }) else {
            return -EBUSY
        }
        let lease = newDescriptor(path)
        leases[lease] = (fd, Set(objects))
        return lease
    }

    func isMaster(_ fd: Int32) -> Bool { (leases[fd]?.owner ?? fd) == master }

    /// The descriptor whose lease has the connector.
    func lease(of connector: UInt32) -> Int32? { leases.first { $0.value.objects.contains(connector) }?.key }

    func completeFlip(ofLease fd: Int32, sequence: UInt32 = 1) {
        guard let userData = leasedFlips.removeValue(forKey: fd) else { return }
        leasedEvents[fd, default: []].append(
            KMSFlipEvent(
                sequence: sequence, seconds: UInt32(now), microseconds: 0, userData: userData))
    }

    // MARK: The cursor

    func setCursor(
        _ fd: Int32, _ crtc: UInt32, _ handle: UInt32, _ width: UInt32, _ height: UInt32, _ hotX: Int32, _ hotY: Int32
    ) -> Int32 {
        let what = handle == 0 ? "off" : "\(width)x\(height) hot \(hotX),\(hotY)"
        let result = record("setCursor", "\(crtc) \(what)")
        if result < 0 { return result }
        if isGone(fd) { return -ENODEV }
        if !isMaster(fd) { return -EACCES }
        guard handle == 0 || dumbBuffers[handle] != nil else { return -ENOENT }
        cursorHandle = handle
        return 0
    }

    func isGone(_ fd: Int32) -> Bool { (try? card(fd)) == nil }

    func open(_ path: String) -> Int32 {
        let result = record("open", path)
        if result < 0 { return result }
        guard cards.contains(where: { $0.path == path }) else { return -ENOENT }
        return newDescriptor(path)
    }

    func newDescriptor(_ what: String) -> Int32 {
        nextDescriptor += 1
        descriptors[nextDescriptor] = what
        return nextDescriptor
    }

    func close(_ fd: Int32) {
        let what = descriptors.removeValue(forKey: fd) ?? "unknown descriptor"
        _ = record("close", what)
        if master == fd { master = -1 }
        leases[fd] = nil
        leasedFlips[fd] = nil
        // A lease is worth nothing without what it was taken from.
        for (lease, value) in leases where value.owner == fd { leases[lease] = (-2, value.objects) }
        // With a card that is gone, the kernel takes back what was still held. Of others everything is to be given back.
        if what.hasPrefix("/dev"), !cards.contains(where: { $0.path == what }) {
            dumbBuffers = [:]
            framebuffers = [:]
            blobs = [:]
        }
    }

    func setMaster(_ fd: Int32) -> Int32 {
        let result = record("setMaster")
        if result < 0 { return result }
        if let path = descriptors[fd], path == foreignMaster { return -EBUSY }
        master = fd
        return 0
    }

    func dropMaster(_ fd: Int32) -> Int32 {
        if master == fd { master = -1 }
        return record("dropMaster")
    }

    /// As if another process had taken the display over.
    func loseMaster() { master = -1 }

    func arm(_ fd: Int32) { armed = fd }

    // MARK: Buffers

    private func newID() -> UInt32 {
        nextID += 1
        return nextID
    }

    func createDumb(_ fd: Int32, _ width: Int, _ height: Int, _ bits: Int) throws(KernelError) -> KMSDumbBuffer {
        try attempt("createDumb", "\(width)x\(height)@\(bits)")
        let pitch = width * bits / 8 + (try card(fd)).pitchPadding
        let buffer = KMSDumbBuffer(handle: newID(), pitch: UInt32(pitch), size: UInt64(pitch * height))
        dumbBuffers[buffer.handle] = buffer
        return buffer
    }

    func destroyDumb(_ fd: Int32, _ handle: UInt32) -> Int32 {
        if dumbBuffers.removeValue(forKey: handle) == nil, !isGone(fd) { log.append("destroyDumb of nothing") }
        return record("destroyDumb")
    }

    /// Memory full of magenta, so that what is not cleared is seen.
    func mapDumb(_ handle: UInt32, _ size: UInt64) throws(KernelError) -> UnsafeMutableRawPointer {
        try attempt("mapDumb")
        let memory = UnsafeMutableRawPointer.allocate(byteCount: Int(size), alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: Int(size))
        mappings[memory] = size
        pixels[handle] = memory
        return memory
    }

    func unmap(_ memory: UnsafeMutableRawPointer) {
        _ = record("unmap")
        if mappings.removeValue(forKey: memory) == nil { log.append("unmap of nothing") }
        memory.deallocate()
    }

    func addFramebuffer(_ format: UInt32, _ handle: UInt32, _ pitch: UInt32) -> Int64 {
        let result = record("addFramebuffer", "\(name(format)) pitch \(pitch)")
        if result < 0 { return Int64(result) }
        let id = newID()
        framebuffers[id] = handle
        formats[handle] = name(format)
        return Int64(id)
    }

    func removeFramebuffer(_ fd: Int32, _ id: UInt32) -> Int32 {
        if framebuffers.removeValue(forKey: id) == nil, !isGone(fd) { log.append("removeFramebuffer of nothing") }
        if shownFramebuffer == id { shownFramebuffer = 0 }
        return record("removeFramebuffer")
    }

    private func name(_ format: UInt32) -> String {
        String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: format >> (8 * $0)) }, as: UTF8.self)
    }

    // MARK: Showing

    func createBlob(_ call: String, _ clips: [KMSClip]) -> Int64 {
        let result = record(call)
        if result < 0 { return Int64(result) }
        let id = newID()
        blobs[id] = clips
        return Int64(id)
    }

    func destroyBlob(_ id: UInt32) -> Int32 {
        if blobs.removeValue(forKey: id) == nil { log.append("destroyBlob of nothing") }
        return record("destroyBlob")
    }

    func commit(_ fd: Int32, _ flags: KMSFunctions.CommitFlags, _ values: [KMSPropertyValue], _ userData: UInt64)
        -> Int32
    {
        let texts = values.map { value in
            let name = ScriptedCard.name(ofProperty: value.property)
            // Numbers that the kernel gave out are of no interest.
            let isID = value.value > 500 && value.value < 65536
            return "\(value.object).\(name)=\(isID ? "id" : String(value.value))"
        }
        // Commits that only ask have a name, and answers, of their own.
        let isTest = flags.contains(.testOnly)
        let result = record(isTest ? "test" : "commit", "\(text(flags)) \(texts.joined(separator: " "))")
        if result < 0 { return result }
        if isGone(fd) { return -ENODEV }
        if !isMaster(fd) { return -EACCES }
        if let lease = leases[fd], values.contains(where: { !lease.objects.contains($0.object) }) { return -ENOENT }
        if isTest { return testResult(values) }
        if refusesTurnedModesets, flags.contains(.allowModeset),
            values.contains(where: { ScriptedCard.name(ofProperty: $0.property) == "rotation" && $0.value != 1 })
        {
            return -EINVAL
        }
        if let refusesFlags, flags.isSuperset(of: refusesFlags.flags) { return -refusesFlags.code }
        let clips = values.first { ScriptedCard.name(ofProperty: $0.property) == "FB_DAMAGE_CLIPS" }
        if refusesClips, clips != nil { return -EINVAL }
        let pending = leases[fd] == nil ? pendingFlip : leasedFlips[fd]
        if flags.contains(.nonBlocking), pending != nil { return -EBUSY }
        lastClips = clips.flatMap { blobs[UInt32($0.value)] } ?? []
        if let framebuffer = values.last(where: { ScriptedCard.name(ofProperty: $0.property) == "FB_ID" }) {
            guard framebuffers[UInt32(framebuffer.value)] != nil else { return -ENOENT }
            shownFramebuffer = UInt32(framebuffer.value)
            if let lease = leases[fd], let crtc = cards.flatMap(\.crtcs).first(where: { lease.objects.contains($0.id) })
            {
                framebufferOfCRTC[crtc.id] = shownFramebuffer
            }
        }
        if flags.contains(.event) {
            if leases[fd] == nil { pendingFlip = userData } else { leasedFlips[fd] = userData }
        }
        return 0
    }

    /// What a device answers that can show only some formats.
    private func testResult(_ values: [KMSPropertyValue]) -> Int32 {
        guard let value = values.last(where: { ScriptedCard.name(ofProperty: $0.property) == "FB_ID" }),
            let handle = framebuffers[UInt32(value.value)]
        else { return -ENOENT }
        let turns = values.filter { ScriptedCard.name(ofProperty: $0.property) == "rotation" && $0.value != 1 }
        if refusesTurns, !turns.isEmpty { return -EINVAL }
        return refusedFormats.contains(formats[handle] ?? "") ? -EINVAL : 0
    }

    private func text(_ flags: KMSFunctions.CommitFlags) -> String {
        var names: [String] = []
        if flags.contains(.testOnly) { names.append("TEST") }
        if flags.contains(.allowModeset) { names.append("MODESET") }
        if flags.contains(.nonBlocking) { names.append("NONBLOCK") }
        if flags.contains(.event) { names.append("EVENT") }
        return "[\(names.joined(separator: " "))]"
    }

    func setCRTC(_ fd: Int32, _ crtc: UInt32, _ framebuffer: UInt32, _ connectors: [UInt32], _ mode: KMSMode?) -> Int32
    {
        let own = framebuffers[framebuffer] != nil ? "own" : "\(framebuffer)"
        let result = record("setCRTC", "\(crtc) \(own) \(connectors) \(mode?.name ?? "off")")
        if result < 0 { return result }
        if isGone(fd) { return -ENODEV }
        if !isMaster(fd) { return -EACCES }
        shownFramebuffer = framebuffer
        return 0
    }

    func pageFlip(_ fd: Int32, _ framebuffer: UInt32, _ userData: UInt64) -> Int32 {
        let result = record("pageFlip")
        if result < 0 { return result }
        if isGone(fd) { return -ENODEV }
        if fd != master { return -EACCES }
        if pendingFlip != nil { return -EBUSY }
        shownFramebuffer = framebuffer
        pendingFlip = userData
        return 0
    }

    func markDirty(_ fd: Int32, _ framebuffer: UInt32, _ clips: [KMSClip]) -> Int32 {
        let isShown = framebuffer == shownFramebuffer ? "" : " not shown"
        let result = record("markDirty", "\(clips.map { "\($0.x1),\($0.y1)-\($0.x2),\($0.y2)" })\(isShown)")
        if result < 0 { return result }
        if isGone(fd) { return -ENODEV }
        return canMarkDirty ? 0 : -ENOSYS
    }

    func readEvents(_ fd: Int32, _ buffer: UnsafeMutableBufferPointer<KMSFlipEvent>) -> Int32 {
        if isGone(fd) { return -ENODEV }
        if leases[fd] != nil {
            let waiting = leasedEvents.removeValue(forKey: fd) ?? []
            for (index, event) in waiting.enumerated() { buffer.initializeElement(at: index, to: event) }
            return Int32(waiting.count)
        }
        let count = min(events.count, KMSFunctions.eventCapacity)
        for index in 0..<count { buffer.initializeElement(at: index, to: events[index]) }
        events.removeFirst(count)
        return Int32(count)
    }

    // MARK: Timer

    func setTimer(_ time: Double) -> Int32 {
        timerTime = time
        return record("setTimer")
    }

    func clearTimer() -> Bool {
        guard let time = timerTime, now >= time else { return false }
        timerTime = nil
        return true
    }

    /// Each watch hears of everything.
    func nextUevent(_ fd: Int32) -> HotplugEvent? {
        guard uevents.isEmpty || leases.isEmpty && heard.isEmpty else {
            let index = heard[fd] ?? 0
            guard index < uevents.count else { return nil }
            heard[fd] = index + 1
            return uevents[index]
        }
        return nextUevent()
    }
    private var heard: [Int32: Int] = [:]

    private func nextUevent() -> HotplugEvent? { uevents.isEmpty ? nil : uevents.removeFirst() }
}
