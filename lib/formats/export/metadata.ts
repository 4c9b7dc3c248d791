/** What every format has a place for beside the objects; names are those of the fields that they end up in. */
import type { TypedValue } from '../bundle';

/** What authors say of a package, whatever the format; all of it is optional. What further formats take is declared in their folders. */
export interface CommonMetadata {
  /** Channels that this version is published in. @default ['stable'] */
  readonly channels?: readonly string[];
  /** Channel that lists show of the package, and that OLM 0 follows where none is named. */
  readonly defaultChannel?: string;
  /** What it needs of others: `{ type: 'olm.package', value: { packageName: 'cert-manager', version: '>=1.14.0' } }`. */
  readonly dependencies?: readonly TypedValue[];
  readonly properties?: readonly TypedValue[];
}

export const COMMON_METADATA = [
  'channels', 'defaultChannel', 'dependencies', 'properties',
] as const satisfies readonly (keyof CommonMetadata)[];
