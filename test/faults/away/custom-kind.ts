/**
 * A kind of another package: its CustomResourceDefinition goes in the middle of a run, with every object of the kind, and comes back empty.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LABEL_OWNER_NAME, type KubeObject, type ObjectRef, type ResolvedRevision } from '../../../lib/api';
import { canonicalJson, shortHash } from '../../../lib/engine';
import { revisionOf } from '../content';
import { EXTENSION, type Site } from '../site';

/** Definitions belong to the whole cluster: every namespace has a group of its own. */
const groupOf = (namespace: string): string => `${namespace}.example.com`;

function definitionOf(namespace: string): KubeObject {
  const schema = { type: 'object', properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${groupOf(namespace)}` },
    spec: {
      group: groupOf(namespace),
      scope: 'Namespaced',
      names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

export function widgetRef(namespace: string): ObjectRef {
  return { apiVersion: `${groupOf(namespace)}/v1`, kind: 'Widget', namespace, name: 'app' };
}

/** As the other revisions, with a custom resource instead of the Deployment and its Service. */
export function revisionWithWidget(version: 1 | 2, namespace: string): ResolvedRevision {
  const { apiVersion, kind, ...place } = widgetRef(namespace);
  const object: KubeObject = { apiVersion, kind, metadata: { ...place, labels: { [LABEL_OWNER_NAME]: EXTENSION } }, spec: { version } };
  const revision = revisionOf(version, namespace);
  const phases = revision.phases.map((phase, index) =>
    (index === 1 ? { ...phase, objects: [{ object, collisionProtection: 'Prevent' as const }] } : phase),
  );
  return { ...revision, phases, digest: `sha256:${shortHash(canonicalJson(phases))}` };
}

export async function installKind(site: Site): Promise<void> {
  site.atEnd('custom kind', () => removeKind(site));
  await site.apply(definitionOf(site.namespace));
  await untilServed(site, true);
}

export async function removeKind(site: Site): Promise<void> {
  const { apiVersion, kind, metadata: { name = '' } } = definitionOf(site.namespace);
  const ref = { apiVersion, kind, name };
  await site.remove(ref);
  while ((await site.admin.get(ref)).type === 'object') await sleep(20);
  await untilServed(site, false);
}

/** Discovery follows a little later. */
async function untilServed(site: Site, wanted: boolean): Promise<void> {
  const isServed = async (): Promise<boolean> => (await site.admin.get(widgetRef(site.namespace))).type !== 'unserved';
  while ((await isServed()) !== wanted) await sleep(20);
}
