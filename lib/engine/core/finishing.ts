/**
 * What a run still does that ends early, because it was told to or because it has failed: it creates what it has deleted itself in order to
 * replace it. Nothing else is sent. The time for it is limited, since a finalizer may hold the old object for ever.
 */
import type { Draft } from './draft';
import { advanceItem } from './phases';
import { pendingOf, settledOf } from './state/entry';
import type { ObjectRequest } from './state/messages';
import { isHalfReplaced } from './state/replacing';
import type { State } from './state/state';
import type { Item } from './state/task';
import { endsReplacement, wishOfItem } from './wish';

/** As long as Pods have by default to end, and an object that owns them goes after them. */
const FINISH_MS = 30_000;

/** Called when the run begins to end: which objects are to be finished, and by when. */
export function beginFinishing(draft: Draft): void {
  const keys = [...draft.state.items.keys()].filter((key) => isHalfReplaced(draft.entry(key)));
  if (keys.length === 0 || draft.task.dryRun) return;
  const mark = (draft.state.progress?.mark ?? 0) + 1;
  draft.state = { ...draft.state, finishing: { keys, mark, withinMs: FINISH_MS } };
  draft.requests.push({ deadline: FINISH_MS, mark });
}

/** Nothing is finished any more: its time is up, or another run has the extension. */
export function endFinishing(draft: Draft): void {
  if (draft.state.finishing === undefined) return;
  const { finishing: _finishing, ...state } = draft.state;
  draft.state = state;
}

/** Brings every such object one step further. */
export function advanceFinishing(draft: Draft): void {
  for (const item of unfinished(draft)) {
    if (pendingOf(draft.entry(item.key)) === undefined) advanceItem(draft, item, draft.entry(item.key));
  }
}

/** Is there an object that is still to be finished? */
export function isFinishing(draft: Draft): boolean {
  return unfinished(draft).length > 0;
}

function unfinished(draft: Draft): readonly Item[] {
  const { finishing, items, task } = draft.state;
  return (finishing?.keys ?? []).flatMap((key) => {
    const [item, entry] = [items.get(key), draft.entry(key)];
    if (item === undefined || settledOf(entry) !== undefined || !isHalfReplaced(entry)) return [];
    return pendingOf(entry) !== undefined || endsReplacement(wishOfItem(task, item, entry), task) ? [item] : [];
  });
}

/** Is this request still sent, though the run is ending? */
export function isStillSent({ finishing }: State, key: string, request: ObjectRequest['type']): boolean {
  return finishing?.keys.includes(key) === true && (request === 'create' || request === 'read');
}
