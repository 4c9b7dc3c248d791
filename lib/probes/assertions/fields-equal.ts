/** FieldsEqual: two fields of the object have the same value. */
import { named, object } from '../../api/schema';
import { judgeEqual } from '../field-checks';
import { fieldPathSchema, parseFieldPath, wireFieldPath } from '../field-path';
import type { AssertionKind } from './kind';

export const fieldsEqual: AssertionKind<'FieldsEqual'> = {
  schema: {
    name: 'FieldsEqualAssertion',
    field: 'fieldsEqual',
    schema: named(
      'FieldsEqual',
      object(
        'The fields. The probe fails when one of them is missing.',
        {
          fieldA: fieldPathSchema('Path of the first field: `spec.replicas`.'),
          fieldB: fieldPathSchema('Path of the second field: `status.readyReplicas`.'),
        },
        ['fieldA', 'fieldB'],
      ),
    ),
  },
  wireForm: (assertion) => {
    const { fieldA, fieldB } = assertion.fieldsEqual;
    return { ...assertion, fieldsEqual: { ...assertion.fieldsEqual, fieldA: wireFieldPath(fieldA), fieldB: wireFieldPath(fieldB) } };
  },
  judgeOf: ({ fieldsEqual: { fieldA, fieldB } }) => {
    const [a, b] = [parseFieldPath(fieldA), parseFieldPath(fieldB)];
    return (live) => judgeEqual(live, a, b);
  },
};
