/**
 * Requests of a run by a name that does not depend on the order in which concurrent requests happen to arrive.
 */
import type { ProxiedRequest } from '../../lib/testing';

/** One request of the run without faults. */
export interface Point {
  /** `apply configmaps/settings 1`, `apply configmaps/settings (dry run) 1`: what, and the how many-eth of its like, from 1. */
  readonly id: string;
  readonly nth: number;
  readonly request: ProxiedRequest;
}

export function nameOf({ verb, resource, name, namespace, path, dryRun }: ProxiedRequest): string {
  // A kind that a scenario makes has a group of the namespace.
  const kind = namespace === undefined ? resource : resource.replace(namespace, 'NAMESPACE');
  const what = resource === '' ? path : `${kind}${name === undefined ? '' : `/${name === namespace ? 'NAMESPACE' : name}`}`;
  return `${verb} ${what}${dryRun ? ' (dry run)' : ''}`;
}

export function pointsOf(requests: readonly ProxiedRequest[]): readonly Point[] {
  const counts = new Map<string, number>();
  return requests.map((request) => {
    const name = nameOf(request);
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    return { id: `${name} ${nth}`, nth, request };
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
