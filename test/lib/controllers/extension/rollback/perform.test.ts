/** Definitions in a rollback by the controllers: none goes back where that would break something, or is about to. */
import type { KubeObject } from '../../../../../lib/api';
import { rollBack, type RollbackPlace } from '../../../../../lib/controllers/extension/rollback';
import type { LiveExtension, RevisionFacts } from '../../../../../lib/controllers/extension/revision-facts';
import { rollbackMarkerOf } from '../../../../../lib/state';

const extension = { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', metadata: { name: 'shop', uid: 'u' }, spec: {} } as unknown as LiveExtension;
const definition = (...versions: readonly string[]): KubeObject => ({
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'sites.web.example' },
  spec: {
    group: 'web.example', scope: 'Namespaced', names: { kind: 'Site', plural: 'sites' },
    versions: versions.map((name, index) => (
      { name, served: true, storage: index === versions.length - 1, schema: { openAPIV3Schema: { type: 'object' } } }
    )),
  },
}) as unknown as KubeObject;
const manifest = (number: number, ...versions: readonly string[]): KubeObject => ({
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', metadata: { name: `shop-${number}`, uid: `u${number}` },
  spec: {
    lifecycleState: 'Active', revision: number, collisionProtection: 'Prevent',
    phases: [{ name: 'crds', objects: [{ object: definition(...versions) }] }],
  },
}) as unknown as KubeObject;
const facts = (number: number, version: string): RevisionFacts & { readonly bundle: { readonly name: string; readonly version: string } } => ({
  name: `shop-${number}`, uid: `u${number}`, number, lifecycleState: 'Active', isLeaving: false, bundle: { name: `shop.v${version}`, version }, conditions: [],
});

type BroughtBack = readonly [versions: readonly string[], wouldBreak: readonly string[] | undefined];

/** The versions of the definition in the revision that brings back version 1, and what it says of it. @param live those on the cluster */
async function broughtBack(reason: string, live: readonly string[]): Promise<BroughtBack> {
  let made: KubeObject | undefined;
  const revisions = [manifest(1, 'v1'), manifest(2, 'v1', 'v2')];
  const place = {
    cluster: {
      get: async ({ name }: { readonly name: string }) => ({ type: 'object', object: revisions.find(({ metadata }) => metadata.name === name) }),
      create: async (object: KubeObject) => ({ type: 'object', object: (made = { ...object, metadata: { ...object.metadata, uid: 'u3' } }) }),
    },
    target: { cluster: { get: async () => ({ type: 'object', object: definition(...live) }), list: async () => ({ objects: [] }) } },
    revisions: { note: () => undefined }, log: { warn: () => undefined }, events: { record: () => undefined },
  } as unknown as RollbackPlace;
  const [good, failed] = [facts(1, '1.0.0'), facts(2, '2.0.0')];
  const marker = { of: 1, from: 2, failed: { name: 'shop.v2.0.0', version: '2.0.0', request: 'r', generation: 1, reason } };
  await rollBack(extension, { all: [good, failed], rollingOut: [failed], archived: [] }, { good, failed, marker }, place);
  const spec = made?.['spec'] as { readonly phases: readonly { readonly objects: readonly { readonly object: KubeObject }[] }[] } | undefined;
  const versions = spec?.phases[0]?.objects[0]?.object['spec'] as { readonly versions: readonly { readonly name: string }[] } | undefined;
  return [versions?.versions.map(({ name }) => name) ?? [], rollbackMarkerOf(made?.metadata.annotations)?.failed?.wouldBreak];
}

const WHY = ['sites.web.example: storedVersionRemoval: stored versions removed : [v2]'];

test.each<[string, string, readonly string[], BroughtBack]>([
  ['what is written stays', 'Blocked', ['v1', 'v2'], [['v1', 'v2'], WHY]],
  ['what was never written, and never will be, goes back', 'Blocked', ['v1'], [['v1'], undefined]],
  ['what is late may write it yet, and it stays', 'ProgressDeadlineExceeded', ['v1'], [['v1', 'v2'], WHY]],
])('%s', async (_what, reason, live, expected) => expect(await broughtBack(reason, live)).toEqual(expected));
