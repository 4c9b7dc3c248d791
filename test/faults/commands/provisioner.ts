/**
 * BundleDeployments of bundles in ConfigMaps, by the provisioners and the controller of revisions: asked for by a person without faults, then
 * installed, pivoted and taken down, however often the process has to begin anew.
 */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Condition, KubeObject, ObjectRef } from '../../../lib/api';
import { DEFAULT_CONFIG, revisionController } from '../../../lib/controllers';
import { provisionersController } from '../../../lib/controllers/provisioners';
import { rukpakCrds } from '../../../lib/kinds';
import { phasesOf } from '../content';
import type { Session, Site } from '../site';
import { clear, defineKinds, LABEL_SITE, until } from './controller';
import { areDone, upTo } from './extension';
import { DONE, undisturbed, withControllers } from './process';

type Version = 1 | 2;
const apiVersion = 'core.rukpak.io/v1alpha1';
const provisionerClassName = 'core-rukpak-io-plain';
const KINDS = ['BundleDeployment', 'Bundle'] as const;
const deploymentRef = (namespace: string): ObjectRef => ({ apiVersion, kind: 'BundleDeployment', name: namespace });
const folderOf = (namespace: string): string => join(tmpdir(), `boxcutter-faults-bundles-${namespace}`);
const contentOf = (version: Version): string => `content-${version}`;

/** What is left of a run before goes without its objects, with what its processes keep of bundles. */
async function clearAll(site: Site): Promise<void> {
  for (const kind of KINDS) {
    const { objects } = await site.admin.list({ apiVersion, kind, labelSelector: `${LABEL_SITE}=${site.namespace}` });
    for (const { metadata: { name = '' } } of objects) {
      await site.admin.patch({ apiVersion, kind, name }, [{ op: 'add', path: '/metadata/finalizers', value: [] }], 'kubectl');
      await site.remove({ apiVersion, kind, name });
    }
  }
  await clear(site);
  rmSync(folderOf(site.namespace), { recursive: true, force: true });
}

async function publish(site: Site, version: Version): Promise<void> {
  const objects = phasesOf(version, site.namespace).flat()
    .map(({ metadata: { labels: _labels, ...metadata }, ...object }) => ({ ...object, metadata }));
  const data = Object.fromEntries(objects.map((object, index) => [`object-${index}.json`, JSON.stringify(object)]));
  await site.apply({
    apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: contentOf(version), namespace: site.namespace }, immutable: true, data,
  } as KubeObject);
}

async function wish(site: Site, version: Version): Promise<void> {
  const source = { type: 'configMaps', configMaps: [{ configMap: { name: contentOf(version) }, path: 'manifests' }] };
  await site.apply({
    apiVersion, kind: 'BundleDeployment', metadata: { name: site.namespace, labels: { [LABEL_SITE]: site.namespace } },
    spec: { provisionerClassName, installNamespace: site.namespace, template: { spec: { provisionerClassName, source } } },
  } as KubeObject);
}

/** A BundleDeployment that nobody has looked at yet. */
export async function deploy(site: Site): Promise<void> {
  await defineKinds(site);
  for (const crd of rukpakCrds()) await site.apply(crd);
  for (const kind of KINDS) {
    while ((await site.admin.resolve(apiVersion, kind)) === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await clearAll(site);
  site.atEnd('provisioner', () => clearAll(site));
  for (const version of [1, 2] as const) await publish(site, version);
  await wish(site, 1);
}

/** The first bundle is installed, and the template is that of the second. */
export async function deploySecond(site: Site): Promise<void> {
  await deploy(site);
  await undisturbed(site, deployed(1));
  await wish(site, 2);
}

/** The first bundle is installed, and has to go. */
export async function deployToGo(site: Site): Promise<void> {
  await deploy(site);
  await undisturbed(site, deployed(1));
  await site.remove(deploymentRef(site.namespace));
}

interface Status {
  readonly observedGeneration?: number;
  readonly conditions?: readonly Condition[];
}

/** The bundle of this version is installed, as the revision of that number, and nothing is left of the one before but its archived revision. */
export const deployed = (version: Version) => (session: Session): Promise<string> => control(session, () => {
  const ref = deploymentRef(session.namespace);
  return until({ ...ref, session }, (shown) => {
    const live = shown.get(ref.name);
    const { observedGeneration, conditions = [] } = (live?.['status'] ?? {}) as Status;
    const isSaid = conditions.some(({ type, status, reason }) => type === 'Installed' && status === 'True' && reason === 'InstallationSucceeded');
    return isSaid && observedGeneration === (live?.metadata as { readonly generation?: number }).generation;
  }, async () => await areDone(session, upTo(version)) && await bundlesOf(session) === 1);
});

/** It is gone, and then its Bundle, which the garbage collector takes when it likes: a stream tells that, so that nothing is asked meanwhile. */
export const undeployed = (session: Session): Promise<string> => control(session, async () => {
  const ref = deploymentRef(session.namespace);
  const verdict = await until({ ...ref, session }, (shown) => !shown.has(ref.name), async () => (await session.cluster.get(ref)).type === 'gone');
  if (verdict !== DONE) return verdict;
  return until({ apiVersion, kind: 'Bundle', session }, (shown) => shown.size === 0, async () => await bundlesOf(session) === 0);
});

async function bundlesOf({ cluster, namespace }: Session): Promise<number> {
  return (await cluster.list({ apiVersion, kind: 'Bundle', labelSelector: `${LABEL_SITE}=${namespace}` }, { metadataOnly: true })).objects.length;
}

/** Both controllers, until this is so. */
function control(session: Session, isSo: () => Promise<string>): Promise<string> {
  const { namespace } = session;
  const config = { ...DEFAULT_CONFIG, namespace, watchSelector: `${LABEL_SITE}=${namespace}`, provisioners: { directory: folderOf(namespace) } };
  return withControllers(session, config, [revisionController(), provisionersController()], isSo);
}
