/** How the Pods of a workload are asked for. */
import { asObject, isJsonObject, type JsonObject, type KubeObject } from '../../api';

/** The selector of a workload in the form of a query. */
export function selectorOf(object: KubeObject): string | undefined {
  const selector = asObject(asObject(object['spec'])?.['selector']);
  if (selector === undefined) return undefined;
  if (object.kind === 'ReplicationController') return equals(selector);
  const expressions = Array.isArray(selector['matchExpressions']) ? selector['matchExpressions'].filter(isJsonObject) : [];
  const parts = expressions.map(({ key, operator, values }) => {
    const list = `(${Array.isArray(values) ? values.join(',') : ''})`;
    const forms: Readonly<Record<string, string>> = {
      In: `${String(key)} in ${list}`,
      NotIn: `${String(key)} notin ${list}`,
      Exists: String(key),
      DoesNotExist: `!${String(key)}`,
    };
    return forms[String(operator)] ?? '';
  });
  return [equals(asObject(selector['matchLabels']) ?? {}), ...parts].filter((part) => part !== '').join(',');
}

function equals(labels: JsonObject): string {
  return Object.entries(labels).map(([key, value]) => `${key}=${String(value)}`).join(',');
}
