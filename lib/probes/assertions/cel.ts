/** CEL: an expression over the object is true. */
import { named, object, string } from '../../api/schema';
import type { AssertionKind } from './kind';

export const cel: AssertionKind<'CEL'> = {
  schema: {
    name: 'CelAssertion',
    field: 'cel',
    schema: named(
      'CelProbe',
      object(
        'The expression.',
        {
          rule: string('CEL expression over `self`, the object, that gives true or false.', { minLength: 1, maxLength: 4096 }),
          message: string('What is shown while it is false.', { minLength: 1, maxLength: 1024 }),
        },
        ['message', 'rule'],
      ),
    ),
  },
  faultOf: ({ cel: { rule, message } }) => {
    try {
      compiler()(rule, message);
      return undefined;
    } catch (error) {
      return { path: ['cel', 'rule'], text: rule, why: error instanceof Error ? error.message : String(error) };
    }
  },
  judgeOf: ({ cel: { rule, message } }) => {
    const judge = compiler()(rule, message);
    return (object, _context, budget) => judge(object, budget);
  },
};

/** Loaded when there is a CEL probe: the library takes as long to load as the rest of the command. */
function compiler(): typeof import('../cel').compileCel {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- a dynamic import would make compiling asynchronous
  return (require('../cel') as typeof import('../cel')).compileCel;
}
