/**
 * Extensions from a catalog, by the three controllers of a process: asked for by a person without faults, then installed, upgraded, taken
 * back and taken down, however often the process has to begin anew.
 */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_VERSION, type KubeObject, type ObjectRef } from '../../../lib/api';
import { DEFAULT_CONFIG } from '../../../lib/controllers';
import { allControllers } from '../../../lib/controllers/all';
import { phaseOfKind, STANDARD_PHASES } from '../../../lib/revision';
import { registryOf } from '../away/registry';
import { phasesOf } from '../content';
import type { Session, Site } from '../site';
import { clear, defineKinds, LABEL_SITE, until, type Shown } from './controller';
import { DONE, undisturbed, withControllers } from './process';

type Version = 1 | 2;
const versionText = (version: Version): string => `${version}.0.0`;
const extensionRef = (namespace: string): ObjectRef => ({ apiVersion: API_VERSION, kind: 'ClusterExtension', name: namespace });
const catalogRef = (namespace: string): ObjectRef => ({ apiVersion: API_VERSION, kind: 'ClusterCatalog', name: namespace });
const folderOf = (namespace: string): string => join(tmpdir(), `boxcutter-faults-${namespace}`);

/** `Kind/name` of the objects of each phase that bundles are rolled out in. */
export function extensionPhases(version: Version): readonly (readonly string[])[] {
  const objects = phasesOf(version, 'any').flat();
  return STANDARD_PHASES.map((phase) => objects
    .filter(({ apiVersion, kind }) => phaseOfKind(apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '', kind) === phase)
    .map(({ kind, metadata }) => `${kind}/${metadata.name ?? ''}`)).filter((ids) => ids.length > 0);
}

let published = 0;

/** Two versions, as images that no process has pulled before. @returns the reference of the catalog */
async function publish(site: Site): Promise<string> {
  const registry = await registryOf(site);
  published += 1;
  const said = {
    'mediatype.v1': 'plain+v0', 'manifests.v1': 'manifests/', 'metadata.v1': 'metadata/', 'package.v1': 'faulty', 'channels.v1': 'stable',
    'channel.default.v1': 'stable',
  };
  const annotations = Object.fromEntries(Object.entries(said).map(([key, value]) => [`operators.operatorframework.io.bundle.${key}`, value]));
  const bundles = await Promise.all(([1, 2] as const).map(async (version) => {
    const manifests = phasesOf(version, site.namespace).flat().map(({ metadata: { labels: _labels, ...metadata }, ...object }, index) => (
      [`manifests/object-${index}.yaml`, { ...object, metadata }] as const
    ));
    const files = [...manifests, ['metadata/annotations.yaml', { annotations: { ...annotations, published: String(published) } }] as const];
    const image = await registry.push(`${site.namespace}/v${version}`, files);
    const name = `faulty.v${versionText(version)}`;
    return { schema: 'olm.bundle', package: 'faulty', name, image, properties: [{ type: 'olm.package', value: { packageName: 'faulty', version: versionText(version) } }] };
  }));
  const blobs = [
    { schema: 'olm.package', name: 'faulty', defaultChannel: 'stable' },
    { schema: 'olm.channel', package: 'faulty', name: 'stable', entries: [{ name: 'faulty.v1.0.0' }, { name: 'faulty.v2.0.0', replaces: 'faulty.v1.0.0' }] },
    ...bundles,
  ];
  const text = blobs.map((blob) => JSON.stringify(blob)).join('\n');
  return registry.push(`${site.namespace}/catalog`, [['configs/catalog.json', text as unknown as object]], { 'operators.operatorframework.io.index.configs.v1': '/configs' });
}

async function put(site: Site, ref: ObjectRef, spec: object): Promise<void> {
  const { apiVersion, kind, name } = ref;
  await site.apply({ apiVersion, kind, metadata: { name, labels: { [LABEL_SITE]: site.namespace } }, spec } as KubeObject);
}

