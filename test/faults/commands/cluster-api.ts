/**
 * The Cluster API operator: a release hands manifests over, then a process installs and upgrades them, however often it has to begin anew. There
 * is one configuration in a cluster, so one site works at a time.
 */
import type { JsonObject, KubeObject, ObjectRef } from '../../../lib/api';
import { DEFAULT_CONFIG } from '../../../lib/controllers';
import { clusterApiController } from '../../../lib/controllers/cluster-api';
import { clusterApiCrds } from '../../../lib/kinds';
import { stringifyYaml } from '../../../lib/yaml';
import { phasesOf } from '../content';
import type { Session, Site } from '../site';
import { DONE, undisturbed, withControllers } from './process';

const CONFIG: ObjectRef = { apiVersion: 'operator.openshift.io/v1alpha1', kind: 'ClusterAPI', name: 'cluster' };
const RELEASE = '1.0.0';
const PROVIDERS = [['core', 'cluster-api'], ['infrastructure', 'aws']] as const;

/** Objects of both providers: those of the first phase are the core. */
function providersOf(version: 1 | 2, namespace: string): readonly (readonly KubeObject[])[] {
  const [core = [], ...rest] = phasesOf(version, namespace);
  const unlabelled = ({ metadata: { labels: _labels, ...metadata }, ...object }: KubeObject): KubeObject => ({ ...object, metadata } as KubeObject);
  return [core, rest.flat()].map((objects) => objects.map(unlabelled));
}

/** `Kind/name` of the objects of each phase. */
export function providerPhases(version: 1 | 2): readonly (readonly string[])[] {
  return providersOf(version, 'any').map((objects) => objects.map(({ kind, metadata }) => `${kind}/${metadata.name ?? ''}`));
}

async function release(site: Site, version: 1 | 2): Promise<void> {
  const all = providersOf(version, site.namespace);
  for (const [index, [type, name]] of PROVIDERS.entries()) {
    const components = (all[index] ?? []).map((object) => stringifyYaml(object as unknown as JsonObject)).join('---\n');
    await site.apply({
      apiVersion: 'v1', kind: 'ConfigMap', data: { components },
      metadata: {
        name: `${type}-${name}`, namespace: site.namespace,
        labels: { 'provider.cluster.x-k8s.io/type': type, 'provider.cluster.x-k8s.io/name': name },
      },
    } as KubeObject);
  }
}

/** A release that nobody has looked at yet. */
export async function handOverRelease(site: Site): Promise<void> {
  for (const crd of clusterApiCrds()) await site.apply(crd);
  while ((await site.admin.resolve(CONFIG.apiVersion, CONFIG.kind)) === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
  await site.remove(CONFIG);
  site.removeLater(CONFIG);
  await release(site, 1);
  await site.apply({ apiVersion: CONFIG.apiVersion, kind: CONFIG.kind, metadata: { name: CONFIG.name }, spec: {} } as KubeObject);
}

/** The first release is installed, and the second has come. */
export async function handOverSecond(site: Site): Promise<void> {
  await handOverRelease(site);
  await undisturbed(site, versionInstalled(1));
  await release(site, 2);
}

interface Status {
  readonly currentVersion?: string;
  readonly versions?: readonly { readonly name: string; readonly revision: number }[];
}

/** This version is installed, and no other is left. */
export const versionInstalled = (number: 1 | 2) => (session: Session): Promise<string> => {
  const { namespace } = session;
  const controller = clusterApiController({
    settings: {
      namespace, transportNamespace: namespace, imagesConfigMap: 'capi-installer-images', release: RELEASE, platform: 'AWS', substitutions: {},
    },
  });
  return withControllers(session, { ...DEFAULT_CONFIG, namespace }, [controller], () => untilInstalled(session, number));
};

function untilInstalled({ cluster, namespace, signal }: Session, number: number): Promise<string> {
  const name = `${RELEASE}-${number}`;
  const isSo = (object: KubeObject | undefined): boolean => {
    const { currentVersion, versions = [] } = (object?.['status'] ?? {}) as Status;
    return currentVersion === name && versions.length === 1 && versions[0]?.name === name;
  };
  // What a stream shows may be what is tried: a read has to say it, too; and that what came before is gone.
  const confirm = async (): Promise<boolean> => {
    const answer = await cluster.get(CONFIG);
    const before = await cluster.get({ apiVersion: 'v1', kind: 'ConfigMap', namespace, name: `${RELEASE}-${number - 1}` });
    return answer.type === 'object' && isSo(answer.object) && before.type === 'gone';
  };
  return new Promise((resolve) => {
    let shown: KubeObject | undefined;
    const end = (verdict: string): void => {
      clearInterval(again);
      stream.close();
      resolve(verdict);
    };
    const look = (): void => {
      if (isSo(shown)) void confirm().then((isThere) => isThere && end(DONE), () => undefined);
    };
    const stream = cluster.observe({ apiVersion: CONFIG.apiVersion, kind: CONFIG.kind, name: CONFIG.name }, {
      changed: (object) => {
        shown = object;
        look();
      },
      removed: () => (shown = undefined),
      synced: look,
      failed: () => undefined,
    });
    const again = setInterval(look, 100);
    signal.addEventListener('abort', () => end('not yet as it should be'), { once: true });
  });
}
