/** A bundle of the format plain+v0 as data. */
import type { CommonBundle } from '../bundle';

/** Objects as their author wrote them, and nothing that makes others of them. */
export interface PlainBundle extends CommonBundle {
  readonly format: 'plain+v0';
}
