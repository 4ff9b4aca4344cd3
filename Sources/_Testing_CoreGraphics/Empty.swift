// Empty on purpose: Swift Testing looks for a module of this name beside CoreGraphics.
