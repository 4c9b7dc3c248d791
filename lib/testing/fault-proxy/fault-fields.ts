/**
 * The fields of each fault and of each answer, beside its `type`. A type without an entry here, or an entry too many, does not compile.
 */
import type { CannedAnswer } from './canned';
import type { Fault } from './faults';
import { isBetween, isFields, milliseconds, oneOf, text, where, type Check } from './field-checks';

type Table<Kind extends { readonly type: string }> = {
  readonly [Type in Kind['type']]: { readonly [Field in Exclude<keyof Extract<Kind, { type: Type }>, 'type'>]: Check };
};

const after = where((value) => Number.isSafeInteger(value) && (value as number) >= 0, 'the number of events to let through first, from 0');
const act = where((value) => typeof value === 'function', 'a function of the request');
const anAnswer = where(
  isFields,
  'an object with a type, like { type: \'unavailable\' } or { type: \'status\', code: 418, reason: \'Teapot\', message: \'no\' }',
);

export const FAULTS: Table<Fault> = {
  'refuse': {},
  'drop-answer': {},
  'silence': {},
  'duplicate': {},
  'delay-request': { ms: milliseconds },
  'delay-answer': { ms: milliseconds },
  'answer': { answer: anAnswer },
  'timeout-after': {},
  'truncate': {},
  'cut-body': {},
  'stale': {},
  'meanwhile': { at: oneOf(['arrival', 'answer']), act, then: oneOf(['go on', 'cut']) },
  'watch-cut': { after },
  'watch-half-line': { after },
  'watch-freeze': { after },
  'watch-lag': { after, ms: { ...milliseconds, optional: true } },
  'watch-duplicate': { after },
  'watch-reorder': { after, ms: { ...milliseconds, optional: true } },
  'watch-drop': { after },
  'watch-no-bookmarks': { after },
  'watch-error': { after, code: oneOf([410, 500]) },
};

export const ANSWERS: Table<CannedAnswer> = {
  'conflict': {},
  'field-manager-conflict': {},
  'already-exists': {},
  'expired': {},
  'too-many-requests': {
    retryAfterSeconds: where((value) => Number.isSafeInteger(value) && (value as number) >= 0, 'a whole number of seconds from 0'),
  },
  'internal-error': {},
  'unavailable': {},
  'gateway-timeout': {},
  'status': {
    code: where((value) => Number.isSafeInteger(value) && isBetween(value, 400, 599), 'a status code from 400 to 599'),
    reason: text,
    message: text,
  },
};
