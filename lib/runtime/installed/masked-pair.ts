/** Two forms of a Secret without its values, so that it is still seen which of them differ. Pure. */
import { isJsonObject, type JsonObject, type JsonValue, type KubeObject } from '../../api';
import { jsonEqual } from '../../engine';
import { isSecretObject, maskObject } from '../plan/mask';

/** Other values of the same size would look the same. */
const CHANGED = ' changed';

interface Sides {
  /** Undefined: it is not there. */
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
}

export function maskedPair(before: KubeObject | undefined, after: KubeObject | undefined): Sides {
  const masked = { before: before && maskObject(before), after: after && maskObject(after) };
  if (before === undefined || after === undefined || masked.after === undefined || !isSecretObject(after)) return masked;
  const data = { ...marked('data', before, after, masked.after), ...marked('stringData', before, after, masked.after) };
  const annotations = marked('annotations', before.metadata, after.metadata, masked.after.metadata);
  return { ...masked, after: { ...masked.after, ...data, metadata: { ...masked.after.metadata, ...annotations } } };
}

/** The masked values of a field, with a mark where the value behind it is another one than before. */
function marked(field: string, before: object, after: object, shown: object): JsonObject {
  const [old, now, masks] = [before, after, shown].map((holder) => (holder as Readonly<Record<string, JsonValue>>)[field]);
  if (!isJsonObject(old) || !isJsonObject(now) || !isJsonObject(masks)) return {};
  const isOther = (key: string): boolean => old[key] !== undefined && !jsonEqual(old[key], now[key]);
  const values = Object.entries(masks).map(([key, mask]) => [key, isOther(key) ? `${String(mask)}${CHANGED}` : mask] as const);
  return { [field]: Object.fromEntries(values) };
}
