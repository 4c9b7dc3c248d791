/**
 * Looking at an extension again and again, whenever something of it changes. Writes nothing, and asks nothing while nothing changes.
 */
import { API_VERSION, type ObjectRef, refOf } from '../../api';
import { defined } from '../../defined';
import type { ObserveScope, Subscription } from '../../engine';
import { isBoxcutterError, type BoxcutterError } from '../../errors';
import { headRef, namedOfControllers } from '../../state';
import { within } from '../../within';
import { inAnyVersion } from '../any-version';
import type { OperationOptions } from '../options';
import { lookAtExtension, type Look } from './status';

export interface WatchExtensionOptions extends OperationOptions {
  /** Called with the first look, and with each one after something changed; that need not be anything that can be seen. */
  readonly onLook: (look: Look) => void;
  /** The API server cannot be asked at the moment, and it is tried again: what was said last. */
  readonly onTrouble?: (message: string) => void;
}

/** What changes at the same moment is one change. */
const SETTLE_MS = 200;
/** What may not be watched is looked at so often. */
const POLL_MS = 5_000;
const RETRY_MS = 2_000;
/** A look that takes longer is shown as far as it came. */
const LOOK_MS = 30_000;

/**
 * @returns `gone`: another run deleted the extension; `stopped`: the signal ended it
 * @throws BoxcutterError `not-found` (input) when there is no such extension at the beginning, and what the first look fails with
 */
export async function watchExtension(extension: string, options: WatchExtensionOptions): Promise<'gone' | 'stopped'> {
  const { cluster, stateNamespace, signal, onLook, onTrouble } = options;
  const changes = new Changes(cluster, signal);
  let looked = false;
  try {
    while (signal?.aborted !== true) {
      changes.begin(scopeOf(extension, stateNamespace));
      try {
        const look = await within(LOOK_MS, signal, (limited) => lookAtExtension(extension, {
          cluster,
          stateNamespace,
          signal: limited,
          onObserve: (scope) => changes.hold(scope),
        }));
        // Broken off, it says nothing of the extension.
        if (isAborted(signal)) return 'stopped';
        onLook(look);
        looked = true;
        for (const ref of controlledRefs(look)) changes.hold(ref);
        changes.dropUnused();
        await changes.next(look.result?.unreachable === undefined ? undefined : RETRY_MS);
      } catch (error) {
        if (isAborted(signal) && looked) return 'stopped';
        if (!looked || !isBoxcutterError(error)) throw error;
        if (error.code === 'not-found') return 'gone';
        if (!mayPass(error)) throw error;
        onTrouble?.(error.message);
        await changes.next(RETRY_MS);
      }
    }
    return 'stopped';
  } finally {
    changes.close();
  }
}

/** What tells that there is an extension at all. */
function scopeOf(extension: string, stateNamespace: string): ObserveScope {
  const named = namedOfControllers(extension);
  if (named === undefined) return { ...headRef(extension, stateNamespace) };
  return { apiVersion: API_VERSION, kind: 'ClusterExtension', name: named };
}

/** What says how an extension of the controllers is, beside its objects. */
function controlledRefs({ stored: { controlled } }: Look): readonly ObjectRef[] {
  const { cluster, revisions = [] } = controlled ?? {};
  return [cluster, revisions[0]?.object].flatMap((object) => (object === undefined ? [] : [refOf(object)]));
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function mayPass({ category }: BoxcutterError): boolean {
  return category === 'server' || category === 'interrupted';
}

/** Holds the streams that looks are made of open between them (equal scopes share one), and tells when one of them shows a change. */
class Changes {
  private readonly held = new Map<string, { readonly subscription: Subscription; used: boolean }>();
  private readonly reader;
  private unwatchable = false;
  private changed = false;
  private wake: () => void = () => undefined;

  constructor(cluster: OperationOptions['cluster'], private readonly signal: AbortSignal | undefined) {
    this.reader = inAnyVersion(cluster);
  }

  /**
   * From now on changes count: before a look, so that none between two looks is missed. A stream that was not open yet costs one more look.
   */
  begin(head: ObserveScope): void {
    this.changed = false;
    for (const entry of this.held.values()) entry.used = false;
    const { apiVersion, kind, namespace, name } = head;
    this.hold({ apiVersion, kind, ...defined({ namespace, name }) });
  }

  /** Also of a scope that a look asks for once: what happens after it is what is waited for. */
  hold({ once: _once, ...scope }: ObserveScope): void {
    const id = JSON.stringify([scope.apiVersion, scope.kind, scope.namespace, scope.name, scope.labelSelector]);
    const known = this.held.get(id);
    if (known !== undefined) {
      known.used = true;
      return;
    }
    let synced = false;
    const touch = (): void => {
      if (synced) this.touch();
    };
    const subscription = this.reader.observe(scope, {
      changed: touch,
      removed: touch,
      // The look that opened it has asked beside it, perhaps earlier: what changed in between is in this stream already and is not told.
      synced: () => {
        synced = true;
        this.touch();
      },
      failed: (_problem, retrying) => { if (!retrying) this.unwatchable = true; },
    });
    this.held.set(id, { subscription, used: true });
  }

  /** Streams that the latest look did not need. */
  dropUnused(): void {
    for (const [id, { subscription, used }] of this.held) {
      if (used) continue;
      subscription.close();
      this.held.delete(id);
    }
  }

  /** Resolves when something has changed since `begin`, after `atLatestMs`, or when the signal ends it. */
  async next(atLatestMs: number | undefined): Promise<void> {
    const limit = atLatestMs ?? (this.unwatchable ? POLL_MS : undefined);
    if (!this.changed) await this.pause(limit);
    if (this.changed) await this.pause(SETTLE_MS, false);
  }

  close(): void {
    for (const { subscription } of this.held.values()) subscription.close();
    this.held.clear();
  }

  private touch(): void {
    this.changed = true;
    this.wake();
  }

  private pause(limitMs: number | undefined, untilChange = true): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.signal?.removeEventListener('abort', end);
        this.wake = () => undefined;
        resolve();
      };
      const timer = limitMs === undefined ? undefined : setTimeout(end, limitMs);
      if (this.signal?.aborted === true) return end();
      this.signal?.addEventListener('abort', end, { once: true });
      if (untilChange) this.wake = end;
    });
  }
}
