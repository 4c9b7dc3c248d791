/** A change of one field, as a plan shows it. */
import type { JsonValue } from '../../api';

/** One field that would change. Both values absent: what it holds is secret. */
export interface FieldChange {
  /** `spec.template.spec.containers[name=web].image`, `metadata.labels["app.kubernetes.io/name"]`. */
  readonly path: string;
  /** The value as it is; absent: it is not there. */
  readonly before?: JsonValue;
  /** The value as it would be; absent: it goes. */
  readonly after?: JsonValue;
  /** Instead of the values, where they are secret: their sizes in bytes; absent on the side where there is none. */
  readonly secret?: { readonly beforeBytes?: number; readonly afterBytes?: number };
}
