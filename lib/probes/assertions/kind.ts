/** What a kind of assertion is made of: its part of the CRD, and its judgement. The check of probes follows from the first. */
import type { KubeObject, ProbeAssertion } from '../../api';
import type { UnionMember } from '../../api/schema';
import type { StepBudget } from '../../cel';
import type { Finding, ProbeContext } from '../verdict';

/** Judges one live object, within what all judgements of it may take together. Never throws. */
export interface Judge {
  (object: KubeObject, context: ProbeContext, budget: StepBudget): Finding;
}

export type AssertionType = ProbeAssertion['type'];
export type AssertionOf<Type extends AssertionType> = Extract<ProbeAssertion, { readonly type: Type }>;

/** What is wrong with an assertion that its schema cannot say. */
export interface Fault {
  /** Member of the assertion, from its top. */
  readonly path: readonly string[];
  readonly text: string;
  readonly why: string;
}

export interface AssertionKind<Type extends AssertionType> {
  /** Its shape in the CRD. */
  readonly schema: UnionMember;
  /** In the form of our API, where authors may write it in another way as well. @default as it is written */
  readonly wireForm?: (assertion: AssertionOf<Type>) => AssertionOf<Type>;
  /** Looks for what the schema cannot say, in an assertion that fits its schema. @default nothing */
  readonly faultOf?: (assertion: AssertionOf<Type>) => Fault | undefined;
  /** Of an assertion without faults. */
  readonly judgeOf: (assertion: AssertionOf<Type>) => Judge;
}
