/**
 * Objects that are in the way of a revision: they are not ours, so no stream of ours shows them. Each is watched by its name until a run
 * finds it out of the way, and the revision hears when it goes, or when another owner has it.
 */
import { GROUP, keyOf, type KubeObject, type ObjectRef } from '../../../api';
import { defined } from '../../../defined';
import type { Reader, Subscription } from '../../../engine';

/** Of one revision. The others are looked at when it is tried again. */
const MOST = 20;

export class CollisionWatch {
  private readonly open = new Map<string, Map<string, Subscription>>();

  /** @param moved called with the id of a revision when something that was in its way may be so no more */
  constructor(private readonly moved: (id: string) => void) {}

  /** Nothing is in its way any more. */
  clear(id: string): void {
    for (const stream of this.open.get(id)?.values() ?? []) stream.close();
    this.open.delete(id);
  }

  /** From now on these are in the way of the revision, and no others. @param cluster as it may be seen */
  set(id: string, refs: readonly ObjectRef[], cluster: Pick<Reader, 'observe'>): void {
    const wanted = new Map(refs.slice(0, MOST).map((ref) => [keyOf(ref), ref]));
    const open = this.open.get(id) ?? new Map<string, Subscription>();
    for (const [key, stream] of open) {
      if (wanted.has(key)) continue;
      stream.close();
      open.delete(key);
    }
    for (const [key, ref] of wanted) if (!open.has(key)) open.set(key, this.watch(id, ref, cluster));
    if (open.size === 0) this.open.delete(id);
    else this.open.set(id, open);
  }

  close(): void {
    for (const id of [...this.open.keys()]) this.clear(id);
  }

  private watch(id: string, { apiVersion, kind, namespace, name }: ObjectRef, cluster: Pick<Reader, 'observe'>): Subscription {
    let shown = false;
    let standing: string | undefined;
    return cluster.observe({ apiVersion, kind, name, ...defined({ namespace }) }, {
      changed: (object) => {
        const now = ownershipText(object);
        if (shown && standing !== now) this.moved(id);
        standing = now;
      },
      removed: () => this.moved(id),
      synced: () => {
        // It went before the stream was open.
        if (!shown && standing === undefined) this.moved(id);
        shown = true;
      },
      failed: () => undefined,
    });
  }
}

/** What decides who may manage it: the rest of it changes all the time. */
function ownershipText({ metadata: { uid, ownerReferences = [], annotations = {} } }: KubeObject): string {
  return JSON.stringify([uid, ownerReferences, Object.entries(annotations).filter(([name]) => name.startsWith(GROUP))]);
}
