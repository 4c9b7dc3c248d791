/** Versions of JSON Schema: which are understood, and draft-04 in the words of draft-07. */
import { asObject, isJsonObject, type JsonObject } from '../../api';
import { subschemasOf } from './subschemas';

/** How a schema is read; draft-06 is read as draft-07, which only adds to it. */
export type Dialect = 'draft-04' | 'draft-07' | '2019-09' | '2020-12';

const DIALECTS: readonly (readonly [RegExp, Dialect])[] = [
  [/^https?:\/\/json-schema\.org\/draft-04\/schema#?$/, 'draft-04'],
  [/^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/, 'draft-07'],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, '2019-09'],
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, '2020-12'],
  // No draft by name: the newest, as helm reads it.
  [/^https?:\/\/json-schema\.org\/schema#?$/, '2020-12'],
];

/** The dialect that `$schema` names; draft-07 without it, undefined for one that is not known. */
export function dialectOf(schema: unknown): Dialect | undefined {
  const name = asObject(schema)?.['$schema'];
  if (name === undefined) return 'draft-07';
  return typeof name === 'string' ? DIALECTS.find(([pattern]) => pattern.test(name))?.[1] : undefined;
}

/**
 * Makes a schema that is ours to change one of draft-07, in place: exclusive limits were flags beside the limit, and `$id` was `id`.
 */
export function translateDraft04(node: JsonObject): void {
  const mutable = node as Record<string, unknown>;
  for (const [flag, limit] of [['exclusiveMinimum', 'minimum'], ['exclusiveMaximum', 'maximum']] as const) {
    const value = mutable[flag];
    if (typeof value !== 'boolean') continue;
    delete mutable[flag];
    if (!value || mutable[limit] === undefined) continue;
    mutable[flag] = mutable[limit];
    delete mutable[limit];
  }
  if (typeof mutable['id'] === 'string') {
    mutable['$id'] = mutable['id'];
    delete mutable['id'];
  }
  for (const { node: child } of subschemasOf(node)) if (isJsonObject(child)) translateDraft04(child);
}
