extension BoardCatalog {
    /// Where board files are installed; a file in an earlier folder hides one of the same name in a later one.
    public static let standardFolders = [
        "/etc/vitrine/boards", "/usr/local/share/vitrine/boards", "/usr/share/vitrine/boards",
    ]
}

/// A card and a connector to ask for; nil is any.
public struct BoardDisplay: Hashable, Sendable {
    /// A path, or the name that the card's driver gives itself.
    public var card: String?
    public var connector: String?

    public init(card: String? = nil, connector: String? = nil) {
        self.card = card
        self.connector = connector
    }
}

extension Board {
    /// What to ask for, the best first; the first that is there is the one. At least one entry. Drivers are a wish: where
    /// none of them is found, any card with the connector is better than a dark panel.
    public var displays: [BoardDisplay] {
        let cards: [String?] = drm.path.map { [$0] } ?? (drm.drivers + [nil])
        let names: [String?] = connectors.isEmpty ? [nil] : connectors
        return cards.flatMap { card in names.map { BoardDisplay(card: card, connector: $0) } }
    }
}
