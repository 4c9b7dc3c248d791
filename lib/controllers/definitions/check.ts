/** Whether a CRD on the cluster is one that these controllers can work with. Others write CRDs of these names, too. Pure. */
import { asObject, type JsonObject, type KubeObject } from '../../api';

export type DefinitionTrouble =
  /** There is none of this name. */
  | { readonly type: 'missing'; readonly name: string }
  /** It has just been made. */
  | { readonly type: 'not-established'; readonly name: string }
  /** Its `v1` does not have these fields, so the server would drop them. At most a few of them are named. */
  | { readonly type: 'lacking'; readonly name: string; readonly fields: readonly string[]; readonly more: number }
  /** It has no version `v1` that is served. */
  | { readonly type: 'no-version'; readonly name: string };

const MOST_FIELDS = 3;

/** @param live undefined: there is none */
export function troubleOf(ours: KubeObject, live: KubeObject | undefined): DefinitionTrouble | undefined {
  const { name = '' } = ours.metadata;
  if (live === undefined || live.metadata.deletionTimestamp !== undefined) return { type: 'missing', name };
  const schema = schemaOf(live);
  if (schema === undefined) return { type: 'no-version', name };
  const fields = missingFields(schemaOf(ours) ?? {}, schema);
  if (fields.length > 0) {
    return { type: 'lacking', name, fields: fields.slice(0, MOST_FIELDS), more: Math.max(0, fields.length - MOST_FIELDS) };
  }
  return isEstablished(live) ? undefined : { type: 'not-established', name };
}

/** Paths of what `ours` has and `theirs` has not, the outermost ones only: `spec.config`, `spec.phases[].objects`. */
export function missingFields(ours: JsonObject, theirs: JsonObject, path = ''): readonly string[] {
  if (theirs['x-kubernetes-preserve-unknown-fields'] === true && asObject(theirs['properties']) === undefined) return [];
  const items = asObject(ours['items']);
  if (items !== undefined) return missingFields(items as JsonObject, (asObject(theirs['items']) ?? {}) as JsonObject, `${path}[]`);
  const known = asObject(theirs['properties']) ?? {};
  return Object.entries(asObject(ours['properties']) ?? {}).flatMap(([name, schema]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const their = asObject(known[name]);
    return their === undefined ? [at] : missingFields(schema as JsonObject, their as JsonObject, at);
  });
}

function schemaOf({ spec }: KubeObject): JsonObject | undefined {
  const versions = asObject(spec)?.['versions'];
  const known = Array.isArray(versions) ? versions.map(asObject) : [];
  const version = known.find((one) => one?.['name'] === 'v1' && one['served'] === true);
  return asObject(asObject(version?.['schema'])?.['openAPIV3Schema']) as JsonObject | undefined;
}

function isEstablished({ status }: KubeObject): boolean {
  const conditions = asObject(status)?.['conditions'];
  return Array.isArray(conditions) && conditions.map(asObject).some((one) => one?.['type'] === 'Established' && one['status'] === 'True');
}

/** One sentence each, with what to do. */
export function wordsOfTrouble(trouble: DefinitionTrouble): string {
  switch (trouble.type) {
    case 'missing':
      return `CustomResourceDefinition ${trouble.name} is missing. Install it: ${INSTALL}`;
    case 'not-established':
      return `CustomResourceDefinition ${trouble.name} is not established yet.`;
    case 'no-version':
      return `CustomResourceDefinition ${trouble.name} serves no version v1. ${REPLACE}`;
    case 'lacking': {
      const more = trouble.more === 0 ? '' : ` and ${trouble.more} more`;
      return `CustomResourceDefinition ${trouble.name} is of another release or another project: `
        + `it lacks ${trouble.fields.join(', ')}${more}. ${REPLACE}`;
    }
  }
}

const INSTALL = 'boxcutter controller crds | kubectl apply --server-side -f -';
const REPLACE = 'If nothing else needs it as it is, replace it: '
  + 'boxcutter controller crds | kubectl apply --server-side --force-conflicts -f -';
