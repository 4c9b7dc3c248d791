/**
 * The local control plane: a real API server with etcd, controllers, scheduler and simulated nodes, on loopback, without
 * containers and without root. Finds, downloads or builds the programs, starts and stops clusters, and repairs what a crash left.
 */
export { up, type UpOptions } from './up';
export { down, type DownOptions } from './down';
export { restart, type RestartableProgram } from './restart';
export { list, status, type ClusterStatus, type ProcessStatus, type StatusOptions } from './status';
export type { ClusterInfo } from './info';
export { clustersFolder } from './places';
export type { KnownProcess } from './run/processes';
export { leaveCluster, thisProcess } from './users';
export { providePrograms, type ProgramOptions, type Programs } from './programs/programs';
export type { BinaryName, Pins } from './programs/pins';
