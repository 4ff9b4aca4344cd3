# Short names for what people do here; each is one command that can be typed as well.
.PHONY: run test bench format

run:        ## start the Showcase on this machine's panel, or headless
	scripts/run

test:       ## everything a change must pass
	scripts/test

bench:      ## the benchmarks, in release
	swift run -c release Benchmarks

format:     ## lay out all Swift sources as scripts/test wants them
	swift format --in-place --parallel --configuration .swift-format --recursive Package.swift Sources Tests
