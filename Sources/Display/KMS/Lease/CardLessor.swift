import Glibc
import Synchronization

/// Holds the cards of several outputs, and lends each output its connector: with a lease of the kernel's, a descriptor that
/// sees the connector, a CRTC and planes of its own and nothing else. What happens to one output does not concern the others.
///
/// Any thread; calls wait for each other.
final class CardLessor: @unchecked Sendable {
    // Unchecked: everything that changes is guarded by `lock`.

    /// The outputs' wishes, by their numbers. Each names its connector.
    private let configurations: [KMSConfiguration]
    private let kernel: KMSFunctions
    private let lock = Mutex(())
    private var holdings: [Holding] = []
    private var outputCount = 0

    /// A card that is ours, and who gets what of it.
    private final class Holding {
        let card: KMSCard
        let connectors: [String]
        let shares: [Int: LeaseShare]

        init(card: KMSCard, connectors: [String], shares: [Int: LeaseShare]) {
            self.card = card
            self.connectors = connectors
            self.shares = shares
        }
    }

    init(_ configurations: [KMSConfiguration], kernel: KMSFunctions) {
        self.configurations = configurations
        self.kernel = kernel
    }

    // MARK: For the outputs

    /// The part of a card that the output has, with its connector as it is now.
    ///
    /// - Throws: `noConnectedOutput` while nothing is connected, or the call that was refused.
    func lend(_ slot: Int) throws(DisplayError) -> (card: KMSCard, connector: KMSConnector) {
        var result: Result<(card: KMSCard, connector: KMSConnector), DisplayError>?
        lock.withLock { _ in
            do throws(DisplayError) {
                result = .success(try makeLease(slot))
            } catch {
                result = .failure(error)
            }
        }
        guard let result else { throw DisplayError(.chooseOutput, on: "", reason: .disconnected) }
        return try result.get()
    }

    /// The card vanished: its leases are worth nothing any more.
    func forget(_ lease: KMSCard) {
        guard let owner = lease.owner?.card else { return }
        lock.withLock { _ in
            // Another output may have found the card again already.
            holdings.removeAll { $0.card === owner }
            owner.close()
        }
    }

    func becomeMaster(of card: KMSCard) throws(DisplayError) {
        var failure: DisplayError?
        lock.withLock { _ in
            do throws(DisplayError) {
                try card.becomeMaster()
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    func dropMaster(of card: KMSCard) { lock.withLock { _ in card.dropMaster() } }

    func join() { lock.withLock { _ in outputCount += 1 } }

    /// With the last output the cards go.
    func leave() {
        lock.withLock { _ in
            outputCount -= 1
            if outputCount <= 0 { closeCards() }
        }
    }

    /// Where no output came about.
    func close() { lock.withLock { _ in closeCards() } }

    private func closeCards() {
        for holding in holdings {
            holding.card.dropMaster()
            holding.card.close()
        }
        holdings = []
    }

    // MARK: Cards

    private func makeLease(_ slot: Int) throws(DisplayError) -> (card: KMSCard, connector: KMSConnector) {
        let configuration = configurations[slot]
        let holding = try holding(for: slot)
        let name = configuration.connector ?? ""
        guard let share = holding.shares[slot] else {
            throw DisplayError(.choosePlane, on: "\(holding.card.name), \(name)", reason: .noUsablePlane)
        }
        let connector = try holding.card.read(.readConnector, of: name) { () throws(KernelError) in
            try kernel.connector(holding.card.fd, share.connector, true)
        }
        guard configuration.canUse(connector) else {
            throw DisplayError(
                .chooseOutput, on: holding.card.name,
                reason: .noConnectedOutput([.init(card: holding.card.name, reason: connector.state)]))
        }
        let fd = kernel.createLease(holding.card.fd, share.objects)
        guard fd >= 0 else {
            throw DisplayError(
                .createLease, on: "\(holding.card.name), \(name)", code: -fd,
                recovery: fd == -EACCES || fd == -EPERM || fd == -EBUSY ? .retryLater : .stop)
        }
        return (KMSCard(lease: fd, of: holding.card, by: self), connector)
    }

    private func holding(for slot: Int) throws(DisplayError) -> Holding {
        let name = configurations[slot].connector ?? ""
        if let holding = holdings.first(where: { $0.connectors.contains(name) }) { return holding }
        var rejected: [DisplayError.Candidate] = []
        for path in try paths(configurations[slot]) where !holdings.contains(where: { $0.card.path == path }) {
            do throws(DisplayError) {
                let card = try KMSCard(path: path, kernel: kernel)
                if let holding = try take(card, slot, &rejected) { return holding }
            } catch {
                rejected.append(.init(card: path, reason: "\(error.statement). \(error.advice)", code: error.code))
            }
        }
        for holding in holdings {
            rejected.append(
                .init(card: holding.card.name, reason: "no connector \(name)"))
        }
        throw DisplayError(
            .chooseOutput, on: name, reason: .noConnectedOutput(rejected))
    }

    private func take(
        _ card: KMSCard, _ slot: Int, _ rejected: inout [DisplayError.Candidate]
    ) throws(DisplayError) -> Holding? {
        func reject(_ reason: String) -> Holding? {
            card.close()
            rejected.append(.init(card: card.name, reason: reason))
            return nil
        }
        do throws(DisplayError) {
            if let wanted = configurations[slot].card, !wanted.contains("/"), wanted != card.driver {
                return reject("its driver is not \(wanted)")
            }
            guard try card.hasDumbBuffers() else { return reject("it has no dumb buffers") }
            guard try !card.resources().connectors.isEmpty else { return reject("it only renders: no connectors") }
            try card.enableUniversalPlanes()
            if !configurations[slot].forceLegacy { card.enableAtomic() }
            let connectors = try card.connectors(probe: true)
            guard connectors.contains(where: { $0.name == configurations[slot].connector }) else {
                return reject("no connector \(configurations[slot].connector ?? "")")
            }
            try card.becomeMaster()
            let shares = try LeaseShare.divide(card, among: configurations, connectors)
            let holding = Holding(card: card, connectors: connectors.map(\.name), shares: shares)
            holdings.append(holding)
            return holding
        } catch {
            card.dropMaster()
            card.close()
            throw error
        }
    }

    private func paths(_ configuration: KMSConfiguration) throws(DisplayError) -> [String] {
        if let card = configuration.card, card.contains("/") { return [card] }
        do {
            return try kernel.listCards()
        } catch {
            throw DisplayError(.listCards, on: "/dev/dri", code: error.code)
        }
    }
}
