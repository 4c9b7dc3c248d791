import type { KubeObject } from '../../api';
import type { ObserveScope } from '../../engine/ports';
import type { Outcome } from '../http';
import { Differ } from './differ';
import type { Subscriber } from './subscriber';
import { Routes } from './routes';

/** Takes the pages of a list; `restart`: those so far are void. */
export interface CatchUpReceiver {
  restart(): void;
  page(items: KubeObject[]): void;
}

/** Reads a scope page by page: its version, or why it cannot be read. */
export type ReadList = (scope: ObserveScope, receiver: CatchUpReceiver) => Promise<string | Outcome>;

/** More values than this are not written into a selector: the whole stream is listed. */
const MOST_VALUES = 50;

/**
 * One list for observers that joined a stream after it had reported what they want: as narrow as they are together.
 * It may be read again; then only differences are delivered.
 */
export class CatchUp {
  private readonly routes = new Routes<Subscriber>();
  private readonly differ: Differ;
  readonly scope: ObserveScope;

  constructor(
    streamScope: ObserveScope,
    label: string | undefined,
    readonly subscribers: readonly Subscriber[],
  ) {
    this.scope = label === undefined ? streamScope : scopeOf(streamScope, label, subscribers);
    this.differ = new Differ(this.scope, label, {
      changed: (object, value) => {
        this.routes.each(value, object.metadata.namespace, (subscriber) => subscriber.deliver({ type: 'changed', object }));
      },
      removed: (ref, resourceVersion, value) => {
        this.routes.each(value, ref.namespace, (subscriber) => subscriber.deliver({
          type: 'removed',
          ref,
          resourceVersion,
          asOf: undefined,
        }));
      },
      synced: () => {},
      failed: () => {},
      restored: () => {},
    });
    for (const subscriber of subscribers) this.routes.add(subscriber, subscriber.interest.value, subscriber.interest.namespace);
  }

  /** All observers that waited for it have left. */
  get isVoid(): boolean {
    return this.subscribers.every(({ isGone }) => isGone);
  }

  /** @param note is given all that was read */
  async read(readList: ReadList, note: (object: KubeObject) => void): Promise<string | Outcome> {
    this.differ.begin();
    const result = await readList(this.scope, {
      restart: () => this.differ.begin(),
      page: (items) => {
        for (const item of items) {
          this.differ.put(item);
          note(item);
        }
      },
    });
    if (typeof result === 'string') this.differ.end(result);
    return result;
  }

  /** Versions mean something else now: the next reading delivers everything. */
  distrust(): void {
    this.differ.objects.distrust();
  }
}

function scopeOf(scope: ObserveScope, label: string, subscribers: readonly Subscriber[]): ObserveScope {
  const namespaces = new Set(subscribers.map(({ interest }) => interest.namespace));
  const values = new Set(subscribers.map(({ interest }) => interest.value));
  const [namespace] = namespaces;
  const known = [...values].filter((value) => value !== undefined).sort();
  const isAny = values.has(undefined) || values.size > MOST_VALUES;
  const labelSelector = isAny ? label : values.size === 1 ? `${label}=${known[0]}` : `${label} in (${known.join(',')})`;
  const { apiVersion, kind } = scope;
  return { apiVersion, kind, labelSelector, ...(namespaces.size === 1 && namespace !== undefined ? { namespace } : {}) };
}
