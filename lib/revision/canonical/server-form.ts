/**
 * What the API server adds to or drops from parts of built-in kinds, recognised by the fields that the part's type has.
 *
 * Only what cannot change the meaning is listed: what is within lists and maps that server-side apply treats as one value (a
 * default or a zero value inside would make the whole look changed for ever), and zeros that ask the server to choose.
 * Elsewhere a zero that the author wrote stays, also where the server does not store it: `hostNetwork: false` takes the field
 * from the client that set it to true, and nothing else would.
 * Sources: the Go types and the defaulting functions of Kubernetes 1.36, compared with what its API server stores.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import type { SchemaNode } from '../../schema/pack';

type Members = Record<string, JsonValue>;

/** A type of the Kubernetes API, known by fields that together no other type has. */
interface KnownType {
  /** Names of fields that it has, and with `!` of fields that it has not. */
  readonly fields: readonly string[];
  /** Fields whose zero value means the same as their absence whatever is on the cluster, and is not stored. */
  readonly zeros?: Readonly<Record<string, JsonValue>>;
  /** Fields whose empty structure means the same as their absence: the server fills both alike. */
  readonly empties?: readonly string[];
  /** Fields that the server fills. */
  readonly defaults?: Readonly<Record<string, JsonValue>>;
  /** What a table cannot say. */
  readonly complete?: (members: Members) => void;
}

const RBAC = 'rbac.authorization.k8s.io';

const KNOWN_TYPES: readonly KnownType[] = [
  { fields: ['paused', 'progressDeadlineSeconds'], empties: ['strategy'] },
  { fields: ['podManagementPolicy', 'volumeClaimTemplates'], empties: ['updateStrategy'] },
  { fields: ['updateStrategy', 'revisionHistoryLimit', '!podManagementPolicy'], empties: ['updateStrategy'] },
  // The server allocates these ports where they are zero, and keeps those that it allocated.
  { fields: ['publishNotReadyAddresses', 'externalTrafficPolicy'], zeros: { healthCheckNodePort: 0 } },
  { fields: ['nodePort', 'targetPort'], zeros: { nodePort: 0, targetPort: 0 } },
  { fields: ['data', 'immutable', 'stringData', 'type'], zeros: { type: '' } },
  { fields: ['httpHeaders', 'path', 'port', 'scheme'], zeros: { path: '', scheme: '' } },
  { fields: ['defaultRequest', 'maxLimitRequestRatio'], complete: completeLimits },
  { fields: ['additionalPrinterColumns', 'deprecationWarning'], zeros: { deprecated: false } },
  { fields: ['jsonPath', 'priority'], zeros: { priority: 0, description: '', format: '' } },
  {
    fields: ['openAPIV3Schema'],
    complete: (members) => {
      if (isJsonObject(members['openAPIV3Schema'])) members['openAPIV3Schema'] = withoutZeros(members['openAPIV3Schema']);
    },
  },
  { fields: ['backend', 'pathType'], zeros: { path: '' } },
  { fields: ['apiVersion', 'fieldPath', '!kind', '!name'], defaults: { apiVersion: 'v1' } },
  { fields: ['divisor', 'resource'], zeros: { containerName: '' }, defaults: { divisor: '0' } },
  { fields: ['audience', 'expirationSeconds', 'path'], zeros: { audience: '' }, defaults: { expirationSeconds: 3600 } },
  { fields: ['endPort', 'port', 'protocol'], defaults: { protocol: 'TCP' } },
  { fields: ['apiGroups', 'apiVersions', 'operations', 'scope'], defaults: { scope: '*' } },
  {
    fields: ['excludeResourceRules', 'matchPolicy', 'resourceRules'],
    defaults: { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} },
  },
  { fields: ['status', 'type', '!lastTransitionTime', '!reason', '!message'], defaults: { status: 'True' } },
  { fields: ['host', 'http', '!port'], zeros: { host: '' } },
  { fields: ['hosts', 'secretName'], zeros: { secretName: '' } },
  { fields: ['name', 'number'], zeros: { name: '', number: 0 } },
  { fields: ['roleRef', 'subjects'], complete: completeBinding },
  { fields: ['volumeClaimTemplates', 'podManagementPolicy'], complete: completeClaimTemplates },
];

/** Empty lists that do not mean the same as no list, by the property they stand in: an HPA's policies have a default. */
const MEANINGFUL_EMPTY_LISTS: ReadonlySet<string> = new Set(['policies']);

export function emptyListMeansAbsent(property: string): boolean {
  return !MEANINGFUL_EMPTY_LISTS.has(property);
}

const recognised = new WeakMap<object, readonly KnownType[]>();

