/// A row of patches, from pixel to pixel without a gap: what ramps are made of.
struct Ramp: Hashable, Sendable {
    struct Patch: Hashable, Sendable {
        /// The first pixel, and how many.
        var start: Int
        var count: Int
        var level: Int
    }

    var patches: [Patch] = []

    /// - Parameters:
    ///   - start, width: pixels.
    ///   - levels: from the left; those that get no pixel on a narrow panel are left out.
    init(start: Int, width: Int, levels: [Int]) {
        guard width > 0 else { return }
        for (index, level) in levels.enumerated() {
            let first = index * width / levels.count
            let end = (index + 1) * width / levels.count
            if end > first { patches.append(Patch(start: start + first, count: end - first, level: level)) }
        }
    }

    /// 0…255 in as many steps as so many bits have.
    static func levels(bits: Int) -> [Int] {
        let greatest = 1 << bits - 1
        return (0...greatest).map { ($0 * 255 + greatest / 2) / greatest }
    }
}
