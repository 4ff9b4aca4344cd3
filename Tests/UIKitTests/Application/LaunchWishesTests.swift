import Testing

@testable import UIKit

@Suite struct LaunchWishesTests {
    private func wishes(_ environment: [String: String]) throws -> LaunchConfiguration {
        try LaunchConfiguration(environment: environment)
    }

    @Test func aDesktopIsSeenAndAWindowCanBeWished() throws {
        #expect(try wishes([:]).window == WindowWishes())
        #expect(try wishes(["DISPLAY": ":0"]).window.isOnDesktop)
        #expect(try wishes(["WAYLAND_DISPLAY": "wayland-0"]).window.isOnDesktop)
        #expect(try !wishes(["DISPLAY": ""]).window.isOnDesktop)
        let window = try wishes([
            "VITRINE_OUTPUT": "window", "VITRINE_WINDOW_ZOOM": "2", "VITRINE_WINDOW_MOUSE": "pointer",
        ])
        #expect(window.output == .window && window.window.zoom == 2 && window.window.mouse == .pointer)
    }

    @Test(arguments: [
        ("VITRINE_WINDOW_ZOOM", "0"), ("VITRINE_WINDOW_ZOOM", "nan"), ("VITRINE_WINDOW_MOUSE", "cat"),
        ("VITRINE_VNC", "yes"), ("VITRINE_VNC_ADDRESS", "here"),
    ])
    func whatCannotBeIsNamed(_ variable: String, _ value: String) {
        #expect { try wishes([variable: value]) } throws: { error in
            (error as? LaunchConfiguration.Failure)?.variable == variable
        }
    }

    @Test func variablesThatNobodyReadsAreNamedWithTheOneThatWasMeant() {
        #expect(
            UnknownVariables.report([
                "VITRINE_PANNEL": "3x3", "VITRINE_ROTATION": "90", "VITRINE_ROTATON": "90", "VITRINE_UNHEARD_OF": "",
                "PATH": "/bin",
            ]) == [
                "VITRINE_PANNEL is set, which no program reads: ignored. There is VITRINE_PANEL.",
                "VITRINE_ROTATON is set, which no program reads: ignored. There is VITRINE_ROTATION.",
                "VITRINE_UNHEARD_OF is set, which no program reads; ignored.",
            ])
    }

    @Test func remoteHelpNeedsAPasswordAndStaysOnTheMachineUnlessTold() throws {
        #expect(try wishes(["VITRINE_VNC": "off", "VITRINE_VNC_PASSWORD_FILE": "x"]).remote == nil)
        let remote = try #require(try wishes(["VITRINE_VNC": "view", "VITRINE_VNC_PASSWORD_FILE": "x"]).remote)
        #expect(remote == RemoteWishes(isViewOnly: true, address: "127.0.0.1", port: 5900, passwordFile: "x"))
        let other = try #require(
            try wishes([
                "VITRINE_VNC": "on", "VITRINE_VNC_PASSWORD_FILE": "x", "VITRINE_VNC_ADDRESS": "0.0.0.0:5901",
            ]).remote)
        #expect(other.address == "0.0.0.0" && other.port == 5901 && !other.isViewOnly)
    }

    @Test(arguments: [
        "localhost", "1.2.3", "1.2.3.256", "1.2.3.4:0", "1.2.3.4:65536", "1.2.3.4:5:6", "::1", "1.2.3.4:",
    ])
    func addressesThatAreNone(_ text: String) {
        #expect(throws: LaunchConfiguration.Failure.self) {
            try wishes(["VITRINE_VNC": "on", "VITRINE_VNC_PASSWORD_FILE": "x", "VITRINE_VNC_ADDRESS": text])
        }
    }
}
