/**
 * The objects of all revisions. Those of a revision with a service account are apart from the others: they are seen as that account, and by
 * streams that are as narrow as the extension.
 */
import { accountText, actingIn, type Clock, type Target } from '../../process';
import type { KeepEvent } from '../../../runtime';
import type { Revision } from '../model';
import { ownerOf } from '../owner';
import { RevisionObjects } from './objects';

export interface PoolsPlace {
  readonly target: Pick<Target, 'cluster' | 'shared'>;
  readonly clock: Clock;
  /** What is known of the objects of this revision has changed. */
  readonly changed: (name: string) => void;
  readonly tell: (event: KeepEvent, name: string) => void;
}

type Placed = Pick<Revision, 'name' | 'uid' | 'extension' | 'account'>;

const COMMON = '';

export class ObjectPools {
  private readonly pools = new Map<string, RevisionObjects>();
  /** Which pool a revision is in, by its name. */
  private readonly keys = new Map<string, string>();

  constructor(private readonly place: PoolsPlace) {}

  /** Where the objects of the revision are from now on. */
  of(revision: Placed): RevisionObjects {
    const key = keyOf(revision);
    const before = this.keys.get(revision.name);
    if (before !== undefined && before !== key) this.drop(revision.name);
    this.keys.set(revision.name, key);
    return this.pools.get(key) ?? this.open(key, revision);
  }

  /** Where they are; undefined: nowhere yet. */
  named(name: string): RevisionObjects | undefined {
    const key = this.keys.get(name);
    return key === undefined ? undefined : this.pools.get(key);
  }

  drop(name: string): void {
    const key = this.keys.get(name);
    const pool = this.named(name);
    this.keys.delete(name);
    if (key === undefined || pool === undefined) return;
    pool.drop(name);
    if (key === COMMON || [...this.keys.values()].includes(key)) return;
    pool.close();
    this.pools.delete(key);
  }

  forgetHistories(): void {
    for (const pool of this.pools.values()) pool.forgetHistories();
  }

  close(): void {
    for (const pool of this.pools.values()) pool.close();
  }

  private open(key: string, { uid, name, extension, account }: Placed): RevisionObjects {
    const { target, clock, changed, tell } = this.place;
    const { shared: cluster } = actingIn(target, account);
    const selector = account === undefined ? undefined : ownerOf({ uid, name, extension }, []).selector;
    const pool = new RevisionObjects({ cluster, selector, clock, changed, tell });
    this.pools.set(key, pool);
    return pool;
  }
}

function keyOf({ account, extension }: Placed): string {
  return account === undefined ? COMMON : `${accountText(account)} ${extension}`;
}
