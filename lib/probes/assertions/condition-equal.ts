/** ConditionEqual: a condition of the object has a status. */
import { named, object, string, strings } from '../../api/schema';
import { judgeCondition } from '../conditions';
import type { AssertionKind } from './kind';

export const conditionEqual: AssertionKind<'ConditionEqual'> = {
  schema: {
    name: 'ConditionEqualAssertion',
    field: 'conditionEqual',
    schema: named(
      'ConditionEqual',
      object(
        'The condition.',
        {
          type: string('Type of the condition: `Ready`.', { minLength: 1, maxLength: 200 }),
          status: strings('Status that it must have.', ['True', 'False']),
        },
        ['status', 'type'],
      ),
    ),
  },
  judgeOf: ({ conditionEqual: { type, status } }) => (live) => judgeCondition(live, type, status),
};
