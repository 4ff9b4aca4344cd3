internal import CShims

/// One client: its request comes in, messages go out. Used by the server's thread.
final class ControlConversation {
    let descriptor: Int32
    let reply: ControlReply
    private let limits: ControlLimits
    private var received: [UInt8] = []
    /// The message that is being sent, and how much of it is gone.
    private var sending: (message: [UInt8], offset: Int)?
    private(set) var isAsked = false
    private(set) var isDone = false
    /// When the client, or the program, must have done something.
    private var deadline: Double
    /// Repeated until the end.
    var repetition: Repetition?

    struct Repetition {
        let interval: Double
        var next: Double
        let body: (ControlReply) -> Void
    }

    init(descriptor: Int32, limits: ControlLimits, now: Double, wake: @escaping @Sendable () -> Void) {
        self.descriptor = descriptor
        self.limits = limits
        deadline = now + limits.requestTime
        reply = ControlReply(wake: wake)
    }

    /// When something is due without anybody doing anything, seconds.
    var nextTime: Double { min(deadline, repetition?.next ?? .infinity) }

    var wantsToRead: Bool { !isAsked }
    var wantsToWrite: Bool { sending != nil }

    func close() {
        guard !isDone else { return }
        isDone = true
        reply.close()
        vitrine_descriptor_close(descriptor)
    }

    // MARK: In

    /// Takes what has come. Returns the request once it is whole.
    func receive(now: Double) -> ControlRequest? {
        guard !isAsked, !isDone else { return nil }
        var buffer = [UInt8](repeating: 0, count: ControlRequest.maximumLength)
        while true {
            let count = vitrine_socket_receive(descriptor, &buffer, buffer.count)
            if count == -Int(EAGAIN) { return nil }
            if count < 0 {
                close()
                return nil
            }
            if count == 0 {
                // A half request, or none: nobody to be told, or somebody who sends no more.
                if received.isEmpty { close() } else { fail("the request has no line end", now: now) }
                return nil
            }
            received += buffer[..<count]
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                isAsked = true
                deadline = now + limits.answerTime
                do throws(ControlRequest.Failure) {
                    let request = try ControlRequest(line: received[..<end])
                    received = []
                    return request
                } catch {
                    fail(error.reason, now: now)
                    return nil
                }
            }
            if received.count >= ControlRequest.maximumLength {
                fail("a request has at most \(ControlRequest.maximumLength) bytes", now: now)
                return nil
            }
        }
    }

    func fail(_ reason: String, now: Double) {
        isAsked = true
        received = []
        deadline = now + limits.readingTime
        reply.send(.failure(reason))
    }

    // MARK: Out

    /// Hands over what the kernel takes. Ends the conversation once the last message is gone.
    func send(now: Double) {
        guard !isDone else { return }
        var progress = reply.progress()
        while true {
            if sending == nil {
                guard let first = progress.waiting.first else { break }
                sending = (first, 0)
                deadline = now + limits.readingTime
            }
            guard let (message, offset) = sending else { break }
            let count = message.withUnsafeBytes { bytes in
                vitrine_socket_send(descriptor, bytes.baseAddress! + offset, bytes.count - offset)
            }
            if count == -Int(EAGAIN) { return }
            guard count > 0 else {
                close()
                return
            }
            deadline = now + limits.readingTime
            if offset + count < message.count {
                sending = (message, offset + count)
            } else {
                sending = nil
                reply.didHandOver(count: 1)
                progress = reply.progress()
            }
        }
        if progress.isOver {
            close()
        } else if progress.hasAnswered {
            deadline = .infinity
        }
    }

    /// Does what is due at `now`.
    func turn(now: Double) {
        guard !isDone else { return }
        if now >= deadline {
            if isAsked, sending == nil, !reply.progress().hasAnswered {
                fail("no answer within \(Int(limits.answerTime)) s: the program's main thread is busy", now: now)
            } else if !isAsked {
                fail("no request within \(Int(limits.requestTime)) s", now: now)
            } else {
                close()
                return
            }
        }
        if var due = repetition, now >= due.next {
            due.next = max(due.next + due.interval, now + due.interval / 2)
            repetition = due
            due.body(reply)
        }
    }
}
