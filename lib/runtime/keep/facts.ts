import { defined } from '../../defined';
import type { StoredHead } from '../../state';
import type { HeadFacts } from './due-work';

/** What of a head decides whether and when its extension is worked on. */
export function factsOf({ head, resourceVersion, observed }: StoredHead): HeadFacts {
  const [newest] = head.revisions;
  return {
    version: resourceVersion,
    number: newest?.number ?? 0,
    complete: newest?.completeAt !== undefined,
    decided: head.inventory.every(({ owned }) => owned !== undefined),
    paused: head.paused !== undefined,
    deleting: head.deleting === true,
    ...defined({ lock: head.lock }),
    silentMs: observed?.silentMs ?? 0,
  };
}