function typesOf(properties: Readonly<Record<string, SchemaNode>>): readonly KnownType[] {
  let types = recognised.get(properties);
  if (types === undefined) {
    types = KNOWN_TYPES.filter(({ fields }) => fields.every((field) => (field.startsWith('!')
      ? !Object.hasOwn(properties, field.slice(1))
      : Object.hasOwn(properties, field))));
    recognised.set(properties, types);
  }
  return types;
}

/** `members` as the server stores them, given the schema of the place; changes them in place. */
export function toServerForm(members: Members, node: SchemaNode): void {
  if (node.properties === undefined) return;
  for (const { zeros, empties, defaults, complete } of typesOf(node.properties)) {
    for (const field of empties ?? []) if (isJsonObject(members[field]) && Object.keys(members[field]).length === 0) delete members[field];
    for (const [field, zero] of Object.entries(zeros ?? {})) if (members[field] === zero) delete members[field];
    for (const [field, value] of Object.entries(defaults ?? {})) members[field] ??= value;
    complete?.(members);
  }
}

/** Items of a LimitRange are a list applied as a whole; for containers a bound is the default, and the default the default request. */
function completeLimits(members: Members): void {
  if (members['type'] !== 'Container') return;
  const fill = (field: string, ...sources: readonly string[]): void => {
    const filled = Object.assign({}, ...[...sources].reverse().map((source) => members[source]), members[field]) as JsonObject;
    if (Object.keys(filled).length > 0) members[field] = filled;
  };
  fill('default', 'max');
  fill('defaultRequest', 'default', 'min');
}

/** Subjects and roleRef are applied as a whole, and the server fills their groups. */
function completeBinding(members: Members): void {
  const { subjects, roleRef } = members;
  if (Array.isArray(subjects)) members['subjects'] = subjects.map(completeSubject);
  if (isJsonObject(roleRef) && !roleRef['apiGroup']) members['roleRef'] = { ...roleRef, apiGroup: RBAC };
}

function completeSubject(subject: JsonValue): JsonValue {
  if (!isJsonObject(subject)) return subject;
  const { apiGroup, namespace, ...rest } = subject;
  const group = apiGroup || (subject['kind'] === 'User' || subject['kind'] === 'Group' ? RBAC : undefined);
  return { ...rest, ...(group ? { apiGroup: group } : {}), ...(namespace ? { namespace } : {}) };
}

/** Claim templates are a list applied as a whole, and are stored as claims with their defaults. */
function completeClaimTemplates(members: Members): void {
  const { volumeClaimTemplates } = members;
  if (!Array.isArray(volumeClaimTemplates)) return;
  members['volumeClaimTemplates'] = (volumeClaimTemplates as readonly JsonValue[]).map((template): JsonValue => {
    if (!isJsonObject(template)) return template;
    const spec = template['spec'];
    return {
      ...template,
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      ...(isJsonObject(spec) ? { spec: { ...spec, volumeMode: spec['volumeMode'] ?? 'Filesystem' } } : {}),
      status: { phase: 'Pending' },
    };
  });
}

const SCHEMA_ZEROS: Readonly<Record<string, JsonValue>> = {
  'description': '', 'title': '', 'format': '', 'pattern': '', 'nullable': false, 'uniqueItems': false, 'exclusiveMaximum': false,
  'exclusiveMinimum': false,
  'x-kubernetes-int-or-string': false, 'x-kubernetes-embedded-resource': false, 'id': '', '$schema': '',
}; // prettier-ignore
const SCHEMA_MAPS = ['properties', 'patternProperties', 'definitions'];
const SCHEMA_LISTS = ['allOf', 'anyOf', 'oneOf'];
const SCHEMA_NODES = ['not', 'items', 'additionalProperties', 'additionalItems'];

/** A schema of a CRD (applied as one value with its version) without what the server does not store. */
function withoutZeros(schema: JsonObject): JsonObject {
  const members: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(schema)) {
    if (Object.hasOwn(SCHEMA_ZEROS, key) && SCHEMA_ZEROS[key] === value) continue;
    // Of these even an empty list is a value, and a null within them stays.
    const isValue = key === 'default' || key === 'example';
    if (value === null || (!isValue && Array.isArray(value) && value.length === 0)) continue;
    if (SCHEMA_MAPS.includes(key) && isJsonObject(value)) {
      const nodes = Object.entries(value);
      if (nodes.length > 0) members.push([key, Object.fromEntries(nodes.map(([name, node]) => [name, cleaned(node)]))]);
    } else if (SCHEMA_LISTS.includes(key) && Array.isArray(value)) {
      members.push([key, (value as readonly JsonValue[]).map(cleaned)]);
    } else if (SCHEMA_NODES.includes(key) && isJsonObject(value)) {
      members.push([key, withoutZeros(value)]);
    } else {
      members.push([key, value]);
    }
  }
  return Object.fromEntries(members);
}

function cleaned(node: JsonValue): JsonValue {
  return isJsonObject(node) ? withoutZeros(node) : node;
}
