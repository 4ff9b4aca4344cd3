internal import CShims

/// What ends the server's sleep. Lives as long as anybody may signal it.
final class WakeEvent: Sendable {
    let descriptor = vitrine_descriptor_event()

    deinit { if descriptor >= 0 { vitrine_descriptor_close(descriptor) } }

    func signal() { if descriptor >= 0 { _ = vitrine_descriptor_signal(descriptor) } }
}
