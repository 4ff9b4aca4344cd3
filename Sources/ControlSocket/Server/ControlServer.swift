internal import CShims
import Glibc

/// Answers clients of one listening socket, on a thread of its own that sleeps while there are none.
///
/// The thread only reads requests and writes what waits: no client, however it behaves, makes another thread wait.
public final class ControlServer: @unchecked Sendable {
    // Unchecked because `conversations` is touched by one thread: the server's once started, the caller's of `turn`
    // otherwise. All else is constant.

    /// Who is at the other end of a connection.
    public struct Peer: Hashable, Sendable {
        public var user: UInt32
        public var process: Int32

        public init(user: UInt32, process: Int32) {
            self.user = user
            self.process = process
        }
    }

    private let listening: Int32
    private let path: String?
    private let limits: ControlLimits
    private let responder: any ControlResponder
    private let isAllowed: @Sendable (Peer) -> Bool
    private let wakeEvent = WakeEvent()
    private var conversations: [ControlConversation] = []
    /// No connection is taken before this time: there were no descriptors left.
    private var pausedUntil = -Double.infinity
    private var thread = pthread_t()
    private var isThreadRunning = false
    private let stopFlag = StopFlag()

    /// - Parameters:
    ///   - listening: a socket that listens; closed at the end.
    ///   - path: where it is, to be removed at the end.
    ///   - isAllowed: who may ask. Default: the program's user, and root.
    public init(
        listening: Int32, path: String? = nil, limits: ControlLimits = ControlLimits(),
        responder: any ControlResponder, isAllowed: @escaping @Sendable (Peer) -> Bool = ControlServer.isOwnerOrRoot
    ) {
        self.listening = listening
        self.path = path
        self.limits = limits
        self.responder = responder
        self.isAllowed = isAllowed
    }

    deinit {
        for conversation in conversations { conversation.close() }
        if listening >= 0 { vitrine_descriptor_close(listening) }
    }

    public static func isOwnerOrRoot(_ peer: Peer) -> Bool { peer.user == geteuid() || peer.user == 0 }

    // MARK: Its thread

    /// Starts the thread. Returns whether the system would.
    public func start() -> Bool {
        let context = Unmanaged.passRetained(self)
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, 256 << 10)
        // Signals are for the main thread.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &before)
        let result = pthread_create(
            &thread, &attributes,
            { pointer in
                let server = Unmanaged<ControlServer>.fromOpaque(pointer!).takeRetainedValue()
                _ = vitrine_thread_set_name("control")
                while !server.stopFlag.isSet { server.turn(now: vitrine_monotonic_seconds(), isWaiting: true) }
                return nil
            }, context.toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        pthread_attr_destroy(&attributes)
        guard result == 0 else {
            context.release()
            return false
        }
        isThreadRunning = true
        return true
    }

    /// Ends the thread and every conversation, and removes the socket.
    public func stop() {
        stopFlag.set()
        wakeEvent.signal()
        if isThreadRunning { pthread_join(thread, nil) }
        isThreadRunning = false
        for conversation in conversations { conversation.close() }
        conversations = []
        if let path { unlink(path) }
    }

    // MARK: One turn

    /// How many clients there are. For tests; the caller is the thread that calls `turn`.
    var clientCount: Int { conversations.count }

    /// Does what is due at `now`, seconds of CLOCK_MONOTONIC, and then, if it is to wait, sleeps until something happens.
    func turn(now: Double, isWaiting: Bool) {
        for conversation in conversations {
            conversation.turn(now: now)
            conversation.send(now: now)
        }
        conversations.removeAll(where: \.isDone)
        var polled = [pollfd(fd: wakeEvent.descriptor, events: Int16(POLLIN), revents: 0)]
        polled.append(pollfd(fd: now < pausedUntil ? -1 : listening, events: Int16(POLLIN), revents: 0))
        for conversation in conversations {
            let events = (conversation.wantsToRead ? POLLIN : 0) | (conversation.wantsToWrite ? POLLOUT : 0)
            polled.append(pollfd(fd: conversation.descriptor, events: Int16(events), revents: 0))
        }
        var deadline = conversations.map(\.nextTime).min() ?? .infinity
        if now < pausedUntil { deadline = min(deadline, pausedUntil) }
        let ready = polled.withUnsafeMutableBufferPointer {
            threads_poll($0.baseAddress, Int32($0.count), isWaiting ? deadline : 0)
        }
        guard ready > 0 else { return }
        let later = isWaiting ? vitrine_monotonic_seconds() : now
        if polled[0].revents != 0 { threads_drain_event(wakeEvent.descriptor) }
        for (index, conversation) in conversations.enumerated() {
            serve(conversation, events: Int32(polled[index + 2].revents), now: later)
        }
        conversations.removeAll(where: \.isDone)
        if polled[1].revents != 0 { takeConnections(now: later) }
    }

    private func serve(_ conversation: ControlConversation, events: Int32, now: Double) {
        if events & POLLIN != 0, let request = conversation.receive(now: now) {
            if case .stats(interval: let interval?) = request {
                let responder = responder
                conversation.repetition = ControlConversation.Repetition(interval: interval, next: now + interval) {
                    // One who reads slowly gets fewer.
                    if $0.isCaughtUp { responder.respond(to: request, with: $0) }
                }
            }
            responder.respond(to: request, with: conversation.reply)
        }
        if events & (POLLHUP | POLLERR | POLLNVAL) != 0, events & POLLIN == 0 {
            conversation.close()
        } else {
            conversation.send(now: now)
        }
    }

    private func takeConnections(now: Double) {
        // Not all at once, so that those who are here already are served in between.
        for _ in 0..<16 {
            let descriptor = vitrine_socket_accept(listening)
            if descriptor == -EAGAIN { return }
            if descriptor < 0 {
                pausedUntil = now + 1
                return
            }
            let conversation = ControlConversation(descriptor: descriptor, limits: limits, now: now) { [wakeEvent] in
                wakeEvent.signal()
            }
            if let refusal = refusal(of: descriptor) {
                // What fits into the socket at once is told; nobody is waited for.
                conversation.fail(refusal, now: now)
                conversation.send(now: now)
                conversation.close()
            } else {
                conversations.append(conversation)
            }
        }
    }

    /// Why a client is sent away; nil if it may stay.
    private func refusal(of descriptor: Int32) -> String? {
        var peer = Peer(user: 0, process: 0)
        guard vitrine_socket_peer(descriptor, &peer.user, &peer.process) == 0, isAllowed(peer) else {
            return "only the program's user and root may ask"
        }
        guard conversations.count < limits.clients else {
            return "\(limits.clients) others ask already: try again"
        }
        return nil
    }
}
