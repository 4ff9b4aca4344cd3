/// What a program says: one line of JSON, and after it as many bytes as its field `bytes` counts.
public struct ControlMessage: Hashable, Sendable {
    /// Without `protocol` and `bytes`.
    public var fields: JSONValue
    /// A PNG.
    public var bytes: [UInt8]

    public init(_ fields: JSONValue, bytes: [UInt8] = []) {
        self.fields = fields
        self.bytes = bytes
    }

    /// That a request failed, and why.
    public static func failure(_ reason: String) -> ControlMessage { ControlMessage(.fields(["error": .text(reason)])) }

    /// Why the request failed; nil when it did not.
    public var failure: String? { fields["error"]?.text }

    /// As it is sent.
    var encoded: [UInt8] {
        var head = JSONValue.fields(["protocol": .integer(ControlRequest.version)])
        if case .object(let fields) = fields {
            for field in fields { head = head.adding(field.name, field.value) }
        }
        if !bytes.isEmpty { head = head.adding("bytes", .integer(bytes.count)) }
        var encoded = Array(head.line.utf8)
        encoded.reserveCapacity(encoded.count + 1 + bytes.count)
        encoded.append(UInt8(ascii: "\n"))
        encoded += bytes
        return encoded
    }
}
