/** The words for changes of definitions. The messages are those of crdify as OLM runs it. */
import { wordsOf, type WordingOf, type Words } from '../../issue';
import { listed, type CrdChanges, type LimitChange, type SetChange } from './changes';
import { hintOf } from './hints';
import type { CrdIssue } from './issue';

export interface CrdWords {
  /** What changed: `minimum increased : 1 -> 2`. */
  readonly message: string;
  /** The safe alternative, as a sentence. */
  readonly hint: string;
}

export function crdWordsOf({ check, change, data }: Pick<CrdIssue, 'check' | 'change' | 'data'>): CrdWords {
  const { message, hint = hintOf(check, change) } = wordsOf({ code: check, severity: 'error', path: [], data: { ...data } }, crdWording);
  return { message, hint };
}

const maximum = (change: LimitChange): Words => limit('maximum', 'decreased', change);
const minimum = (change: LimitChange): Words => limit('minimum', 'increased', change);

const NO_TEXT = '""';

export const crdWording: WordingOf<CrdChanges> = {
  scope: ({ before, after }) => ({ message: `scope changed : ${before} -> ${after}` }),
  existingFieldRemoval: ({ version, path }) => ({ message: `removed field : ${version}.${path}` }),
  storedVersionRemoval: ({ versions }) => ({ message: `stored versions removed : ${listed(versions)}` }),
  servedVersionRemoval: ({ versions }) => ({ message: `versions no longer served : ${listed(versions)}` }),
  default: ({ before, after }) => {
    if (before === undefined) return { message: `default added when there was none previously : ${after}` };
    if (after === undefined) return { message: `default value removed : ${before}` };
    return { message: `default value changed : ${before} -> ${after}` };
  },
  description: ({ before, after }) => ({ message: `description changed : ${before} -> ${after}` }),
  enum: (change) => set(change, 'enum constraint added when there was none previously : ', 'allowed enum values ', ' : '),
  maximum,
  maxItems: maximum,
  maxLength: maximum,
  maxProperties: maximum,
  minimum,
  minItems: minimum,
  minLength: minimum,
  minProperties: minimum,
  nullable: ({ before, after }) => ({ message: `nullable ${after ? 'added' : 'removed'} : ${before} -> ${after}` }),
  oneOf: (change) => set(change, 'oneOf constraint added when there was none previously: ', 'allowed oneOf schemas ', ': '),
  pattern: ({ before, after }) => {
    const what = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    return { message: `pattern ${what} : ${before ?? NO_TEXT} -> ${after ?? NO_TEXT}` };
  },
  required: ({ fields }) => ({ message: `new required fields: ${fields}` }),
  type: ({ before, after }) => ({ message: `type changed : ${before} -> ${after}` }),
  unhandled: (change) => {
    if ('keywords' in change) {
      const texts = change.keywords.map(({ keyword, before, after }) => `${keyword} ${before} -> ${after}`);
      return { message: `unhandled changes found (${texts.join('; ')})` };
    }
    return {
      message: change.unfinished === 'too-large'
        ? 'the schemas are too large to be compared'
        : `more than ${change.limit} changes: the rest was not checked`,
      hint: 'Compare the definitions by other means, or make the change in smaller steps.',
    };
  },
};

function limit(what: string, how: string, { before, after }: LimitChange): Words {
  if (before === undefined) return { message: `${what} constraint added when there was none previously : ${after}` };
  return { message: `${what} ${how} : ${before} -> ${after}` };
}

function set({ part, values }: SetChange, isNew: string, members: string, colon: string): Words {
  if (part === 'set-added') return { message: `${isNew}${values}` };
  return { message: `${members}${part === 'values-removed' ? 'removed' : 'added'}${colon}${values}` };
}
