// swift-tools-version: 6.0
import PackageDescription

// The manifest is the architecture: a target may import only what it names here, and the arrows only go down.
// `scripts/test` builds with `--explicit-target-dependency-import-check error`, so an undeclared import is an error.

/// The same strict settings for every Swift target.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// One Debian package with a pkg-config file, imported in one module only.
func library(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

func module(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil) -> Target {
    .executableTarget(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

/// Tests of one module, in `Tests/<Module>Tests`.
func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies, resources: resources,
        swiftSettings: strict)
}

let package = Package(
    name: "Vitrine",
    products: [
        .library(name: "UIKit", targets: ["UIKit"]),
        .library(name: "QuartzCore", targets: ["QuartzCore"]),
        .library(name: "CoreGraphics", targets: ["CoreGraphics"]),
        .executable(name: "vitrine", targets: ["vitrine"]),
        .executable(name: "vitrine-crash-screen", targets: ["CrashScreen"]),
        .executable(name: "vitrine-panel", targets: ["PanelTool"]),
        .executable(name: "Showcase", targets: ["Showcase"]),
        .executable(name: "Squares", targets: ["Squares"]),
        .executable(name: "Benchmarks", targets: ["Benchmarks"]),
    ],
    targets: [
        // MARK: C libraries, each imported `internal` in exactly one module

        library("CDRM", pkgConfig: "libdrm", apt: "libdrm-dev"),
        library("CInput", pkgConfig: "libinput", apt: "libinput-dev"),
        library("CXkbcommon", pkgConfig: "xkbcommon", apt: "libxkbcommon-dev"),
        library("CSeat", pkgConfig: "libseat", apt: "libseat-dev"),
        library("CUdev", pkgConfig: "libudev", apt: "libudev-dev"),
        library("CCairo", pkgConfig: "cairo", apt: "libcairo2-dev"),
        library("CPango", pkgConfig: "pangocairo", apt: "libpango1.0-dev"),
        library("CPNG", pkgConfig: "libpng", apt: "libpng-dev"),
        library("CTurboJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev"),
        library("CWebP", pkgConfig: "libwebpdemux", apt: "libwebp-dev"),
        library("CLCMS", pkgConfig: "lcms2", apt: "liblcms2-dev"),
        // giflib has no pkg-config file in Debian: the module map links it.
        .systemLibrary(name: "CGIF", path: "Sources/CGIF", providers: [.apt(["libgif-dev"])]),
        library("CSystemd", pkgConfig: "libsystemd", apt: "libsystemd-dev"),
        library("CPixman", pkgConfig: "pixman-1", apt: "libpixman-1-dev"),  // tests only: the oracle
        .target(name: "CShims"),  // variadic calls and macros of the system, as functions that return -errno
        // Loaded when first needed: their headers only.
        .target(name: "CSDL"),
        .target(name: "CVNC"),
        .target(name: "CRaster", cSettings: [.define("NDEBUG")]),  // pixel kernels
        .target(name: "CAllocationCounter"),  // counts malloc calls; linked into Benchmarks only

        // MARK: The house, bottom to top

        module("Raster", ["CRaster"]),
        module("Motion", []),
        module("Display", ["Raster", "CDRM", "CSeat", "CUdev", "CShims"]),
        module("RenderServer", ["Raster", "Motion", "Display", "CShims"]),
        module("CoreGraphics", ["Raster", "CCairo", "CPango", "CPNG", "CTurboJPEG", "CWebP", "CGIF", "CLCMS"]),
        module("QuartzCore", ["CoreGraphics", "RenderServer", "Motion", "Raster"]),
        module("Input", ["CInput", "CUdev", "CXkbcommon", "CShims"]),
        module("DesktopWindow", ["Display", "Input", "Raster", "CSDL", "CShims"]),
        module("RemoteScreen", ["Input", "Raster", "CVNC", "CShims"]),
        module("BoardConfig", []),
        module("ControlSocket", ["CShims"]),
        module(
            "UIKit",
            [
                "QuartzCore", "CoreGraphics", "RenderServer", "Raster", "Display", "Motion", "Input", "BoardConfig",
                "ControlSocket", "DesktopWindow", "RemoteScreen", "CSystemd", "CShims", "_Testing_UIKit",
                "_Testing_CoreGraphics",
            ]),

        // A file that imports Testing and a module named UIKit (CoreGraphics) makes the compiler look for these.
        .target(name: "_Testing_UIKit"),
        .target(name: "_Testing_CoreGraphics"),

        // MARK: Programs

        program("Showcase", ["UIKit"], resources: [.copy("Assets")]),
        program("Squares", ["UIKit"]),
        program("CrashScreen", ["UIKit"]),
        // The part of the tool that shows something: test patterns, touch test, calibration.
        program("PanelTool", ["UIKit", "Input", "BoardConfig", "ControlSocket"]),
        // What the tests on a virtual panel drive.
        .executableTarget(
            name: "PanelProbe", dependencies: ["UIKit"], path: "Tests/Panel/Probe", swiftSettings: strict),
        program(
            "vitrine",
            ["BoardConfig", "ControlSocket", "DesktopWindow", "Display", "Input", "Raster", "RemoteScreen"]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "UIKit", "QuartzCore", "CoreGraphics", "RenderServer", "Display", "Raster", "Motion", "Input",
                "CAllocationCounter", "TouchRecordings",
            ],
            exclude: ["Peers/Qt"],  // compiled by `Benchmarks peers` where Qt is installed
            swiftSettings: strict),

        // MARK: Tests

        .target(
            name: "TestSupport",
            dependencies: [
                "UIKit", "QuartzCore", "CoreGraphics", "RenderServer", "Display", "Raster", "Motion", "Input",
            ],
            path: "Tests/TestSupport", swiftSettings: strict),
        // Recorded touch screens, for tests and Benchmarks.
        .target(
            name: "TouchRecordings", dependencies: ["Input"], path: "Tests/TouchRecordings", swiftSettings: strict),
        .target(name: "CVNCClient", path: "Tests/CVNCClient"),  // a viewer; loaded when first needed
        tests("Raster", ["CPixman", "CRaster"]),
        tests("Motion", []),
        tests("Display", ["Raster", "CShims"]),
        tests("RenderServer", ["Raster", "Motion", "Display"]),
        tests("CoreGraphics", ["Raster", "_Testing_CoreGraphics"], resources: [.copy("Resources")]),
        tests("QuartzCore", ["CoreGraphics", "RenderServer", "Display", "Raster", "Motion", "_Testing_CoreGraphics"]),
        tests("Input", ["TouchRecordings"]),
        tests("DesktopWindow", ["Display", "Input", "Raster"]),
        tests("RemoteScreen", ["Input", "Raster", "CShims", "CVNCClient"]),
        tests("BoardConfig", []),
        tests("ControlSocket", ["CShims"]),
        tests("CrashScreen", []),
        tests("PanelTool", ["TestSupport", "UIKit", "QuartzCore", "Raster", "Input", "BoardConfig", "ControlSocket"]),
        tests(
            "vitrine",
            ["BoardConfig", "ControlSocket", "DesktopWindow", "Display", "Input", "Raster", "RemoteScreen", "UIKit"]),
        tests(
            "UIKit",
            [
                "TestSupport", "QuartzCore", "CoreGraphics", "RenderServer", "Display", "Raster", "Input",
                "BoardConfig", "ControlSocket", "_Testing_UIKit", "_Testing_CoreGraphics",
            ]),
    ],
    cLanguageStandard: .gnu11
)
