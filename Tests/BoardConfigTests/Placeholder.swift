import Testing
@testable import BoardConfig
