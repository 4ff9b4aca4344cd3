package import Input

/// One finger of a recording, from its beginning to its end.
package struct RecordedFinger: Sendable {
    /// Its reports; places are pixels of the panel it is measured on.
    package var samples: [ContactResampler.Sample]
    /// When it lifted, seconds.
    package var end: Double
}

extension TouchRecording {
    /// Every finger in the order in which they begin, on a panel of `pixels`.
    package func fingers(pixels: SIMD2<Double>) -> [RecordedFinger] {
        var fingers: [RecordedFinger] = []
        var numbers: [UInt64: Int] = [:]
        for contact in frames.flatMap(\.contacts) {
            if contact.isOver {
                if let number = numbers.removeValue(forKey: contact.identifier) {
                    fingers[number].end = contact.timestamp
                }
                continue
            }
            let place = SIMD2(contact.x, contact.y) * pixels
            let sample = ContactResampler.Sample(time: contact.timestamp, x: place.x, y: place.y)
            if let number = numbers[contact.identifier] {
                fingers[number].samples.append(sample)
            } else {
                numbers[contact.identifier] = fingers.count
                fingers.append(RecordedFinger(samples: [sample], end: sample.time))
            }
        }
        return fingers
    }
}
