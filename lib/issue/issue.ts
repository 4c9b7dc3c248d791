/**
 * What is wrong with an input, as data. A check returns issues and never throws midway; sentences and hints are made from them at the
 * edges (see wording.ts), so that no message has to be read back.
 */
import { defined } from '../defined';

/** A member of an object by its name, or an entry of a list by its index from 0. */
export type Segment = string | number;

export type Severity = 'error' | 'warning';

/** A Kubernetes object that an issue is about. */
export interface Subject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  /** Absent: it has none, which is an issue of its own. */
  readonly name?: string;
}

/** Where something was declared. Two things have the same origin when all of it is the same ({@link originKey}). */
export interface Origin {
  /** The construct that has read what stands at the source: its path. Absent: the source itself is all that there is to say. */
  readonly within?: string;
  /** A file, a construct path, a reference. */
  readonly source: string;
  /** From 1. */
  readonly line?: number;
  /** Line of what the template at the source gives, from 1. It is no line of the source, so it is said with the message. */
  readonly renderedLine?: number;
  /** Position among the documents of the file, from 1. */
  readonly document?: number;
  /** Position in a `List`, from 1; in a list within a list, that of the outer one first. */
  readonly items?: readonly number[];
  /** The object that was made from what is declared there. */
  readonly made?: Pick<Subject, 'kind' | 'namespace' | 'name'>;
}

export interface Issue<Code extends string = string> {
  /** Stable, kebab-case: `unknown-field`, `wrong-type`, `missing-field`, … (docs/findings.md). */
  readonly code: Code;
  readonly severity: Severity;
  /** Within the object; empty: the object as a whole. */
  readonly path: readonly Segment[];
  readonly origin?: Origin;
  readonly subject?: Subject;
  /** What the sentence about it needs beside the place: plain JSON, never a secret. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface IssuePlace {
  /** @default 'error' */
  readonly severity?: Severity | undefined;
  /** @default [] */
  readonly path?: readonly Segment[] | undefined;
  readonly origin?: Origin | undefined;
  readonly subject?: Subject | undefined;
}

/** The data of issues that have none. */
export type None = Readonly<Record<string, never>>;

/** Data that the issues of each code carry. */
export type IssueKinds<Kinds> = { readonly [Code in keyof Kinds]: Readonly<Record<string, unknown>> };

/** Makes issues of one room: the code decides what data belongs to it. */
export function issuesOf<Kinds extends IssueKinds<Kinds>>() {
  return <Code extends keyof Kinds & string>(code: Code, data: Kinds[Code], place: IssuePlace = {}): Issue<Code> => {
    const { severity = 'error', path = [], origin, subject } = place;
    return { code, severity, path, ...defined({ origin, subject }), data };
  };
}

/** Of an issue as data or in words. */
export function isError({ severity }: { readonly severity: Severity }): boolean {
  return severity === 'error';
}

export function hasErrors(issues: readonly Issue[]): boolean {
  return issues.some(isError);
}
