/** The head of an extension as what is kept. */
import { defined } from '../../defined';
import { ownerContext, type StoredHead } from '../../state';
import type { SubjectFacts } from './due-work';
import type { Subject } from './subject-store';

export function idOf({ ref }: Pick<StoredHead, 'ref'>): string {
  return `${ref.namespace ?? ''}/${ref.name}`;
}

export function subjectOf(stored: StoredHead): Subject {
  const { head, ref, uid } = stored;
  return {
    uid,
    extension: head.extension,
    stateNamespace: ref.namespace ?? '',
    context: ownerContext({ ref, uid, formerUids: head.formerUids ?? [] }),
    inventory: head.inventory,
    facts: factsOf(stored),
  };
}

/** What of a head decides whether and when its extension is worked on. */
function factsOf({ head, resourceVersion, observed }: StoredHead): SubjectFacts {
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