const wish = (site: Site, version: Version): Promise<void> => put(site, extensionRef(site.namespace), {
  namespace: site.namespace,
  source: { sourceType: 'Catalog', catalog: { packageName: 'faulty', version: versionText(version), upgradeConstraintPolicy: 'SelfCertified' } },
});

/** With what its processes keep of catalogs. */
async function clearAll(site: Site): Promise<void> {
  await clear(site);
  rmSync(folderOf(site.namespace), { recursive: true, force: true });
}

/** An extension that nobody has looked at yet. */
export async function askFor(site: Site): Promise<void> {
  await defineKinds(site);
  await clearAll(site);
  site.atEnd('extension', () => clearAll(site));
  await put(site, catalogRef(site.namespace), { source: { type: 'Image', image: { ref: await publish(site) } } });
  await wish(site, 1);
}

/** The first version is installed, and the second wished for. */
export async function askForSecond(site: Site): Promise<void> {
  await askFor(site);
  await undisturbed(site, installed(1, upTo(1)));
  await wish(site, 2);
}

/** The second is installed, and the first wished for again. */
export async function askForFirstAgain(site: Site): Promise<void> {
  await askForSecond(site);
  await undisturbed(site, installed(2, upTo(2)));
  await wish(site, 1);
}

/** The first is installed, and has to go. */
export async function askToGo(site: Site): Promise<void> {
  await askFor(site);
  await undisturbed(site, installed(1, upTo(1)));
  await site.remove(extensionRef(site.namespace));
}

/** Number of the newest, which is the active one, and how many there are. */
export interface Revisions {
  readonly newest: number;
  readonly count: number;
}

/** As many as the newest's number says. */
export const upTo = (newest: number): Revisions => ({ newest, count: newest });

interface Conditions {
  readonly install?: { readonly bundle?: { readonly version?: string } };
  readonly conditions?: readonly { readonly type: string; readonly status: string; readonly reason: string }[];
}

/**
 * This version is installed, as revision so and so, and that is said; those before it are done with. More than that is wrong.
 * @param then what is waited for after it. @default nothing
 */
export const installed = (
  version: Version, revisions: Revisions, then: () => Promise<string> = () => Promise.resolve(DONE),
) => (session: Session): Promise<string> => control(session, async () => {
  const ref = extensionRef(session.namespace);
  const verdict = await until({ ...ref, session }, (shown) => {
    const { install, conditions = [] } = (shown.get(ref.name)?.['status'] ?? {}) as Conditions;
    const isSaid = conditions.some(({ type, status, reason }) => type === 'Progressing' && status === 'True' && reason === 'Succeeded');
    return install?.bundle?.version === versionText(version) && isSaid;
  }, () => areDone(session, revisions));
  return verdict === DONE ? then() : verdict;
});

/** The revisions of a site: one is active, those before it are archived and hold nothing. */
export async function areDone({ cluster, namespace }: Session, { newest, count }: Revisions): Promise<boolean> {
  const { objects } = await cluster.list({ apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', labelSelector: `${LABEL_SITE}=${namespace}` });
  const states = objects.map(({ spec, metadata: { finalizers = [] } }) => (
    { ...(spec as { revision: number; lifecycleState: string }), held: finalizers.length > 0 }
  ));
  return states.length === count && states.every(({ revision, lifecycleState, held }) => (revision === newest ? lifecycleState === 'Active' : lifecycleState === 'Archived' && !held));
}

export const gone = (session: Session): Promise<string> => control(session, () => {
  const ref = extensionRef(session.namespace);
  return until({ ...ref, session }, (shown: Shown) => !shown.has(ref.name), async () => (await session.cluster.get(ref)).type === 'gone');
});

/** All three controllers, until this is so. */
function control(session: Session, isSo: () => Promise<string>): Promise<string> {
  const { namespace } = session;
  const config = {
    ...DEFAULT_CONFIG, namespace, watchSelector: `${LABEL_SITE}=${namespace}`,
    catalogs: { ...DEFAULT_CONFIG.catalogs, address: { host: '127.0.0.1', port: 0 }, directory: folderOf(namespace) },
  };
  return withControllers(session, config, allControllers(config), isSo);
}
