/** FieldValue: a field of the object has a value. */
import { named, object } from '../../api/schema';
import { judgeValue } from '../field-checks';
import { fieldPathSchema, parseFieldPath, wireFieldPath } from '../field-path';
import type { AssertionKind } from './kind';

export const fieldValue: AssertionKind<'FieldValue'> = {
  schema: {
    name: 'FieldValueAssertion',
    field: 'fieldValue',
    schema: named(
      'FieldValue',
      object(
        'The field and its value. The probe fails when the field is missing.',
        {
          fieldPath: fieldPathSchema('Path of the field: `status.phase`.'),
          value: {
            description: 'Value that the field must have: any JSON. The length is that of strings.',
            nullable: true,
            minLength: 1,
            maxLength: 200,
            'x-kubernetes-preserve-unknown-fields': true,
          },
        },
        ['fieldPath', 'value'],
      ),
    ),
  },
  wireForm: (assertion) => {
    const { fieldPath } = assertion.fieldValue;
    return { ...assertion, fieldValue: { ...assertion.fieldValue, fieldPath: wireFieldPath(fieldPath) } };
  },
  judgeOf: ({ fieldValue: { fieldPath, value } }) => {
    const path = parseFieldPath(fieldPath);
    return (live) => judgeValue(live, path, value);
  },
};
