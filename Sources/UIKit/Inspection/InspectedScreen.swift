import RenderServer

/// A screen as those see it who look into the program from outside. Any thread.
struct InspectedScreen: Sendable {
    let server: RenderServer
    /// Pixels per point.
    let scale: Double
    let pictures: PanelPictures

    init(server: RenderServer, scale: Double) {
        self.server = server
        self.scale = scale
        pictures = PanelPictures(server: server)
    }

    /// The connector.
    var name: String { server.outputInfo.name }

    /// Why a screen cannot be looked at; for the one who asked.
    struct Absence: Error, Hashable { var reason: String }

    /// - Parameter name: a number from 1 or a connector; nil is the first, whether something is connected or not.
    static func find(_ name: String?, among screens: [InspectedScreen]) throws(Absence) -> InspectedScreen {
        guard let name else { return screens[0] }
        let index = screens.indices.first { "\($0 + 1)" == name } ?? screens.firstIndex { $0.name == name }
        guard let index else {
            let all = screens.enumerated().map { "\($0 + 1) (\($1.name))" }.joined(separator: ", ")
            throw Absence(reason: "there is no screen \"\(name)\"; there is \(all)")
        }
        guard screens[index].server.isConnected else {
            throw Absence(reason: "screen \(index + 1) (\(screens[index].name)) has no display")
        }
        return screens[index]
    }
}
