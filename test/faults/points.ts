/**
 * Requests of a run by a name that does not depend on the order in which concurrent requests happen to arrive.
 */
import type { ProxiedRequest } from '../../lib/testing';

/** One request of the run without faults. */
export interface Point {
  /** `apply configmaps/settings 1`, `apply configmaps/settings (dry run) 1`: what, and the how many-eth of its like, from 1. */
  readonly id: string;
  /** The same without the number. */
  readonly what: string;
  readonly nth: number;
  readonly request: ProxiedRequest;
}

/** @param site namespace of the run: names that begin with it (objects of the whole cluster, groups of kinds) are the same on every site */
export function nameOf({ verb, resource, name, path, dryRun }: ProxiedRequest, site: string): string {
  const what = resource === '' ? path : `${resource}${name === undefined ? '' : `/${name}`}`;
  return `${verb} ${what}${dryRun ? ' (dry run)' : ''}`.replaceAll(site, 'NAMESPACE');
}

export function pointsOf(requests: readonly ProxiedRequest[], site: string): readonly Point[] {
  const counts = new Map<string, number>();
  return requests.map((request) => {
    const what = nameOf(request, site);
    const nth = (counts.get(what) ?? 0) + 1;
    counts.set(what, nth);
    return { id: `${what} ${nth}`, what, nth, request };
  });
}

/** `recover` asks every kind of the cluster, one as the other: those that matter, and two for all the others. */
export function worthwhile(points: readonly Point[]): readonly Point[] {
  const ours = ['configmaps', 'services', 'serviceaccounts', 'secrets', 'deployments.apps'];
  let others = 0;
  return points.filter(({ request: { verb, resource } }) => verb !== 'list' || ours.includes(resource) || (others += 1) <= 2);
}

/** Without what comes after the last request about the package: what goes away by then is missed by the next run, not by this one. */
export function whileAtWork(points: readonly Point[]): readonly Point[] {
  const last = points.findLastIndex(({ request: { resource } }) => resource !== '' && resource !== 'secrets');
  return points.slice(0, last + 1);
}
