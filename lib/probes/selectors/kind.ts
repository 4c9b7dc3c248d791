/** What a kind of selector is made of: its part of the CRD, and which objects it chooses. */
import type { ObjectRef, ProbeSelector } from '../../api';
import { type Schema, string, type UnionMember } from '../../api/schema';

export type SelectorType = ProbeSelector['type'];
export type SelectorOf<Type extends SelectorType> = Extract<ProbeSelector, { readonly type: Type }>;

/** What a selector needs to know of an object. Labels absent: not known, and then a label selector may match. */
export interface Selectable extends ObjectRef {
  readonly labels: Readonly<Record<string, string>> | undefined;
}

export interface SelectorKind<Type extends SelectorType> {
  /** Its shape in the CRD. */
  readonly schema: UnionMember;
  readonly selects: (selector: SelectorOf<Type>, object: Selectable) => boolean;
}

export const groupSchema: Schema = string('API group; empty for the core group.', { maxLength: 253 });
export const kindSchema: Schema = string('Kind.', { minLength: 1, maxLength: 63 });
