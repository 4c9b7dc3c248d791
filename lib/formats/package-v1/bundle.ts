/** A bundle of the format package+v1 as data. */
import type { CommonBundle } from '../bundle';

/** A package as its author wrote it, in one script: its objects are made where it is installed, from the configuration given there. */
export interface PackageV1Bundle extends CommonBundle {
  readonly format: 'package+v1';
  readonly version: string;
  /** Text of `package/render.js`, which is run in a sandbox and nowhere else. */
  readonly script: string;
}
