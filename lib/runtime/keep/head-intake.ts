/** Takes heads in: what they say counts once everything that it needs is known, probes and the seal of former heads. */
import { refOf, type KubeObject, type ObjectRef } from '../../api';
import { messageOf } from '../../errors';
import { decodeHead, HeadRecord, sealsOf, SizedCache, trustedFormerUids, type ContentCache, type StoredHead } from '../../state';
import { idOf, subjectOf } from './facts';
import type { KeepOptions } from './options';
import type { SubjectStore } from './subject-store';
import type { TroubleLog } from './trouble-log';

export interface IntakePlace {
  readonly options: KeepOptions;
  readonly store: SubjectStore;
  readonly contents: ContentCache;
  readonly troubles: TroubleLog;
  /** Called with what goes on after the call. */
  readonly track: (work: Promise<void>) => void;
}

/** How much of heads is held, in characters as they are stored: a few thousand for each extension of fifty objects. */
const LIMIT = 8 * 1024 * 1024;

export class HeadIntake {
  /** As the streams showed them last. They stay packed: unpacked, a thousand of them would be the largest part of a keeper's memory. */
  private readonly secrets = new SizedCache<KubeObject>(LIMIT);

  constructor(private readonly place: IntakePlace) {}

  /** What a stream shows. */
  changed(secret: KubeObject): void {
    const what = recordAt(refOf(secret));
    const id = idOf({ ref: refOf(secret) });
    try {
      const stored = decodeHead(secret, this.place.options.cluster.serverTime());
      const held = withoutManagers(secret);
      this.secrets.set(id, held, JSON.stringify(held).length);
      this.absorb(id, stored);
      this.place.troubles.end(what);
    } catch (error) {
      this.secrets.delete(id);
      this.place.troubles.begin(what, messageOf(error));
    }
  }

  /** As it was read or written. */
  take(stored: StoredHead): void {
    const id = idOf(stored);
    if (this.secrets.get(id)?.metadata.resourceVersion !== stored.resourceVersion) this.secrets.delete(id);
    this.absorb(id, stored);
  }

  /**
   * As the stream showed it last: good enough to take the lock with, since the server takes that write for this very state of the head
   * alone. Undefined where a run has it locked (only a read tells whether that run is alive), and where it is not held.
   */
  latest(id: string): StoredHead | undefined {
    const secret = this.secrets.get(id);
    const stored = secret && decodeHead(secret);
    return stored?.head.lock === undefined ? stored : undefined;
  }

  private absorb(id: string, stored: StoredHead): void {
    const { probes, formerUids = [] } = stored.head;
    if (formerUids.length > 0) this.place.track(this.takeRecovered(id, stored));
    else if (probes !== undefined || this.knowsProbes(id, stored)) this.place.store.take(id, subjectOf(stored), probes);
    else this.place.track(this.fetchProbes(id, stored));
  }

  /** Heads of earlier versions of this software do not name their probes. */
  private knowsProbes(id: string, { head: { revisions: [newest] } }: StoredHead): boolean {
    return this.place.store.knowsProbesOf(id, newest?.number ?? 0);
  }

  /** Whose objects it may count as its own is known only when its seal was checked. */
  private async takeRecovered(id: string, stored: StoredHead): Promise<void> {
    const { extension } = stored.head;
    const seals = sealsOf(this.place.options.cluster, this.place.options.stateKey);
    const { uids } = await trustedFormerUids(stored, seals, this.place.options.trustState).catch((error: unknown) => {
      this.place.troubles.begin(`the record of extension ${extension}`, messageOf(error));
      return { uids: [] };
    });
    const { formerUids: _formerUids, ...head } = stored.head;
    const known = { ...stored, head: uids.length === 0 ? head : { ...head, formerUids: uids } };
    if (head.probes !== undefined || this.knowsProbes(id, stored)) this.place.store.take(id, subjectOf(known), head.probes);
    else await this.fetchProbes(id, known);
  }

  /** A head that does not name its probes: only the content does. */
  private async fetchProbes(id: string, stored: StoredHead): Promise<void> {
    const { extension, revisions } = stored.head;
    const { cluster, stateKey } = this.place.options;
    const place = { cluster, stateNamespace: stored.ref.namespace ?? '', contents: this.place.contents, stateKey };
    const content = await HeadRecord.of(extension, place, stored)
      .then((record) => record.content(revisions[0]?.number ?? 0))
      .catch((error: unknown) => {
        this.place.troubles.begin(`the content of extension ${extension}`, messageOf(error));
        return undefined;
      });
    this.place.store.take(id, subjectOf(stored), content?.probes ?? []);
  }

  /** @param ref of a head that is gone */
  removed(ref: ObjectRef): void {
    this.secrets.delete(idOf({ ref }));
    this.place.troubles.forget(recordAt(ref));
    this.place.store.drop(idOf({ ref }));
  }
}

function recordAt({ namespace = '', name }: ObjectRef): string {
  return `the record in Secret ${namespace}/${name}`;
}

function withoutManagers(secret: KubeObject): KubeObject {
  const { managedFields: _managers, ...metadata } = secret.metadata;
  return { ...secret, metadata };
}
