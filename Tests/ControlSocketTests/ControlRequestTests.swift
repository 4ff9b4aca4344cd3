import ControlSocket
import Testing

@Suite("Requests over the control socket")
struct ControlRequestTests {
    @Test(
        "every request is read back as it was written",
        arguments: [
            ControlRequest.ping, .stats(interval: nil), .stats(interval: 0.5), .inspect(.init()),
            .inspect(.init(isOnlyWindows: true, depth: 0, hasLayers: false)), .screenshot(.panel), .screenshot(.shown),
            .record(.init()), .record(.init(frames: 1, seconds: 0.01, turn: .panel)),
            .screenshot(.shown, screen: "2"), .screenshot(.panel, screen: "HDMI-A-1"), .record(.init(screen: "DSI-1")),
        ])
    func roundTrip(request: ControlRequest) throws {
        let line = Array(request.json.line.utf8)
        #expect(line.count < ControlRequest.maximumLength)
        #expect(try ControlRequest(line: line) == request)
    }

    @Test(
        "what cannot be meant is refused with what is allowed",
        arguments: [
            ("{}", "protocol"), (#"{"protocol":2,"command":"ping"}"#, "protocol 1"),
            (#"{"protocol":"1","command":"ping"}"#, "protocol"), (#"{"protocol":1}"#, "ping, stats"),
            (#"{"protocol":1,"command":"quit"}"#, "ping, stats"), (#"{"protocol":1,"command":7}"#, "ping, stats"),
            (#"{"protocol":1,"command":"stats","interval":0}"#, "interval"),
            (#"{"protocol":1,"command":"stats","interval":1e300}"#, "interval"),
            (#"{"protocol":1,"command":"stats","interval":"1"}"#, "interval"),
            (#"{"protocol":1,"command":"inspect","depth":-1}"#, "depth"),
            (#"{"protocol":1,"command":"screenshot","screen":""}"#, "connector"),
            (#"{"protocol":1,"command":"record","screen":true}"#, "connector"),
            (#"{"protocol":1,"command":"inspect","depth":2.5}"#, "depth"),
            (#"{"protocol":1,"command":"inspect","windows":1}"#, "windows"),
            (#"{"protocol":1,"command":"screenshot","turn":"up"}"#, "turn"),
            (#"{"protocol":1,"command":"record","frames":0}"#, "frames"),
            (#"{"protocol":1,"command":"record","frames":99999999999999999999}"#, "frames"),
            (#"{"protocol":1,"command":"record","seconds":7200}"#, "seconds"),
            ("[1]", "object"), ("hello", "not JSON"), ("\u{0}\u{0}", "not JSON"),
        ])
    func refused(line: String, word: String) {
        #expect {
            try ControlRequest(line: Array(line.utf8))
        } throws: { error in
            "\(error)".contains(word)
        }
    }

    @Test("a field that this version does not know changes nothing")
    func newer() throws {
        let line = #"{"protocol":1,"command":"ping","colour":"blue"}"#
        #expect(try ControlRequest(line: Array(line.utf8)) == .ping)
    }
}
