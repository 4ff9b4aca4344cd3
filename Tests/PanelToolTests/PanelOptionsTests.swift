import Testing

@testable import PanelTool

@Suite("vitrine-panel: the command line")
struct PanelOptionsTests {
    private func reason(_ words: [String]) -> String? {
        do throws(PanelOptions.Failure) {
            _ = try PanelOptions(words)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test("options with their value in the next word or the same one; settings of the environment are not ours")
    func options() throws {
        let options = try PanelOptions([
            "test-pattern", "--vitrine-output=headless", "--pattern", "grey,red", "--cycle=2", "--seconds", "10",
            "--plain",
        ])
        #expect(options.command == .testPattern && options.patterns == [.grey, .red])
        #expect(options.cycle == 2 && options.seconds == 10 && options.isPlain && !options.isList)
        #expect(try PanelOptions(["test-pattern"]).patterns == TestPattern.allCases)
        let calibrate = try PanelOptions(["calibrate", "--by", "board", "--root", "/mnt/", "--dry-run", "--json"])
        #expect(calibrate.way == .board && calibrate.root == "/mnt" && calibrate.isDryRun && calibrate.isJSON)
        #expect(
            try PanelOptions(["calibrate"]).way == .udev && (try PanelOptions(["calibrate", "--root=/"])).root.isEmpty)
    }

    @Test(
        "what cannot be meant is refused with the reason",
        arguments: [
            ([], "first word"), (["show"], "first word"), (["test-pattern", "grey"], "what is \"grey\""),
            (["test-pattern", "--pattern", "plaid"], "plaid"), (["test-pattern", "--pattern", ""], "needs a value"),
            (["test-pattern", "--cycle", "0"], "seconds"), (["test-pattern", "--seconds", "nan"], "seconds"),
            (["test-pattern", "--json"], "not an option"), (["test-pattern", "--plain=1"], "takes no value"),
            (["touch-test", "--pattern", "red"], "not an option"), (["calibrate", "--by", "hand"], "udev, board"),
            (["calibrate", "--root"], "needs a value"),
        ])
    func refused(words: [String], part: String) throws {
        let text = try #require(reason(words))
        #expect(text.contains(part))
    }

    @Test("fingers are shown where the device has them, and a panel that is measured does not go dark")
    func variables() throws {
        let touch = try PanelOptions(["touch-test", "--seconds", "5"]).variables
        #expect(touch["VITRINE_TOUCH_RESAMPLING"] == "off" && touch["VITRINE_UNTIL"] == "5.0")
        #expect(touch["VITRINE_TOUCH_MATRIX"] == nil && touch["VITRINE_BLANK_AFTER"] == "never")
        #expect(try PanelOptions(["calibrate"]).variables["VITRINE_TOUCH_MATRIX"] == "1 0 0 0 1 0")
        #expect(try PanelOptions(["test-pattern"]).variables["VITRINE_TOUCH_RESAMPLING"] == nil)
    }
}
