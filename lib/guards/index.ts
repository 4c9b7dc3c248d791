/** Checks against the cluster before anything is written. */
export * from './data-loss';
export * from './crd-safety';
export * from './permissions';
export * from './namespaces';
