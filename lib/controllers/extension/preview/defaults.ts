/** Defaults of a configuration schema that are others in another version, where the user has configured nothing. Pure. */
import { asObject, type JsonObject, type JsonValue } from '../../../api';
import { canonicalJson } from '../../../api/canonical-json';
import { jsonEqual } from '../../../api/json-equal';
import { defined } from '../../../defined';
import { shortValue } from '../short-value';

export interface DefaultChange {
  /** `manager.replicas` */
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

/** How deep schemas are looked into, and at how many properties: they come from strangers. */
const MAX_DEPTH = 12;
const MAX_PROPERTIES = 5_000;

/** @param config what the user configured: a default counts where nothing is */
export function changedDefaults(
  before: JsonObject | undefined, next: JsonObject | undefined, config: JsonObject | undefined,
): readonly DefaultChange[] {
  const [old, now] = [defaultsOf(before), defaultsOf(next)];
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort();
  return paths.flatMap((path) => {
    const [was, is] = [old.get(path), now.get(path)];
    if (was !== undefined && is !== undefined && jsonEqual(was, is)) return [];
    return isConfigured(config, path) ? [] : [{ path: shortValue(path, 500), ...defined({ before: textOf(was), after: textOf(is) }) }];
  });
}

function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : shortValue(canonicalJson(value as JsonObject));
}

function defaultsOf(schema: JsonObject | undefined): ReadonlyMap<string, JsonValue> {
  const found = new Map<string, JsonValue>();
  let left = MAX_PROPERTIES;
  const walk = (node: JsonObject | undefined, path: string, depth: number): void => {
    if (node === undefined || depth > MAX_DEPTH) return;
    if (node['default'] !== undefined && path !== '') found.set(path, node['default']);
    for (const [name, below] of Object.entries(asObject(node['properties']) ?? {})) {
      left -= 1;
      if (left < 0) return;
      walk(asObject(below), path === '' ? name : `${path}.${name}`, depth + 1);
    }
  };
  walk(schema, '', 0);
  return found;
}

function isConfigured(config: JsonObject | undefined, path: string): boolean {
  let value: JsonValue | undefined = config;
  for (const name of path.split('.')) {
    value = asObject(value)?.[name];
    if (value === undefined) return false;
  }
  return true;
}
