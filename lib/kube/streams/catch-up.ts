import type { KubeObject } from '../../api';
import type { ObserveScope } from '../../engine/ports';
import type { Outcome } from '../http';
import { Ledger } from './ledger';
import type { Member } from './member';
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
 * One list for observers that joined a stream when it had already told what they want: as narrow as they are together.
 * It may be read again; then only differences are told.
 */
export class CatchUp {
  private readonly routes = new Routes<Member>();
  private readonly ledger: Ledger;
  readonly scope: ObserveScope;

  constructor(
    streamScope: ObserveScope,
    label: string | undefined,
    readonly members: readonly Member[],
  ) {
    this.scope = label === undefined ? streamScope : scopeOf(streamScope, label, members);
    this.ledger = new Ledger(this.scope, label, {
      changed: (object, value) => this.routes.each(value, object.metadata.namespace, (member) => member.tell({ type: 'changed', object })),
      removed: (ref, resourceVersion, value) => {
        this.routes.each(value, ref.namespace, (member) => member.tell({ type: 'removed', ref, resourceVersion, asOf: undefined }));
      },
      synced: () => {},
      failed: () => {},
      restored: () => {},
    });
    for (const member of members) this.routes.add(member, member.wish.value, member.wish.namespace);
  }

  /** Nobody waits for it any more. */
  get isVoid(): boolean {
    return this.members.every(({ isGone }) => isGone);
  }

  /** @param note is given all that was read */
  async read(readList: ReadList, note: (object: KubeObject) => void): Promise<string | Outcome> {
    this.ledger.begin();
    const result = await readList(this.scope, {
      restart: () => this.ledger.begin(),
      page: (items) => {
        for (const item of items) {
          this.ledger.put(item);
          note(item);
        }
      },
    });
    if (typeof result === 'string') this.ledger.end(result);
    return result;
  }

  /** Versions mean something else now: the next reading tells everything. */
  distrust(): void {
    this.ledger.objects.distrust();
  }
}

function scopeOf(scope: ObserveScope, label: string, members: readonly Member[]): ObserveScope {
  const namespaces = new Set(members.map(({ wish }) => wish.namespace));
  const values = new Set(members.map(({ wish }) => wish.value));
  const [namespace] = namespaces;
  const known = [...values].filter((value) => value !== undefined).sort();
  const isAny = values.has(undefined) || values.size > MOST_VALUES;
  const labelSelector = isAny ? label : values.size === 1 ? `${label}=${known[0]}` : `${label} in (${known.join(',')})`;
  const { apiVersion, kind } = scope;
  return { apiVersion, kind, labelSelector, ...(namespaces.size === 1 && namespace !== undefined ? { namespace } : {}) };
}
