/** The document of a run: what the text says, for programs. */
import { probeDocument } from '../../../../../lib/cli/output/run/document';

test('a verdict has the reason that the text has, where there is one', () => {
  const verdict = { status: 'fail', message: 'updatedReplicas 0 != 3', terminal: false } as const;
  const summary = '0 of 3 available (FailedCreate: no PriorityClass with name high was found)';
  expect(probeDocument({ ...verdict, summary })).toEqual({ ...verdict, summary });
  expect(probeDocument(verdict)).toEqual(verdict);
});
