// Generated from lib/kinds by `npm run generate`. Do not edit.
/** TypeScript types of our Kubernetes API. */
export type * from './common';
export type * from './cluster-catalog';
export type * from './cluster-extension';
export type * from './cluster-extension-revision';
export type * from './cluster-api';
export type * from './compatibility-requirement';
export type * from './bundle';
export type * from './bundle-deployment';
