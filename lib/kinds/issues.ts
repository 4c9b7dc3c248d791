/** What can be wrong with an object of our own kinds beside what every object is checked for, and the words for it. */
import { issuesOf, type WordingOf } from '../issue';

export interface KindIssues {
  /** A rule of the CRD (CEL) does not hold. */
  'broken-rule': {
    /** What must hold, in the words of the CRD, which the API server answers as well. */
    readonly rule: string;
    /** The text that breaks it; absent where the rule is about an object. */
    readonly value?: string;
  };
}

export const kindIssue = issuesOf<KindIssues>();

export const kindWording: WordingOf<KindIssues> = {
  'broken-rule': ({ rule, value }) => ({ message: value === undefined ? rule : `${JSON.stringify(value)} is not allowed here: ${rule}` }),
};
