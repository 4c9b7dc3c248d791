import type { Placed } from './text-edit';

/** One document of a release. */
export interface ReleaseDocument extends Placed {
  readonly where: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
}
