/** KindDefault: the rule that the object's kind has anyway. */
import { judgeByKind } from '../kind-defaults';
import type { AssertionKind } from './kind';

export const kindDefault: AssertionKind<'KindDefault'> = {
  schema: { name: 'KindDefaultAssertion' },
  judgeOf: () => judgeByKind,
};
