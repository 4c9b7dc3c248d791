/** What a revision tells: a Kubernetes Event and a line of the log for each transition, and for what others do to its objects. */
import { subjectOf, type KubeObject } from '../../api';
import type { KeepEvent, Wrong } from '../../runtime';
import type { ConditionTransition } from '../conditions';
import type { EventRecorder, Log, RecordedEvent } from '../process';

/** Reasons that a person has to look at. */
const WARNINGS: ReadonlySet<string> = new Set([
  'RolloutError', 'ObjectCollisions', 'Blocked', 'ProgressDeadlineExceeded', 'ProbeFailure', 'Interference', 'Drift',
]);

const DONE: Readonly<Record<Wrong, string>> = { changed: 'changed', replaced: 'replaced', taken: 'taken over', missing: 'deleted' };

const ACTIONS: Readonly<Record<string, string>> = { Progressing: 'Rollout', Available: 'Probe', Succeeded: 'Rollout' };

export interface Telling {
  readonly events: EventRecorder;
  readonly log: Log;
}

export function announce(revision: KubeObject, { type, from, to, heldMs }: ConditionTransition, { events, log }: Telling): void {
  const { name } = revision.metadata;
  log.info({ revision: name, condition: type, status: to.status, reason: to.reason, from: from?.reason, heldMs }, to.message);
  events.record(revision, { type: typeOf(to.reason), reason: to.reason, action: ACTIONS[type] ?? 'Observe', note: to.message });
}

/** What others do to objects of a revision, and what was done about it. Undefined: nothing that is worth an Event. */
export function eventOf(event: KeepEvent): RecordedEvent | undefined {
  switch (event.type) {
    case 'drift':
      return told('Drift', 'Observe', `Another client has ${DONE[event.reason]} ${subjectOf(event.ref)}.`);
    case 'repaired':
      return told('Repaired', 'Repair', `${subjectOf(event.object.ref)} is as desired again (${event.object.action}).`);
    case 'interference':
      return told(
        'Interference', 'Repair',
        `${event.manager ?? 'Another client'} changes ${event.paths.join(', ')} of ${subjectOf(event.ref)} again and again: `
          + 'it is repaired ever more rarely.',
      );
    default:
      return undefined;
  }
}

function told(reason: string, action: string, note: string): RecordedEvent {
  return { type: typeOf(reason), reason, action, note };
}

function typeOf(reason: string): RecordedEvent['type'] {
  return WARNINGS.has(reason) ? 'Warning' : 'Normal';
}
