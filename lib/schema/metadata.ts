/** Checks of `metadata`: names, namespaces, labels, annotations. */
import { asObject, definedKindOf, groupOf, isReadableDefinition, type JsonObject } from '../api';
import type { SchemaIssues } from './issues';
import { MAX_ANNOTATIONS, brokenKeyPart, brokenNameRule, fitsIntoPath, isLabelValue, isNamespaceName } from './names';
import type { KindSchema } from './pack';
import { type Walk, report } from './report';

/**
 * Metadata of the object itself. Names of kinds that nothing is known of are checked as those of custom resources; but an aggregated
 * API server may take others (`ldap:bob`), so there only what fits into no path is an error.
 */
export function checkMetadata(
  walk: Walk,
  object: JsonObject,
  { apiVersion, kind, schema, version }: { apiVersion: string; kind: string; schema: KindSchema | undefined; version: string },
): void {
  const metadata = asObject(object.metadata);
  if (!metadata) {
    walk.path.push('metadata');
    if (object.metadata === undefined || object.metadata === null) report(walk, 'missing-name', { absent: 'metadata' });
    else report(walk, 'wrong-type', { expected: 'object' });
    walk.path.pop();
    return;
  }
  const at = (key: string, check: () => void): void => {
    walk.path.push('metadata', key);
    check();
    walk.path.splice(-2);
  };
  const { name, namespace } = metadata;
  at('name', () => {
    if (name === undefined || name === null || name === '') {
      // Whether generateName can stand for it is for compile to say.
      if (!metadata.generateName) report(walk, 'missing-name', { absent: 'name' });
    } else if (typeof name === 'string') {
      const rule = brokenNameRule(groupOf(apiVersion), kind, name, version);
      const broken = rule === undefined ? brokenOwnRule(object, apiVersion, kind, name) : { rule };
      if (broken === undefined) return;
      report(walk, 'bad-name', { kind, name, ...broken }, schema === undefined && fitsIntoPath(name) ? 'warning' : 'error');
    }
  });
  at('namespace', () => {
    if (typeof namespace !== 'string' || namespace === '') return;
    if (schema && !schema.namespaced) {
      report(walk, 'namespace-ignored', { kind, namespace }, 'warning');
    } else if (!isNamespaceName(namespace)) report(walk, 'bad-namespace', { namespace });
  });
  walk.path.push('metadata');
  checkLabels(walk, metadata);
  walk.path.pop();
}

/** Labels and annotations of a metadata that the walk stands at. */
export function checkLabels(walk: Walk, metadata: JsonObject): void {
  walk.path.push('labels');
  for (const [key, value] of Object.entries(asObject(metadata.labels) ?? {})) {
    walk.path.push(key);
    const part = brokenKeyPart(key);
    if (part) report(walk, 'bad-label', { key, part });
    if (typeof value === 'string' && !isLabelValue(value)) report(walk, 'bad-label', { value });
    walk.path.pop();
  }
  walk.path[walk.path.length - 1] = 'annotations';
  let size = 0;
  for (const [key, value] of Object.entries(asObject(metadata.annotations) ?? {})) {
    size += Buffer.byteLength(key) + (typeof value === 'string' ? Buffer.byteLength(value) : 0);
    const part = brokenKeyPart(key.toLowerCase());
    if (!part) continue;
    walk.path.push(key);
    report(walk, 'bad-annotation', { key, part });
    walk.path.pop();
  }
  if (size > MAX_ANNOTATIONS) report(walk, 'bad-annotation', { bytes: size, limit: MAX_ANNOTATIONS });
  walk.path.pop();
}

/** Kinds whose name repeats parts of their spec. */
function brokenOwnRule(
  object: JsonObject, apiVersion: string, kind: string, name: string,
): Pick<SchemaIssues['bad-name'], 'rule' | 'expected'> | undefined {
  const spec = asObject(object.spec);
  if (isReadableDefinition(object)) {
    const { plural, group } = definedKindOf(object);
    if (plural === undefined || group === undefined) return undefined;
    const expected = `${plural}.${group}`;
    return name === expected ? undefined : { rule: 'plural-and-group', expected };
  }
  const isApiService = kind === 'APIService' && apiVersion === 'apiregistration.k8s.io/v1';
  if (isApiService && typeof spec?.version === 'string' && typeof spec.group === 'string') {
    const expected = `${spec.version}.${spec.group}`;
    return name === expected ? undefined : { rule: 'version-and-group', expected };
  }
  return undefined;
}
