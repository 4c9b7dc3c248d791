/**
 * The latest events about an object. Events are listed once for each namespace and sorted out by the uid of what they speak about.
 */
import { asObject, type KubeObject } from '../../api';
import type { KubeCluster } from '../../kube';
import { withoutPreemption } from './pod-reasons';
import { refusedFor } from './refused';

export interface EventLine {
  /** `Normal` or `Warning`. */
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  /** How often, as far as it was counted. */
  readonly count: number;
  /** The last time, RFC 3339. */
  readonly at: string;
}

/** Newest events that are kept of an object. */
export const EVENT_LIMIT = 5;

/** Events by the uid of what they speak about, or why there are none to be had. */
export interface Events {
  of(...uids: readonly (string | undefined)[]): readonly EventLine[];
  readonly refused?: string;
}

/** Events about cluster-scoped objects are kept in this namespace. */
const CLUSTER_SCOPED = 'default';

/** Reads the events of these namespaces; of undefined ones: those about cluster-scoped objects. */
export async function readEvents(cluster: Pick<KubeCluster, 'list'>, namespaces: readonly (string | undefined)[]): Promise<Events> {
  const names = [...new Set(namespaces.map((namespace) => namespace ?? CLUSTER_SCOPED))];
  const byUid = new Map<string, KubeObject[]>();
  const refusals: string[] = [];
  await Promise.all(names.map(async (namespace) => {
    try {
      const { objects } = await cluster.list({ apiVersion: 'v1', kind: 'Event', namespace });
      for (const event of objects) {
        const uid = asObject(event['involvedObject'])?.['uid'];
        if (typeof uid === 'string') byUid.set(uid, [...(byUid.get(uid) ?? []), event]);
      }
    } catch (error) {
      refusals.push(refusedFor(`events in namespace ${namespace}`, error));
    }
  }));
  return {
    of: (...uids) => latest(uids.flatMap((uid) => byUid.get(uid ?? '') ?? [])),
    ...(refusals.length === 0 ? {} : { refused: refusals.join(' ') }),
  };
}

/** Ends of generated names, from an alphabet without vowels, and figures. */
const GENERATED = /-[bcdfghjklmnpqrstvwxz2456789]{5}\b|\d+/g;

/** The newest ones first, the same said twice once: with another generated name, or another figure, it is the same. */
export function latest(events: readonly KubeObject[]): readonly EventLine[] {
  const lines = new Map<string, EventLine>();
  for (const event of events) {
    const line = lineOf(event);
    const id = `${line.type} ${line.reason} ${line.message.replace(GENERATED, '')}`;
    const known = lines.get(id);
    const newer = known === undefined || line.at > known.at ? line : known;
    lines.set(id, { ...newer, count: line.count + (known?.count ?? 0) });
  }
  return [...lines.values()].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, EVENT_LIMIT);
}

/** Older reporters fill in `count` and `lastTimestamp`, newer ones `series` and `eventTime`. */
function lineOf(event: KubeObject): EventLine {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const series = asObject(event['series']);
  const count = [series?.['count'], event['count']].find((value) => typeof value === 'number');
  const times = [
    series?.['lastObservedTime'],
    event['lastTimestamp'],
    event['eventTime'],
    event['firstTimestamp'],
    event.metadata.creationTimestamp,
  ];
  return {
    type: text(event['type']),
    reason: text(event['reason']),
    message: withoutPreemption(text(event['message'])).trim().replace(/^\(combined from similar events\): /, ''),
    count: typeof count === 'number' ? count : 1,
    at: text(times.find((value) => typeof value === 'string')),
  };
}
