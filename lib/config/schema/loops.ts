/** References that lead back to where they start without going deeper into the value: checking by them never ends. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { subschemasOf } from './subschemas';

/**
 * A schema on such a loop. Recursion through a field or an item is none: it ends with the value.
 * @param target what the `$ref` of a schema leads to
 */
export function findLoop(root: JsonObject, target: (node: JsonObject) => JsonValue | undefined): JsonObject | undefined {
  const done = new Set<JsonObject>();
  const open = new Set<JsonObject>();
  const visit = (node: JsonObject): JsonObject | undefined => {
    if (open.has(node)) return node;
    if (done.has(node)) return undefined;
    open.add(node);
    const same = subschemasOf(node).flatMap(({ node: child, target: { kind } }) => (kind === 'same' ? [child] : []));
    for (const next of [target(node), ...same]) {
      const loop = isJsonObject(next) ? visit(next) : undefined;
      if (loop !== undefined) return loop;
    }
    open.delete(node);
    done.add(node);
    return undefined;
  };
  const all = (node: JsonObject): JsonObject | undefined => {
    const loop = visit(node);
    if (loop !== undefined) return loop;
    for (const { node: child } of subschemasOf(node)) {
      const found = isJsonObject(child) ? all(child) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return all(root);
}
