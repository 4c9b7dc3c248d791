/** Under which name RBAC knows a kind, and in which namespace an object of it will be. */
import { asObject, groupKindOf, groupOf, isDefinition, refOf, subjectOf, type KubeObject } from '../../api';
import type { ServedKind } from '../../engine';
import { kubernetesSchemas } from '../../schema';
import type { Finding } from '../../issue';

export interface PlacedObject {
  readonly object: KubeObject;
  readonly group: string;
  /** Plural: `deployments`. */
  readonly resource: string;
  /** Empty: in none. */
  readonly namespace: string;
}

export interface PlacementOptions {
  /** Namespace of objects that name none. */
  readonly installNamespace?: string;
  /** What the cluster serves; kinds that are neither built in nor defined by the package are looked up here. */
  readonly kinds?: readonly ServedKind[];
}

interface KindFacts {
  readonly resource: string;
  readonly namespaced: boolean;
}

/** Each object with its resource and namespace; what had to be guessed is a finding. */
export function placeObjects(
  objects: readonly KubeObject[],
  { installNamespace = '', kinds = [] }: PlacementOptions,
): { readonly placed: readonly PlacedObject[]; readonly findings: readonly Finding[] } {
  const schemas = kubernetesSchemas();
  const defined = new Map(objects.flatMap(definedKind));
  const served = new Map(
    kinds.map(({ apiVersion, kind, resource, namespaced }) => [groupKindOf({ apiVersion, kind }), { resource, namespaced }]),
  );
  const findings: Finding[] = [];
  const factsOf = (object: KubeObject): KindFacts => {
    const { apiVersion, kind, metadata } = object;
    const id = groupKindOf(object);
    const { resource: plural, namespaced = false } = schemas.kind(apiVersion, kind) ?? {};
    const known = defined.get(id) ?? served.get(id) ?? (plural === undefined ? undefined : { resource: plural, namespaced });
    if (known !== undefined) return known;
    const resource = `${kind.toLowerCase()}s`;
    findings.push({
      code: 'resource-guessed', severity: 'warning', subject: subjectOf(refOf(object)), path: 'kind',
      message: `the resource of ${kind} in ${apiVersion} is not known; "${resource}" is a guess`,
      hint: 'Ask with a cluster that serves it, or check the name with kubectl api-resources.',
    });
    return { resource, namespaced: (metadata.namespace ?? '') !== '' };
  };
  const placed = objects.map((object): PlacedObject => {
    const { resource, namespaced } = factsOf(object);
    const namespace = namespaced ? (object.metadata.namespace || installNamespace) : '';
    if (namespaced && namespace === '') {
      findings.push({
        code: 'missing-namespace',
        severity: 'error',
        subject: subjectOf(refOf(object)),
        path: 'metadata.namespace',
        message: 'the object names no namespace, so what is needed for it is needed in all of them',
        hint: 'Name one, or the namespace to install in.',
      });
    }
    return { object, group: groupOf(object.apiVersion), resource, namespace };
  });
  return { placed, findings };
}

/** `group/Kind` that a CustomResourceDefinition of the package defines. */
function definedKind(object: KubeObject): readonly (readonly [string, KindFacts])[] {
  if (!isDefinition(object)) return [];
  const spec = asObject(object['spec']);
  const { kind, plural } = asObject(spec?.['names']) ?? {};
  const group = spec?.['group'];
  if (typeof group !== 'string' || typeof kind !== 'string' || typeof plural !== 'string') return [];
  return [[`${group}/${kind}`, { resource: plural, namespaced: spec?.['scope'] === 'Namespaced' }]];
}
