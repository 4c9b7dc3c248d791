// The registry that the tests push to and pull from: go-containerregistry's, in memory, on loopback. tools/go-tools.mjs builds it.
module cdk8s-boxcutter.local/test-registry

go 1.26.0

tool github.com/google/go-containerregistry/cmd/registry

require github.com/google/go-containerregistry v0.22.1 // indirect
