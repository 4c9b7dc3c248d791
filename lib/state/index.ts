/**
 * Where the command keeps extensions: per extension one mutable head Secret (owner, lock, inventory, history) and immutable
 * content Secrets, in the state namespace. Needs no CRDs.
 */
export * from './content';
export * from './head';
export * from './hold';
export * from './lock';
export * from './pause';
export * from './store';
