/** Checks of `metadata`: names, namespaces, labels, annotations. */
import { asObject, groupOf, type JsonObject } from '../api';
import { MAX_ANNOTATIONS, keyProblem, labelValueProblem, nameProblem, namespaceProblem, pathNameProblem } from './names';
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
    if (object.metadata === undefined || object.metadata === null) report(walk, 'missing-name', 'the object has no metadata', 'Give it a metadata.name.');
    else report(walk, 'wrong-type', 'must be an object');
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
      if (!metadata.generateName) report(walk, 'missing-name', 'the object has no name', 'Give it a metadata.name.');
    } else if (typeof name === 'string') {
      const problem = nameProblem(groupOf(apiVersion), kind, name, version) ?? ownNameProblem(object, apiVersion, kind, name);
      if (problem === undefined) return;
      const severity = schema === undefined && pathNameProblem(name) === undefined ? 'warning' : 'error';
      report(walk, 'bad-name', `"${name}" is no valid name for a ${kind}`, sentence(problem), severity);
    }
  });
  at('namespace', () => {
    if (typeof namespace !== 'string' || namespace === '') return;
    if (schema && !schema.namespaced) {
      report(walk, 'namespace-ignored', `a ${kind} lives in no namespace; "${namespace}" is ignored`, 'Remove it.', 'warning');
    } else {
      const problem = namespaceProblem(namespace);
      if (problem) report(walk, 'bad-namespace', `"${namespace}" is no valid name of a namespace`, sentence(problem));
    }
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
    const problem = keyProblem(key);
    if (problem) report(walk, 'bad-label', `"${key}" is no valid label key`, sentence(problem));
    const valueProblem = typeof value === 'string' ? labelValueProblem(value) : undefined;
    if (valueProblem) report(walk, 'bad-label', `"${String(value)}" is no valid label value`, sentence(valueProblem));
    walk.path.pop();
  }
  walk.path[walk.path.length - 1] = 'annotations';
  let size = 0;
  for (const [key, value] of Object.entries(asObject(metadata.annotations) ?? {})) {
    size += Buffer.byteLength(key) + (typeof value === 'string' ? Buffer.byteLength(value) : 0);
    const problem = keyProblem(key.toLowerCase());
    if (!problem) continue;
    walk.path.push(key);
    report(walk, 'bad-annotation', `"${key}" is no valid annotation key`, sentence(problem));
    walk.path.pop();
  }
  if (size > MAX_ANNOTATIONS) report(walk, 'bad-annotation', `the annotations have ${size} bytes together, and may have ${MAX_ANNOTATIONS}`);
  walk.path.pop();
}

/** Kinds whose name repeats parts of their spec. */
function ownNameProblem(object: JsonObject, apiVersion: string, kind: string, name: string): string | undefined {
  const spec = asObject(object.spec);
  if (kind === 'CustomResourceDefinition' && apiVersion === 'apiextensions.k8s.io/v1') {
    const plural = asObject(spec?.names)?.plural;
    const expected = `${String(plural)}.${String(spec?.group)}`;
    return typeof plural === 'string' && typeof spec?.group === 'string' && name !== expected ? `it must be "${expected}", plural name and group` : undefined;
  }
  if (kind === 'APIService' && apiVersion === 'apiregistration.k8s.io/v1' && typeof spec?.version === 'string' && typeof spec.group === 'string') {
    const expected = `${spec.version}.${spec.group}`;
    return name === expected ? undefined : `it must be "${expected}", version and group`;
  }
  return undefined;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
