import Foundation
import Testing

/// Tests of this bundle, run once more in a process that does nothing else: what they take of the machine is theirs.
enum OwnProcess {
    /// Bytes that the tests of a child may add to its peak memory; nil in a process that runs everything.
    static var peakLimit: Int? { ProcessInfo.processInfo.environment[variable].flatMap(Int.init) }

    private static let variable = "VITRINE_TEST_PEAK_LIMIT"

    /// Whether the address sanitizer watches: it keeps what was freed and a shadow of everything.
    static let isSanitized = dlsym(nil, "__asan_init") != nil
    /// What limits of time are multiplied by: everything takes longer under the sanitizer, and holds up what waits for it.
    static let patience = isSanitized ? 20 : 1

    /// The largest this process has ever been in memory, bytes.
    static var peakMemory: Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
    }

    /// Calls `body`; in a child, expects that it did not grow the process beyond the child's limit.
    static func bounded(_ what: String, _ body: () throws -> Void) throws {
        guard let limit = peakLimit else { return try body() }
        let before = try #require(peakMemory)
        try body()
        let growth = try #require(peakMemory) - before
        print("\(what): the peak grew by \(growth >> 10) KiB")
        #expect(growth < limit, "\(what)")
    }

    /// Runs the tests that `filter` names in a child; expects that they ran and passed.
    static func run(_ filter: String, peakLimit: Int) throws {
        try run(
            filter, environment: [variable: "\(isSanitized ? peakLimit * 8 : peakLimit)"], proof: "the peak grew by")
    }

    /// The same with variables of the environment; what the tests must print shows that they ran.
    static func run(_ filter: String, environment added: [String: String], proof: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/\(getpid())/exe").resolvingSymlinksInPath()
        process.arguments = ["--testing-library", "swift-testing", "--filter", filter]
        var environment = ProcessInfo.processInfo.environment
        environment.merge(added) { $1 }
        // The parent runs the same tests, and looks for leaks then.
        environment["ASAN_OPTIONS"] = "detect_leaks=0"
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let passed = process.terminationReason == .exit && process.terminationStatus == 0
        #expect(passed, "\(filter): \(process.terminationStatus)\n\(text.suffix(4000))")
        #expect(text.contains(proof), "no test was run:\n\(text.suffix(1000))")
    }
}

/// How much memory altered files may take, each corpus in a process of its own: tests beside it would count too.
@Suite(.serialized) struct HostileMemoryTests {
    @Test("The altered fonts take bounded memory, all of them together")
    func fonts() throws { try OwnProcess.run("CoreGraphicsTests.HostileFontTests/mutations", peakLimit: 48 << 20) }

    @Test("The altered pictures take bounded memory, all of them together")
    func pictures() throws {
        try OwnProcess.run("CoreGraphicsTests.HostilePictureTests/mutations", peakLimit: 48 << 20)
    }
}
