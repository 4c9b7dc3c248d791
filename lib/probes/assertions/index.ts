/** What a probe may ask of an object: a file a kind of assertion. A new kind is a file and a line here. */
import { isJsonObject, type ProbeAssertion } from '../../api';
import { type Schema, union } from '../../api/schema';
import { cel } from './cel';
import { conditionEqual } from './condition-equal';
import { fieldValue } from './field-value';
import { fieldsEqual } from './fields-equal';
import type { AssertionKind, AssertionType, Fault, Judge } from './kind';
import { kindDefault } from './kind-default';

export type { Judge } from './kind';

const KINDS: { readonly [Type in AssertionType]: AssertionKind<Type> } = {
  ConditionEqual: conditionEqual,
  FieldsEqual: fieldsEqual,
  FieldValue: fieldValue,
  CEL: cel,
  KindDefault: kindDefault,
};

/** An assertion in the CRD. */
export const assertionSchema: Schema = union({
  name: 'ProbeAssertion',
  description: 'What must hold for the selected objects.',
  discriminator: 'type',
  discriminatorDescription:
    'ConditionEqual: a condition has a status. FieldsEqual: two fields have the same value. FieldValue: a field has a value. ' +
    'CEL: an expression is true. KindDefault: the rule that the kind has anyway.',
  members: Object.fromEntries(Object.entries(KINDS).map(([type, { schema }]) => [type, schema])),
  common: {
    terminal: {
      description: 'True: when the assertion fails (not: when there is no answer yet, or an outdated one) the rollout ends at once ' +
        'as failed.',
      type: 'boolean',
    },
  },
});

/** An assertion in the form of our API. It has the structure of its schema, but the member of its type may still be missing. */
export function wireForm(assertion: ProbeAssertion): ProbeAssertion {
  const { schema: { field }, wireForm: written } = kindOf(assertion);
  const isComplete = field !== undefined && isJsonObject((assertion as Readonly<Record<string, unknown>>)[field]);
  return isComplete && written !== undefined ? written(assertion) : assertion;
}

/** What is wrong with an assertion that fits its schema. */
export function faultOf(assertion: ProbeAssertion): Fault | undefined {
  return kindOf(assertion).faultOf?.(assertion);
}

/** The judgement of an assertion without faults. */
export function judgeOf(assertion: ProbeAssertion): Judge {
  return kindOf(assertion).judgeOf(assertion);
}

/** The type of an assertion says which kind it is, which the compiler cannot follow through a table. */
function kindOf(assertion: ProbeAssertion): AssertionKind<AssertionType> {
  return KINDS[assertion.type] as AssertionKind<AssertionType>;
}
