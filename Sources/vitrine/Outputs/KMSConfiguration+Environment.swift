import Display
import Raster

extension KMSConfiguration {
    /// What a program started in this environment asks for; Documentation/environment.md has the variables.
    static func fromEnvironment(
        _ value: (String) -> String? = Environment.value
    ) throws(UsageError) -> KMSConfiguration {
        var configuration = KMSConfiguration()
        configuration.card = value("VITRINE_CARD")
        // Of several screens the first is meant.
        func first(_ variable: String) -> String? { value(variable).map { String($0.prefix { $0 != "," }) } }
        configuration.connector = first("VITRINE_CONNECTOR")
        // Programs take the size of VITRINE_PANEL ("800x480@2", the scale follows the @) where no mode is given.
        configuration.mode = first("VITRINE_MODE") ?? first("VITRINE_PANEL").map { String($0.prefix { $0 != "@" }) }
        if let text = value("VITRINE_FORMAT") {
            guard let format = PixelFormat.scanout.first(where: { "\($0)" == text }) else {
                throw unusable(
                    "VITRINE_FORMAT", text, PixelFormat.scanout.map { "\($0)" }.sorted().joined(separator: ", "))
            }
            configuration.format = format
        }
        if let text = value("VITRINE_KMS") {
            switch text {
            case "legacy": configuration.forceLegacy = true
            case "atomic": configuration.forceLegacy = false
            case "dirty": configuration.usesDirtyRectangles = true
            default: throw unusable("VITRINE_KMS", text, "atomic, dirty, legacy")
            }
        }
        return configuration
    }

    private static func unusable(_ variable: String, _ value: String, _ allowed: String) -> UsageError {
        UsageError(reason: "\(variable)=\(value) cannot be used: expected \(allowed)", isOfEnvironment: true)
    }
}
