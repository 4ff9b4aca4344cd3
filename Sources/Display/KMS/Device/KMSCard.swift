import Glibc

/// An open display card.
final class KMSCard {
    let kernel: KMSFunctions
    let path: String
    let driver: String
    let fd: Int32
    let deviceNumber: Int64
    private(set) var hasUniversalPlanes = false
    private(set) var isAtomic = false
    private var isOpen = true
    private var isRestorationArmed = false
    /// Whose card this is a part of; nil: all of it is ours.
    let owner: (card: KMSCard, lessor: CardLessor)?

    /// "/dev/dri/card0 (vc4)"
    var name: String { "\(path) (\(driver))" }

    /// Opens the card and reads what it is. Nothing stays open when it throws.
    init(path: String, kernel: KMSFunctions) throws(DisplayError) {
        self.path = path
        self.kernel = kernel
        owner = nil
        let fd = kernel.open(path)
        guard fd >= 0 else { throw DisplayError(.openCard, on: path, code: -fd) }
        self.fd = fd
        let number = kernel.deviceNumber(fd)
        guard number >= 0 else {
            kernel.close(fd)
            throw DisplayError(.examineCard, on: path, code: Int32(-number))
        }
        deviceNumber = number
        do {
            driver = try kernel.driverName(fd)
        } catch {
            kernel.close(fd)
            throw DisplayError(.readDriver, on: path, code: error.code)
        }
    }

    /// A part of a card, with a descriptor of its own.
    init(lease fd: Int32, of card: KMSCard, by lessor: CardLessor) {
        path = card.path
        kernel = card.kernel
        driver = card.driver
        deviceNumber = card.deviceNumber
        self.fd = fd
        owner = (card, lessor)
    }

    deinit { close() }

    func close() {
        guard isOpen else { return }
        isOpen = false
        disarmRestoration()
        kernel.close(fd)
    }

    // MARK: Rights

    /// Only one process shows something on a card at a time.
    func becomeMaster() throws(DisplayError) {
        if let owner { return try owner.lessor.becomeMaster(of: owner.card) }
        let result = kernel.setMaster(fd)
        guard result >= 0 else {
            throw DisplayError(.becomeMaster, on: name, code: -result, note: rival)
        }
        kernel.armRestoration(fd)
        isRestorationArmed = true
    }

    /// Who shows something on the card, as far as it can be known.
    private var rival: String {
        let holders = kernel.holders(path)
        if !holders.isEmpty { return "The card is also open in \(holders.joined(separator: ", "))." }
        guard let splash = kernel.splash() else { return "" }
        return "\(splash) runs, a splash screen; `plymouth deactivate` makes it give the card up."
    }

    func dropMaster() {
        // The other parts of the card still show something.
        guard owner == nil else { return }
        disarmRestoration()
        _ = kernel.dropMaster(fd)
    }

    /// Another program is to have the card, all of it.
    func letGoOfMaster() {
        if let owner { owner.lessor.dropMaster(of: owner.card) } else { dropMaster() }
    }

    private func disarmRestoration() {
        guard isRestorationArmed else { return }
        isRestorationArmed = false
        kernel.armRestoration(-1)
    }

    // MARK: Abilities

    func enableUniversalPlanes() throws(DisplayError) {
        let result = kernel.setClientCapability(fd, KMSFunctions.Capability.clientUniversalPlanes, 1)
        guard result >= 0 else { throw DisplayError(.setClientCapability, on: name, code: -result) }
        hasUniversalPlanes = true
    }

    /// Whether the driver has atomic commits; a refusal means no, whatever its number.
    func enableAtomic() {
        isAtomic = kernel.setClientCapability(fd, KMSFunctions.Capability.clientAtomic, 1) >= 0
    }

    func hasDumbBuffers() throws(DisplayError) -> Bool {
        let value = kernel.capability(fd, KMSFunctions.Capability.dumbBuffer)
        guard value >= 0 else { throw DisplayError(.readCapability, on: name, code: Int32(-value)) }
        return value == 1
    }

    // MARK: Reading

    /// Turns the kernel's refusal into an error that names the card.
    func read<Value>(
        _ operation: DisplayError.Operation, of object: String = "", _ body: () throws(KernelError) -> Value
    ) throws(DisplayError) -> Value {
        do {
            return try body()
        } catch {
            throw DisplayError(operation, on: object.isEmpty ? name : "\(name), \(object)", code: error.code)
        }
    }

    func connectors(probe: Bool) throws(DisplayError) -> [KMSConnector] {
        let resources = try resources()
        var connectors: [KMSConnector] = []
        var failure: DisplayError?
        for id in resources.connectors {
            do throws(DisplayError) {
                connectors.append(
                    try read(.readConnector, of: "connector \(id)") { () throws(KernelError) in
                        try kernel.connector(fd, id, probe)
                    })
            } catch {
                // Connectors of docking stations vanish between two calls; the others still count.
                failure = error
            }
        }
        if connectors.isEmpty, let failure { throw failure }
        return connectors
    }

    func resources() throws(DisplayError) -> KMSResources {
        try read(.readResources) { () throws(KernelError) in try kernel.resources(fd) }
    }

    func properties(of object: UInt32, _ type: KMSObjectType) throws(DisplayError) -> KMSPropertyTable {
        KMSPropertyTable(
            object: object,
            try read(.readProperties, of: "object \(object)") { () throws(KernelError) in
                try kernel.properties(fd, object, type)
            })
    }
}

/// An object's properties by name.
struct KMSPropertyTable {
    let object: UInt32
    private let properties: [String: KMSProperty]

    init(object: UInt32, _ list: [KMSProperty]) {
        self.object = object
        properties = Dictionary(list.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    subscript(name: String) -> KMSProperty? { properties[name] }

    /// A property that can be set.
    func settable(_ name: String) -> UInt32? {
        properties[name].flatMap { $0.isImmutable ? nil : $0.id }
    }
}
