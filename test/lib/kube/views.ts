import type { Observer } from '../../../lib/engine/ports';
import { isLater } from '../../../lib/kube/streams/versions';

/** What an observer believes, and every promise of streams that was broken towards it. */
export interface View extends Observer {
  readonly objects: Map<string, string>;
  readonly broken: string[];
  syncs: number;
  problems: string[];
  lines(): string[];
}

export function view(): View {
  const latest = new Map<string, string>();
  const note = (key: string, version: string | undefined, what: string): void => {
    if (isLater(latest.get(key), version)) self.broken.push(`${what} ${key}@${version} after @${latest.get(key)}`);
    latest.set(key, version ?? '');
  };
  const self: View = {
    objects: new Map(),
    broken: [],
    syncs: 0,
    problems: [],
    lines: () => [...self.objects].map(([key, version]) => `${key}@${version}`).sort(),
    changed: ({ metadata: { namespace, name, resourceVersion = '' } }) => {
      note(`${namespace}/${name}`, resourceVersion, 'changed');
      self.objects.set(`${namespace}/${name}`, resourceVersion);
    },
    removed: ({ namespace, name }, resourceVersion) => {
      note(`${namespace}/${name}`, resourceVersion, 'removed');
      self.objects.delete(`${namespace}/${name}`);
    },
    synced: () => void (self.syncs += 1),
    failed: (problem, retrying) => void self.problems.push(`${problem.type === 'refused' ? problem.status.code : problem.type}${retrying ? ' retrying' : ''}`),
  };
  return self;
}

/** Waits, a little at a time, until it is so; after `ms` says what was not. */
export async function until(isSo: () => boolean, what: () => unknown = () => '', ms = 5_000): Promise<void> {
  const deadline = Date.now() + ms;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`still not: ${isSo.toString()} ${JSON.stringify(what())}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
