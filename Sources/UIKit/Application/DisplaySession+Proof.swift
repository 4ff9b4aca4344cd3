import Display
import RenderServer

extension DisplaySession: ProvenScreen {
    var info: OutputInfo { server.outputInfo }
    var isConnected: Bool { server.isConnected }
    var isExpected: Bool { server.isConnected && !server.isPaused && !idle.isBlanked }
    var failingSince: Double? { server.failingSince }
    var framesShown: Int { server.statistics.framesShown }
    var turns: Int { server.statistics.wakeUps }
    func requestTick() { server.requestTick() }
    func requestRecovery() { server.requestRecovery() }
}
