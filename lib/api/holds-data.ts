/** Kinds whose objects are not only what a package says of them. */
import { isDefinition } from './definition';

interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
}

export function isNamespace({ kind, apiVersion }: Kind): boolean {
  return kind === 'Namespace' && apiVersion === 'v1';
}

export function isClaim({ kind, apiVersion }: Kind): boolean {
  return kind === 'PersistentVolumeClaim' && apiVersion === 'v1';
}

export function isVolume({ kind, apiVersion }: Kind): boolean {
  return isClaim({ kind, apiVersion }) || (kind === 'PersistentVolume' && apiVersion === 'v1');
}

/** It holds data itself, or takes along what it does not own. */
export function holdsOthers(kind: Kind): boolean {
  return isDefinition(kind) || isNamespace(kind) || isVolume(kind);
}
