/** A change of one field, as a plan shows it. */
import type { JsonValue } from '../../api';
import type { FieldPath } from './field-path';

/** One field that would change. Both values absent: what it holds is secret. */
export interface FieldChange {
  /** From the object down; `fieldPathText` writes it: `spec.template.spec.containers[name=web].image`. */
  readonly path: FieldPath;
  /** The value as it is; absent: it is not there. */
  readonly before?: JsonValue;
  /** The value as it would be; absent: it goes. */
  readonly after?: JsonValue;
  /** Instead of the values, where they are secret: their sizes in bytes; absent on the side where there is none. */
  readonly secret?: { readonly beforeBytes?: number; readonly afterBytes?: number };
}
