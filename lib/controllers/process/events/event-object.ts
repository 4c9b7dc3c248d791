/** Events of events.k8s.io/v1 as objects. Pure. */
import { GROUP, type KubeObject, type ObjectRef } from '../../../api';
import { defined } from '../../../defined';
import { microTimestamp } from '../clock';
import type { RecordedEvent } from './recorder';

export const EVENT_API_VERSION = 'events.k8s.io/v1';
/** Who says it. */
export const REPORTING_CONTROLLER = `${GROUP}/boxcutter-controller`;

/** Where events about objects without a namespace are. */
const CLUSTER_NAMESPACE = 'default';
const MAX_NOTE_BYTES = 1024;
const MAX_WORD = 128;
/** Of the name of the object, within that of the event, which has at most 253 characters. */
const MAX_NAME = 200;
const CUT = ' …';

/** How often something happened, after the first time. */
export interface Repetition {
  readonly count: number;
  readonly last: Date;
}

export interface EventFacts {
  /** Makes the name of the event its own. */
  readonly id: string;
  readonly regarding: KubeObject;
  readonly event: RecordedEvent;
  readonly at: Date;
  /** Which replica says it. */
  readonly instance: string;
  readonly series?: Repetition | undefined;
}

export function eventRef({ id, regarding: { metadata } }: Pick<EventFacts, 'id' | 'regarding'>): ObjectRef {
  const name = `${(metadata.name ?? '').slice(0, MAX_NAME).replace(/[^a-z0-9]+$/, '')}.${id}`;
  return { apiVersion: EVENT_API_VERSION, kind: 'Event', name, namespace: metadata.namespace || CLUSTER_NAMESPACE };
}

export function eventObject(facts: EventFacts): KubeObject {
  const { regarding, event, at, instance, series } = facts;
  const { apiVersion, kind, name, namespace } = eventRef(facts);
  const { uid, resourceVersion } = regarding.metadata;
  return {
    apiVersion, kind,
    metadata: { name, ...defined({ namespace }) },
    eventTime: microTimestamp(at),
    type: event.type,
    reason: event.reason.slice(0, MAX_WORD),
    action: event.action.slice(0, MAX_WORD),
    note: cutNote(event.note),
    reportingController: REPORTING_CONTROLLER,
    reportingInstance: instance.slice(0, MAX_WORD),
    regarding: {
      apiVersion: regarding.apiVersion, kind: regarding.kind, name: regarding.metadata.name ?? '',
      ...defined({ namespace: regarding.metadata.namespace, uid, resourceVersion }),
    },
    ...defined({ related: event.related, series: series === undefined ? undefined : seriesOf(series) }),
  };
}

export function seriesOf({ count, last }: Repetition): { readonly count: number; readonly lastObservedTime: string } {
  return { count, lastObservedTime: microTimestamp(last) };
}

/** The API server counts bytes. */
function cutNote(note: string): string {
  if (Buffer.byteLength(note) <= MAX_NOTE_BYTES) return note;
  const room = MAX_NOTE_BYTES - Buffer.byteLength(CUT);
  // A character that is cut in two becomes one that stands for nothing, at the end.
  return Buffer.from(note).subarray(0, room).toString('utf8').replace(/\uFFFD+$/, '') + CUT;
}
