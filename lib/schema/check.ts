/** The schema check of a set of objects. */
import { isDeepStrictEqual } from 'node:util';
import { asObject, groupOf, isReadableDefinition, keyOf, type JsonObject } from '../api';
import type { Issue, Origin, Subject } from '../issue';
import { withCrds } from './crd';
import { schemaIssue } from './issues';
import { unknownKind } from './kinds';
import { checkNeedsOfKind } from './needs';
import { checkLabels, checkMetadata } from './metadata';
import { kubernetesSchemas } from './kubernetes';
import type { KindSchema, SchemaSource } from './pack';
import { type Walk, report } from './report';
import { walkValue } from './walk/walk';

export interface CheckInput {
  readonly object: JsonObject;
  /** Where it was declared. */
  readonly origin: Origin;
}

export interface CheckOptions {
  /** Like `1.36`. @default the newest in the package */
  readonly kubernetesVersion?: string;
  /** Schemas to check against, instead of those of a Kubernetes version. CRDs among the objects are added to them. */
  readonly schemas?: SchemaSource;
}

/**
 * Checks objects against the schemas of a Kubernetes version and of the CRDs among them, and against each other. Returns all
 * issues in the order of the objects; it changes nothing. What only the server knows is left to its dry run (docs/schema-check.md).
 * @throws BoxcutterError `kubernetes-version-unsupported`.
 */
export function checkObjects(inputs: readonly CheckInput[], options: CheckOptions = {}): Issue[] {
  const base = options.schemas ?? kubernetesSchemas(options.kubernetesVersion);
  const crds = inputs.map(({ object }) => object).filter(isReadableDefinition);
  const schemas = withCrds(base, crds);
  const first = new Map<string, CheckInput>();
  const issues: Issue[] = [];
  for (const { object, origin } of inputs) {
    const { found, subject } = checkObject(object, schemas);
    const key = identityOf(object, schemas);
    if (key !== undefined) {
      const other = first.get(key);
      if (other === undefined) first.set(key, { object, origin });
      else found.push(duplicateOf(other, object));
    }
    for (const one of found) issues.push({ ...one, ...(subject === undefined ? {} : { subject }), origin });
  }
  return issues;
}

/** Copies do no harm (real bundles have some); objects that differ would fight for one place. */
function duplicateOf(other: CheckInput, object: JsonObject): Issue {
  const copy = isDeepStrictEqual(other.object, object);
  return schemaIssue('duplicate-object', { first: other.origin, copy }, { severity: copy ? 'warning' : 'error' });
}

function checkObject(object: JsonObject, schemas: SchemaSource): { found: Issue[]; subject?: Subject } {
  const { apiVersion, kind } = object;
  const found: Issue[] = [];
  const start: Walk = { builtIn: true, issues: found, path: [] };
  if (typeof apiVersion !== 'string' || apiVersion === '' || typeof kind !== 'string' || kind === '') {
    const field = typeof apiVersion !== 'string' || apiVersion === '' ? 'apiVersion' : 'kind';
    start.path.push(field);
    report(start, 'missing-kind', { field, problem: 'absent', of: 'object' });
    return { found };
  }
  const subject = subjectFrom(object, apiVersion, kind);
  if (!/^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?v?[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(apiVersion)) {
    start.path.push('apiVersion');
    report(start, 'bad-api-version', { apiVersion });
    return { found, subject };
  }
  const schema = schemas.kind(apiVersion, kind);
  const walk: Walk = { builtIn: schema?.builtIn ?? false, secret: apiVersion === 'v1' && kind === 'Secret', issues: found, path: [] };
  checkMetadata(walk, object, { apiVersion, kind, schema, version: schemas.version });
  if (schema === undefined) {
    const data = unknownKind(schemas, apiVersion, kind);
    report(walk, 'unknown-kind', data, data.problem === 'not-among-objects' ? 'warning' : 'error');
  } else {
    walkValue(walk, schema.root, withoutServerOwned(object));
    if (schema.builtIn) {
      checkTemplates(walk, object, schema);
      checkNeedsOfKind(walk, apiVersion, kind, object);
    }
  }
  return { found, subject };
}

/** Metadata that the server writes: compile drops it, whatever it holds. */
const serverOwned: ReadonlySet<string> = new Set([
  'creationTimestamp', 'deletionGracePeriodSeconds', 'deletionTimestamp', 'generation', 'managedFields', 'resourceVersion', 'selfLink',
  'uid',
]);

function withoutServerOwned(object: JsonObject): JsonObject {
  const metadata = asObject(object.metadata);
  if (!metadata) return { ...object, metadata: null };
  return { ...object, metadata: Object.fromEntries(Object.entries(metadata).filter(([key]) => !serverOwned.has(key))) };
}

/** Labels of the pods that a workload makes; the server validates them with the workload. */
function checkTemplates(walk: Walk, object: JsonObject, schema: KindSchema): void {
  if (!['apps', 'batch', ''].includes(groupOf(schema.apiVersion))) return;
  const spec = asObject(object.spec);
  const jobTemplate = asObject(spec?.jobTemplate);
  const places: [string[], JsonObject | undefined][] = [
    [['spec', 'template', 'metadata'], asObject(asObject(spec?.template)?.metadata)],
    [['spec', 'jobTemplate', 'spec', 'template', 'metadata'], asObject(asObject(asObject(jobTemplate?.spec)?.template)?.metadata)],
  ];
  for (const [path, metadata] of places) {
    if (!metadata) continue;
    walk.path.push(...path);
    checkLabels(walk, metadata);
    walk.path.length = 0;
  }
}

function subjectFrom(object: JsonObject, apiVersion: string, kind: string): Subject {
  const { name, namespace } = asObject(object.metadata) ?? {};
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  return { apiVersion, kind, ...(isText(namespace) ? { namespace } : {}), ...(isText(name) ? { name } : {}) };
}

/**
 * Group, kind, namespace and name: two objects that share it are one on the server. The namespace of cluster-scoped kinds does not count.
 */
function identityOf(object: JsonObject, schemas: SchemaSource): string | undefined {
  const { apiVersion, kind } = object;
  const { name, namespace } = asObject(object.metadata) ?? {};
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || typeof name !== 'string' || name === '') return undefined;
  const clusterScoped = schemas.kind(apiVersion, kind)?.namespaced === false;
  return keyOf({ apiVersion, kind, name, ...(typeof namespace === 'string' && !clusterScoped ? { namespace } : {}) });
}
