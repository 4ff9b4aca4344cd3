import Display
import Foundation
import Raster

/// Opens the real panel: the card first, then the console. Waits a little for a predecessor that is just going.
enum PanelOpener {
    /// How long a display that is busy, or whose rights come late at boot, is asked again, seconds.
    static let patience = 5.0

    static func open(
        _ configuration: LaunchConfiguration, pause: (Double) -> Void = { Thread.sleep(forTimeInterval: $0) }
    ) throws(DisplayError) -> (any Output, Console) {
        let wanted = kmsConfiguration(configuration)
        var waited = 0.0
        var delay = 0.05
        while true {
            do throws(DisplayError) {
                let output = try KMSOutput.open(wanted)
                return (output, Console.open())
            } catch {
                guard error.recovery == .retryLater, waited < patience else { throw error }
                pause(delay)
                waited += delay
                delay = min(delay * 2, 0.8)
            }
        }
    }

    private static func kmsConfiguration(_ configuration: LaunchConfiguration) -> KMSConfiguration {
        var wanted = KMSConfiguration()
        wanted.card = configuration.card
        wanted.connector = configuration.connector
        wanted.mode = configuration.mode ?? configuration.panelSize.map { "\($0.width)x\($0.height)" }
        if let format = configuration.format { wanted.format = format }
        if let count = configuration.bufferCount { wanted.bufferCount = count }
        wanted.forceLegacy = configuration.forcesLegacy
        return wanted
    }
}
