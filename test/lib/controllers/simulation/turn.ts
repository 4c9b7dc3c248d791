/**
 * A turn as a function: of what its caches showed and of the answers that it got so far, to the request that it sends next. The turn itself
 * is the controller's own code; it is begun anew for each step, and answered from what is known.
 */
import type { KubeObject } from '../../../../lib/api';
import type { Answer } from '../../../../lib/engine';
import { BoxcutterError, isBoxcutterError } from '../../../../lib/errors';
import { keyOf, type Request } from './api-server';

/** What a process has seen. */
export interface Cache {
  readonly objects: ReadonlyMap<string, KubeObject>;
}

/** When a turn goes on: what its caches show then, and what it was waiting for. */
export interface Moment {
  readonly cache: Cache;
  readonly answer?: Answer;
}

/** What it has written goes into its caches. */
export type Step =
  | { readonly type: 'request'; readonly request: Request; readonly notes: readonly KubeObject[] }
  | { readonly type: 'end'; readonly error?: string; readonly isAgain: boolean; readonly notes: readonly KubeObject[] };

/** What a turn works with in place of a connection and of caches. */
export interface Workplace {
  readonly lane: Lane;
  readonly cacheOf: (kind: string) => KindCache;
}

/** A turn after so long is one at rest, which sends nothing: that is a rule of its own. */
const REST_MS = 30 * 60_000;

type Asking = (request: Request) => Promise<Answer>;

/** @param perform a turn @throws what is wrong with the simulation itself */
export async function stepOf(
  perform: (place: Workplace) => Promise<{ readonly againInMs?: number } | void>, moments: readonly Moment[],
): Promise<Step> {
  const notes: KubeObject[] = [];
  let at = 0;
  let cache = (moments[0] as Moment).cache;
  let asked: (request: Request) => void = () => undefined;
  const next = new Promise<Request>((resolve) => (asked = resolve));
  const ask: Asking = (request) => {
    at += 1;
    const moment = moments[at];
    if (moment?.answer === undefined) {
      asked(request);
      return new Promise<Answer>(() => undefined);
    }
    // What was noted before is in the cache of the moment.
    notes.length = 0;
    return Promise.resolve().then(() => {
      ({ cache } = moment);
      return moment.answer as Answer;
    });
  };
  const place: Workplace = {
    lane: new Lane(ask),
    cacheOf: (kind) => new KindCache(kind, () => cache, (object) => {
      notes.push(object);
      cache = noting(cache, object);
    }),
  };
  const ended = perform(place).then(
    (end) => ({ type: 'end', isAgain: (end?.againInMs ?? REST_MS) < REST_MS, notes } as const),
    (error: unknown) => ({ type: 'end', isAgain: true, error: isBoxcutterError(error) ? error.message : String((error as Error).stack), notes } as const),
  );
  return Promise.race([ended, next.then((request) => ({ type: 'request', request, notes: [...notes] } as const))]);
}

/** As `ResourceCache.note`: unless the stream was quicker, or has not shown that there is such an object. */
export function noting(cache: Cache, object: KubeObject): Cache {
  const key = keyOf({ kind: object.kind, name: object.metadata.name ?? '' });
  const before = cache.objects.get(key);
  if (before === undefined || versionOf(object) <= versionOf(before)) return cache;
  return { objects: new Map([...cache.objects, [key, object]]) };
}

/** As `ResourceCache` takes in what a stream shows. */
export function shown(cache: Cache, key: string, after: KubeObject | undefined): Cache {
  const objects = new Map(cache.objects);
  if (after === undefined) objects.delete(key);
  else objects.set(key, after);
  return { objects };
}

export function versionOf({ metadata: { resourceVersion = '0' } }: KubeObject): number {
  return Number(resourceVersion);
}

/** One kind of what a process has seen, as a turn asks for it. */
export class KindCache {
  readonly isSynced = true;
  readonly synced = Promise.resolve();

  constructor(private readonly kind: string, private readonly cache: () => Cache, private readonly noted: (object: KubeObject) => void) {}

  get(name: string): KubeObject | undefined {
    return this.cache().objects.get(keyOf({ kind: this.kind, name }));
  }

  list(): readonly KubeObject[] {
    return [...this.cache().objects.values()].filter(({ kind }) => kind === this.kind);
  }

  by(index: string, value: string): readonly KubeObject[] {
    return this.list().filter(({ metadata: { ownerReferences = [], labels = {} } }) => (
      index === 'owner' ? ownerReferences.some(({ uid, controller }) => controller === true && uid === value)
        : Object.entries(labels).some(([label, is]) => label.endsWith(index === 'revision' ? '/revision-name' : '/owner-name') && is === value)
    ));
  }

  note(object: KubeObject): void {
    this.noted(object);
  }
}

/** The part of a connection that turns use. */
export class Lane {
  constructor(readonly ask: Asking) {}

  create(object: KubeObject): Promise<Answer> {
    return this.ask({ type: 'create', object });
  }

  get(ref: Extract<Request, { type: 'get' }>['ref']): Promise<Answer> {
    return this.ask({ type: 'get', ref });
  }

  patch(ref: Extract<Request, { type: 'patch' }>['ref'], operations: Extract<Request, { type: 'patch' }>['operations']): Promise<Answer> {
    return this.ask({ type: 'patch', ref, operations });
  }

  delete(ref: Extract<Request, { type: 'delete' }>['ref'], on: Extract<Request, { type: 'delete' }>['on']): Promise<Answer> {
    return this.ask({ type: 'delete', ref, on });
  }

  replaceStatus(object: KubeObject): Promise<Answer> {
    return this.ask({ type: 'status', object });
  }

  async list({ kind, labelSelector = '' }: { readonly kind: string; readonly labelSelector?: string }): Promise<{ readonly objects: readonly KubeObject[] }> {
    const labels = Object.fromEntries(labelSelector.split(',').filter((one) => one !== '').map((one) => one.split('=') as [string, string]));
    const answer = await this.ask({ type: 'list', kind, labels });
    if ('objects' in answer) return answer as unknown as { readonly objects: readonly KubeObject[] };
    throw new BoxcutterError('server-failed', 'server', `${kind} could not be listed`);
  }
}
