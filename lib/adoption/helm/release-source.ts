/** From a release to what is taken over: its objects, in the phases in which an apply of its chart has them. Pure. */
import {
  ANNOTATION_ON_REMOVAL, asObject, type HookNotRun, type InstalledBundle, type JsonObject, type KubeObject, ON_REMOVAL_ORPHAN, refOf,
} from '../../api';
import { defined } from '../../defined';
import { phasedObjects } from '../../formats';
import { HELM_MANAGERS, RELEASE_MANAGERS } from '../take/managers';
import type { TakeSource } from '../take/prepare';
import { renderedBy } from './manifest';
import type { HelmRelease } from './release';

export interface ReleaseSource {
  readonly source: TakeSource;
  readonly hooksNotRun: readonly HookNotRun[];
  readonly bundle: InstalledBundle;
}

/** @throws BoxcutterError `release-unreadable` (server) */
export function sourceOfRelease(release: HelmRelease, extension: string): ReleaseSource {
  const { chart, name, namespace, storage } = release;
  const rendered = renderedBy(release).map((one) => (one.isDefinition ? { ...one, manifest: kept(one.manifest) } : one));
  const definitions = rendered.filter(({ isDefinition }) => isDefinition)
    .map(({ manifest }) => refOf(manifest as unknown as KubeObject).name);
  const { objects, phases, hooksNotRun } = phasedObjects(rendered, { releaseName: name, chartName: chart.name, upgrade: false });
  const controllers = storage === 'operator-controller' ? [{ kind: 'ClusterExtension', name }] : [];
  return {
    source: {
      extension, namespace, objects, phases,
      packageName: chart.name,
      ...defined({ version: chart.version }),
      former: { release: { name, namespace }, evidence: HELM_MANAGERS, definitions, controllers }, replaces: RELEASE_MANAGERS,
    },
    hooksNotRun,
    bundle: { name: bundleName(chart), ...defined({ version: chart.version }), namespace, properties: [] },
  };
}

/** Helm deletes no definition of `crds/`: other releases may have objects of its kind. */
function kept(manifest: JsonObject): JsonObject {
  const metadata = asObject(manifest['metadata']);
  const annotations = { ...asObject(metadata?.['annotations']), [ANNOTATION_ON_REMOVAL]: ON_REMOVAL_ORPHAN };
  return { ...manifest, metadata: { ...metadata, annotations } };
}

function bundleName({ name, version }: HelmRelease['chart']): string {
  return version === undefined ? name : `${name}.v${version}`;
}
