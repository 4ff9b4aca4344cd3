import DesktopWindow
import Input
import Raster
import Testing

@Suite struct WindowGeometryTests {
    private let panel = PixelSize(width: 800, height: 480)

    @Test func thePictureFillsAWindowOfItsShapeAndKeepsItInAnyOther() {
        let same = WindowGeometry(panelSize: panel, rotation: .none, windowWidth: 1600, windowHeight: 960)
        #expect(same.picture == (0, 0, 1600, 960))
        let wide = WindowGeometry(panelSize: panel, rotation: .none, windowWidth: 2000, windowHeight: 480)
        #expect(wide.picture == (600, 0, 800, 480))
        let turned = WindowGeometry(panelSize: panel, rotation: .quarter, windowWidth: 480, windowHeight: 1000)
        #expect(turned.picture == (0, 100, 480, 800))
        // Turned back about its middle it covers the picture.
        #expect(turned.unturnedPanel == (-160, 260, 800, 480))
    }

    /// Where a person touches the upright picture is where views are laid out, however the panel is mounted.
    @Test(arguments: Rotation.allCases)
    func placesOfTheWindowAreThoseOfTheScreen(_ rotation: Rotation) {
        let screen = rotation.applied(to: panel)
        let geometry = WindowGeometry(
            panelSize: panel, rotation: rotation, windowWidth: Double(screen.width) * 2 + 100,
            windowHeight: Double(screen.height) * 2)
        let position = geometry.screenPosition(x: 50 + 2 * 30, y: 2 * 70)
        let place = geometry.panelPosition(ofScreen: position)
        let mapping = ContactMapping(
            panelWidth: panel.width, panelHeight: panel.height, rotation: rotation.rawValue, scale: 1)
        let point = mapping.point(x: place.x, y: place.y)
        #expect(abs(point.x - 30) < 1e-9 && abs(point.y - 70) < 1e-9)
        #expect(WindowGeometry.contains(position))
        #expect(!WindowGeometry.contains(geometry.screenPosition(x: 49, y: 10)))
    }

    @Test func aWindowThatCannotBeSeenHasNoPlaces() {
        let geometry = WindowGeometry(panelSize: panel, rotation: .none, windowWidth: 0, windowHeight: 0)
        #expect(!WindowGeometry.contains(geometry.screenPosition(x: 0, y: 0)))
    }

    @Test func theFirstSizeFitsTheDesktop() {
        let desktop = PixelSize(width: 1366, height: 768)
        #expect(WindowGeometry.initialSize(screen: panel, zoom: nil, desktop: desktop) == panel)
        #expect(
            WindowGeometry.initialSize(screen: PixelSize(width: 1080, height: 1920), zoom: nil, desktop: desktop)
                == PixelSize(width: 432, height: 768))
        #expect(
            WindowGeometry.initialSize(screen: panel, zoom: 0.5, desktop: desktop) == PixelSize(width: 400, height: 240)
        )
        #expect(
            WindowGeometry.initialSize(screen: panel, zoom: nil, desktop: PixelSize(width: 0, height: 0)) == panel)
    }
}
