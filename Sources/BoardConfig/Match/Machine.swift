/// What the machine says about itself: what board files are matched with.
public struct Machine: Hashable, Sendable {
    /// A connector of a display card.
    public struct Connector: Hashable, Sendable {
        /// `DSI-1`
        public var name: String
        /// The driver its card's device is bound to, from `/sys/class/drm/card0/device/driver`.
        public var driver: String
        /// False only if the kernel knows that nothing is there; some panels cannot tell.
        public var isPresent: Bool
        /// The sizes in its mode list, as `800x480`.
        public var sizes: [String]

        public init(name: String, driver: String, isPresent: Bool, sizes: [String]) {
            self.name = name
            self.driver = driver
            self.isPresent = isPresent
            self.sizes = sizes
        }
    }

    /// The device tree's root `compatible` list, the most specific first. Empty without a device tree.
    public var compatible: [String]
    /// The device tree's model, or the firmware's product name. For people.
    public var model: String?
    public var dmiVendor: String?
    public var dmiProduct: String?
    public var connectors: [Connector]

    public init(
        compatible: [String] = [], model: String? = nil, dmiVendor: String? = nil, dmiProduct: String? = nil,
        connectors: [Connector] = []
    ) {
        self.compatible = compatible
        self.model = model
        self.dmiVendor = dmiVendor
        self.dmiProduct = dmiProduct
        self.connectors = connectors
    }

    /// Reads this machine, or the one whose `/proc` and `/sys` are under `root`. What is not there is left out.
    public static func current(root: String = "") -> Machine {
        let tree = "\(root)/proc/device-tree"
        let dmi = "\(root)/sys/class/dmi/id"
        let product = firstText("\(dmi)/product_name")
        return Machine(
            compatible: texts("\(tree)/compatible", separator: 0), model: firstText("\(tree)/model") ?? product,
            dmiVendor: firstText("\(dmi)/sys_vendor"), dmiProduct: product,
            connectors: connectors("\(root)/sys/class/drm"))
    }

    private static func connectors(_ folder: String) -> [Connector] {
        SmallFile.names(in: folder).compactMap { entry in
            // card1-HDMI-A-1
            guard entry.hasPrefix("card"), let dash = entry.firstIndex(of: "-") else { return nil }
            let card = entry[..<dash]
            let status = firstText("\(folder)/\(entry)/status")
            return Connector(
                name: String(entry[entry.index(after: dash)...]),
                driver: SmallFile.linkName("\(folder)/\(card)/device/driver") ?? "",
                isPresent: status != "disconnected",
                sizes: texts("\(folder)/\(entry)/modes", separator: UInt8(ascii: "\n")))
        }
    }

    private static func firstText(_ path: String) -> String? {
        texts(path, separator: UInt8(ascii: "\n")).first
    }

    /// Lists of the kernel are short; what is longer is not one.
    private static func texts(_ path: String, separator: UInt8) -> [String] {
        let bytes = (try? SmallFile.read(path, limit: 65_536)) ?? []
        return bytes.split(separator: separator).map {
            String(decoding: $0.filter { $0 >= 0x20 }, as: UTF8.self)
        }
    }
}
