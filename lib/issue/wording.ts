/** From an issue to words. Each room has a table of its own; an edge puts together the tables of the rooms that it prints for. */
import type { Issue, Origin } from './issue';

export interface Words {
  /** What is wrong, without the place: `unknown field "replica"`. */
  readonly message: string;
  /** What to do, as a sentence. */
  readonly hint?: string | undefined;
  /** Where the message lists several things that are wrong: each by itself. */
  readonly parts?: readonly WordsPart[] | undefined;
  /** The path as text, where it is not written as `formatPath` does: a JSON pointer into a schema. */
  readonly place?: string | undefined;
}

/** One of several things that are wrong. */
export interface WordsPart {
  /** What is wrong, without the place. */
  readonly message: string;
  /** What to do about it, as a sentence. */
  readonly hint?: string | undefined;
  /** Where it was given, when that is another place than that of the whole. */
  readonly origin?: Origin | undefined;
}

/** The words of a room's issues: a function for each code. */
export type WordingOf<Kinds> = { readonly [Code in keyof Kinds & string]: (data: Kinds[Code], issue: Issue) => Words };

/** Tables of several rooms in one. */
export type Wording = Readonly<Record<string, (data: never, issue: Issue) => Words>>;

/** The words of an issue. A code without words is a mistake of ours: it is shown as it is. */
export function wordsOf(issue: Issue, wording: Wording): Words {
  const words = wording[issue.code] as ((data: unknown, issue: Issue) => Words) | undefined;
  return words === undefined ? { message: issue.code } : words(issue.data, issue);
}
