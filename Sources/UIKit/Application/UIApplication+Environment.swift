extension UIApplication {
    /// The first variable whose value would end the program with exit status 64, or nil; for what must start in any case.
    package nonisolated static func unusableVariable(in environment: [String: String]) -> String? {
        do throws(LaunchConfiguration.Failure) {
            _ = try LaunchConfiguration(environment: environment)
            return nil
        } catch {
            return error.variable
        }
    }
}
