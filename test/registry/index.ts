/**
 * A real registry for tests (go-containerregistry's, from tools/test-registry), and what stands before it to demand credentials, send on,
 * break off and corrupt.
 */
export { Front, demandBasic, demandToken, refuse, startTokenService, type TokenService } from './front';
export { sampleImage } from './image';
export { REGISTRY_START_MS, startRegistry, type RunningRegistry } from './program';
