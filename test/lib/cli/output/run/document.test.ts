/** The document of a run: what the text says, for programs. */
import { outcomeDocument, probeDocument } from '../../../../../lib/cli/output/run/document';
import type { Outcome } from '../../../../../lib/runtime';

test('a verdict has the reason that the text has, where there is one', () => {
  const verdict = { status: 'fail', message: 'updatedReplicas 0 != 3', terminal: false } as const;
  const summary = '0 of 3 available (FailedCreate: no PriorityClass with name high was found)';
  expect(probeDocument({ ...verdict, summary })).toEqual({ ...verdict, summary });
  expect(probeDocument(verdict)).toEqual(verdict);
});

test('hooks of a chart that are not run are in it, also when there are none; what is no chart has no such field', () => {
  const outcome: Outcome = {
    extension: 'shop', revision: 1, status: 'complete', unchanged: false, newRevision: true, dryRun: false, paused: false,
    result: { phases: [], removed: [], complete: true, failed: false },
  };
  const facts = { requests: {}, durationMs: 1.6 };
  const hooksNotRun = [{ kind: 'Job', name: 'cleanup', events: ['pre-delete'] }];
  expect(outcomeDocument('apply', { ...outcome, hooksNotRun }, facts)).toMatchObject({ durationMs: 2, hooksNotRun });
  expect(outcomeDocument('apply', { ...outcome, hooksNotRun: [] }, facts)).toMatchObject({ hooksNotRun: [] });
  expect(outcomeDocument('apply', outcome, facts)).not.toHaveProperty('hooksNotRun');
});
