/** Tasks, entries and states for the tests of the core: each says what is different from the plainest one. */
import type { Item, ObjectView, Removal, State, Task } from '../../../../lib/engine';
import { Draft } from '../../../../lib/engine/core/draft';
import { initialEntry, type Entry, type Present } from '../../../../lib/engine/core/state/entry';
import type { Request } from '../../../../lib/engine/core/state/messages';
import { initialState } from '../../../../lib/engine/core/state/state';

export const PASS: ObjectView['ready'] = { status: 'pass', message: '', terminal: false };
export const FAIL: ObjectView['ready'] = { status: 'fail', message: 'not ready', terminal: false };

/** Ours, exactly as desired, ready. */
export function view(more: Partial<ObjectView> = {}): ObjectView {
  return {
    uid: 'u', resourceVersion: '5', terminating: false, finalizers: [], ownership: { relation: 'ours', listed: true }, exact: true,
    owned: 'owned', interference: [], toMerge: false, ready: PASS, labelled: true, ...more,
  };
}

export function item(key: string, more: Partial<Item> = {}): Item {
  return {
    key, ref: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      namespace: 'n',
      name: key,
    }, phase: 0, protection: 'Prevent', desired: `desired ${key}`,
    watched: false, dependent: false, brought: false, ...more,
  };
}

export function removal(key: string, more: Partial<Removal> = {}): Removal {
  const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'n', name: key };
  return { key, ref, order: 0, phase: 'old', orphan: false, record: { uid: 'u' }, ...more };
}

export function task(items: readonly Item[], removals: readonly Removal[] = [], more: Partial<Task> = {}): Task {
  const phases = Math.max(-1, ...items.map(({ phase }) => phase)) + 1;
  return {
    revision: 5, phases: Array.from({ length: phases }, (_, index) => `phase-${index}`), items, removals, owned: true,
    preflight: 'new-content', dryRun: false, wait: true, labelSelector: 'app=x', ...more,
  };
}

export const present = (more: Partial<ObjectView> = {}, known: Partial<Present> = {}): Partial<Entry> => (
  { knowledge: { presence: 'present', needsRead: false, view: view(more), ...known } }
);
export const absent = (confirmed: boolean): Partial<Entry> => (
  { knowledge: { presence: 'absent', needsRead: false, confirmed, existed: false } }
);
export const settled = (action: 'Created' | 'Unchanged' | 'Deleted'): Partial<Entry> => (
  { progress: { type: 'settled', action: { action }, attempts: 0 } }
);
export const FAILED: Partial<Entry> = {
  progress: { type: 'settled', attempts: 0, action: { action: 'Failed', cause: { type: 'kept', code: 'data-loss', message: 'refused' } } },
};
export const RELEASED: Partial<Entry> = {
  progress: { type: 'settled', attempts: 0, action: { action: 'Released', cause: { type: 'newer-revision' } } },
};
export const WRITING: Partial<Entry> = { progress: { type: 'writing', id: 90, attempts: 0, intent: { action: 'Created' } } };
export const ASKED: Partial<Entry> = { progress: { type: 'asking', id: 91, attempts: 0, request: 'dry-run' } };
export const HELD: Partial<Entry> = { progress: { type: 'held', attempts: 0, wouldBe: { action: 'Updated' } } };

export function entry(...parts: readonly Partial<Entry>[]): Entry {
  return Object.assign({}, initialEntry(undefined), ...parts) as Entry;
}

/** The state of a run with these entries, as a step finds it. */
export function draftOf(of: Task, entries: Readonly<Record<string, readonly Partial<Entry>[]>> = {}, more: Partial<State> = {}): Draft {
  const draft = new Draft({ ...initialState(of), ...more });
  for (const [key, parts] of Object.entries(entries)) draft.set(key, Object.assign({}, draft.entry(key), ...parts) as Entry);
  return draft;
}

/** Requests in short: `create a`, `read b after 2000`, `observe 0`, `fence`, `commit`. */
export function sent({ requests }: { readonly requests: readonly Request[] }): readonly string[] {
  return requests.map((request) => {
    if ('observe' in request) return `observe ${request.observe.id}`;
    if ('key' in request) return `${request.request.type} ${request.key}${request.delayMs === 0 ? '' : ` after ${request.delayMs}`}`;
    return Object.keys(request).find((name) => name !== 'id' && name !== 'mark') ?? '';
  });
}
