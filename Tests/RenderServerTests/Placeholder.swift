import Testing
@testable import RenderServer
