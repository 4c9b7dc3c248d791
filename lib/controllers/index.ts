/**
 * The in-cluster part: controllers that watch ClusterExtension, ClusterExtensionRevision and ClusterCatalog, and act on them with the same
 * engine as the command. `runControllers` is the whole life of such a process.
 */
export * from './process';
export { pinoLog } from './process/pino-log';
export { readConfig, type ConfigFile } from './process/config/read-config';
export { allControllers } from './all';
export { revisionController, type RevisionControllerOptions } from './revision';
export { runControllers, type RunControllersOptions } from './run-controllers';
