/** Which objects name which others: what compile orders by, and what workloads, bindings and routes refer to. Pure. */
import { asObject, isJsonObject, type JsonObject, type JsonValue, type KubeObject } from '../../../api';
import { itemOf, type Item } from '../../../revision/item';
import { needsOf } from '../../../revision/placing/needs';
import type { ReportLink } from './data';

/** A namespace is named by nearly all: it stands with each object, and lines to it would hide the others. */
const WORDS: Readonly<Record<string, string>> = {
  'definition': 'definition', 'conversion-webhook': 'conversion webhook', 'role': 'role', 'service-account': 'service account',
  'webhook': 'webhook', 'api-server': 'API server',
};

interface Named {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly why: string;
}

/** Nothing is said of where they came from. */
const ORIGIN = { origin: { source: 'report' } };

export function linksOf(objects: readonly KubeObject[]): readonly ReportLink[] {
  const items = objects.map((object) => itemOf(object as unknown as JsonObject, ORIGIN));
  const places = new Map(items.map((item, index) => [item, index]));
  const byName = new Map(items.map((item, index) => [keyOf(item.kind, item.namespace, item.name), index]));
  const found = new Map<string, ReportLink>();
  const add = (from: number | undefined, to: number | undefined, why: string | undefined): void => {
    if (from === undefined || to === undefined || why === undefined || from === to) return;
    const key = `${from} ${to}`;
    if (!found.has(key)) found.set(key, { from, to, why });
  };
  for (const { first, then, reason } of needsOf(items)) add(places.get(then), places.get(first), WORDS[reason]);
  items.forEach((item, index) => {
    for (const { kind, namespace, name, why } of namedBy(item)) add(index, byName.get(keyOf(kind, namespace, name)), why);
  });
  return [...found.values()];
}

function keyOf(kind: string, namespace: string, name: string): string {
  return `${kind}/${namespace}/${name}`;
}

function namedBy(item: Item): readonly Named[] {
  const here = (kind: string, name: JsonValue | undefined, why: string): readonly Named[] =>
    (typeof name === 'string' && name !== '' ? [{ kind, namespace: item.namespace, name, why }] : []);
  const spec = asObject(item.object['spec']);
  if (item.kind.endsWith('Binding')) {
    return objectsIn(item.object['subjects']).flatMap(({ kind, name, namespace }) => (kind === 'ServiceAccount' && typeof name === 'string'
      ? [{ kind, namespace: typeof namespace === 'string' ? namespace : item.namespace, name, why: 'holder' }]
      : []));
  }
  if (item.kind === 'Ingress') return deep(spec, 'service').flatMap((service) => here('Service', asObject(service)?.['name'], 'service'));
  const pod = podOf(item);
  if (pod === undefined) return item.kind === 'HorizontalPodAutoscaler' ? scaled(spec, here) : [];
  const sources = (member: string): readonly JsonObject[] => deep(pod, member).filter(isJsonObject);
  return [
    ...here('ServiceAccount', pod['serviceAccountName'] ?? pod['serviceAccount'], 'service account'),
    ...['configMap', 'configMapRef', 'configMapKeyRef'].flatMap(sources).flatMap(({ name }) => here('ConfigMap', name, 'configuration')),
    ...['secretRef', 'secretKeyRef'].flatMap(sources).flatMap(({ name }) => here('Secret', name, 'secret')),
    ...sources('secret').flatMap(({ secretName, name }) => here('Secret', secretName ?? name, 'secret')),
    ...objectsIn(pod['imagePullSecrets']).flatMap(({ name }) => here('Secret', name, 'pull secret')),
    ...sources('persistentVolumeClaim').flatMap(({ claimName }) => here('PersistentVolumeClaim', claimName, 'claim')),
  ];
}

function scaled(spec: JsonObject | undefined, here: (kind: string, name: JsonValue | undefined, why: string) => readonly Named[]) {
  const target = asObject(spec?.['scaleTargetRef']);
  return typeof target?.['kind'] === 'string' ? here(target['kind'], target['name'], 'scales') : [];
}

/** What a workload starts; undefined: it is none. */
function podOf({ kind, object }: Item): JsonObject | undefined {
  const spec = asObject(object['spec']);
  if (kind === 'Pod') return spec;
  const template = asObject(spec?.['template']) ?? asObject(asObject(asObject(spec?.['jobTemplate'])?.['spec'])?.['template']);
  return asObject(template?.['spec']);
}

/** The values of all members of a name, at any depth. What is read is limited in depth. */
function deep(value: JsonValue | undefined, member: string): readonly JsonValue[] {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap((entry) => deep(entry, member));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [...(key === member ? [inner] : []), ...deep(inner, member)]);
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
