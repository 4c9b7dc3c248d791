/** From a release to what is taken over: its objects, in the phases in which an apply of its chart has them. Pure. */
import type { HookNotRun, InstalledBundle } from '../../api';
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
  const { objects, phases, hooksNotRun } = phasedObjects(renderedBy(release), { releaseName: name, chartName: chart.name, upgrade: false });
  const controllers = storage === 'operator-controller' ? [{ kind: 'ClusterExtension', name }] : [];
  return {
    source: {
      extension, namespace, objects, phases,
      packageName: chart.name,
      ...defined({ version: chart.version }),
      former: { release: { name, namespace }, evidence: HELM_MANAGERS, controllers }, replaces: RELEASE_MANAGERS,
    },
    hooksNotRun,
    bundle: { name: bundleName(chart), ...defined({ version: chart.version }), namespace, properties: [] },
  };
}

function bundleName({ name, version }: HelmRelease['chart']): string {
  return version === undefined ? name : `${name}.v${version}`;
}
