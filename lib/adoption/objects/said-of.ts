/**
 * What a tool has said of an object, read from the object: kubectl writes it down, and the server notes which fields a manager holds. Pure.
 */
import { asObject, isJsonObject, type JsonObject, type JsonValue, type KubeObject } from '../../api';
import { defined } from '../../defined';
import { heldOf, unionOf } from '../../engine/internal';
import type { FieldSet } from '../../api/object';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * @param managers whose fields count where kubectl has written nothing down
 * @returns undefined: none of them has said anything of it
 */
export function saidOf(live: KubeObject, managers: readonly string[]): JsonObject | undefined {
  const { apiVersion, kind, metadata: { name, namespace, annotations = {}, managedFields = [] } } = live;
  const written = lastApplied(annotations[LAST_APPLIED], live);
  if (written !== undefined) return written;
  const entries = managedFields.filter(({ manager = '', subresource = '' }) => subresource === '' && managers.includes(manager));
  const [first] = entries;
  if (first === undefined) return undefined;
  // Field sets speak of one version of a kind.
  const fields = entries.filter((entry) => entry.apiVersion === first.apiVersion)
    .reduce<FieldSet>((all, { fieldsV1 = {} }) => unionOf(all, fieldsV1, true), {});
  const { metadata, ...content } = (Object.keys(fields).length === 0 ? {} : heldOf(live, fields)) as JsonObject;
  const { labels, annotations: said, finalizers } = asObject(metadata) ?? {};
  return { apiVersion, kind, metadata: defined({ name, namespace, labels, annotations: said, finalizers }) as JsonObject, ...content };
}

/** Whoever copies an object copies its annotations: what is about another one does not count. */
function lastApplied(text: string | undefined, { kind, metadata }: KubeObject): JsonObject | undefined {
  if (text === undefined) return undefined;
  try {
    const said = JSON.parse(text) as JsonValue;
    const about = isJsonObject(said) ? asObject(said['metadata']) : undefined;
    return isJsonObject(said) && said['kind'] === kind && about?.['name'] === metadata.name ? said : undefined;
  } catch {
    return undefined;
  }
}
