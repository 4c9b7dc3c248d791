/** Why the engine could not tell without a record that nothing has to be done: for people who make the comparison better. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/api';
import { canonicalJson } from '../../lib/engine/fields/canonical';
import { applyEntry } from '../../lib/engine/fields';
import { OURS } from './edits';
import type { Trial } from './life';

/** The first place (indexes and keys of lists left out) where desired, live and owned part, and how. */
export function reasonOf({ desired, before }: Trial): string {
  const entry = applyEntry(before, OURS);
  if (entry === undefined) return 'no entry of ours';
  return walk(desired as JsonObject, before as JsonObject, (entry.fieldsV1 ?? {}) as JsonObject, '') ?? 'order, or keys';
}

const SKIPPED = new Set(['', '.metadata']);
const UNTRACKED = new Set(['apiVersion', 'kind', 'name', 'namespace', 'uid', 'resourceVersion']);

function walk(desired: JsonValue, live: JsonValue | undefined, owned: JsonObject, path: string): string | undefined {
  const keys = Object.keys(owned).filter((key) => key !== '.');
  if (keys.length === 0) return canonicalJson(desired) === canonicalJson(live ?? null) ? undefined : `${path}: ${shape(desired)} is ${shape(live)}`;
  if (Array.isArray(desired)) {
    if (desired.length !== keys.length) return `${path}: ${desired.length} items, ${keys.length} owned`;
    for (const item of desired as JsonValue[]) {
      if (!isJsonObject(item) || !Array.isArray(live)) continue;
      const key = keys.find((candidate) => candidate.startsWith('k:') && Object.entries(JSON.parse(candidate.slice(2)) as JsonObject).every(([name, value]) => item[name] === value));
      if (key === undefined) return `${path}[]: no key`;
      const wanted = Object.entries(JSON.parse(key.slice(2)) as JsonObject);
      const found = (live as JsonValue[]).find((one) => isJsonObject(one) && wanted.every(([name, value]) => one[name] === value));
      const reason = found === undefined ? `${path}[]: item gone` : walk(item, found, owned[key] as JsonObject, `${path}[]`);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }
  if (!isJsonObject(desired)) return `${path}: ${shape(desired)} where parts are owned`;
  for (const [key, value] of Object.entries(desired)) {
    if (SKIPPED.has(path) && UNTRACKED.has(key)) continue;
    const child = owned[`f:${key}`];
    if (child === undefined) return `${path}.${key}: ${shape(value)} not owned (live: ${shape(isJsonObject(live) ? live[key] : undefined)})`;
    const reason = walk(value, isJsonObject(live) ? live[key] : undefined, child as JsonObject, `${path}.${key}`);
    if (reason !== undefined) return reason;
  }
  const surplus = keys.find((key) => desired[key.slice(2)] === undefined);
  return surplus === undefined ? undefined : `${path}.${surplus}: owned, not desired`;
}

function shape(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length <= 200 ? text : `${text.slice(0, 200)}...`;
}
