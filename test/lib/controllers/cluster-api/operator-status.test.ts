/** The ClusterOperator as it is written; and as long as there is none, the log. */
import type { KubeObject } from '../../../../lib/api';
import { OperatorStatus } from '../../../../lib/controllers/cluster-api/operator/status';
import type { Clock, Log } from '../../../../lib/controllers/process';

test('that there is no ClusterOperator is said once, and again when one went; reports have a line each, with the condition that they are in', async () => {
  const lines: [object, string][] = [];
  const note = (fields: object, message: string): void => void lines.push([fields, message]);
  let live: KubeObject | undefined;
  let written = 0;
  const status = new OperatorStatus({
    cluster: {
      get: () => Promise.reject(new Error('not asked')),
      replaceStatus: (object) => {
        written += 1;
        return Promise.resolve({ type: 'object', object, created: false });
      },
    },
    live: { get: () => live, note: () => undefined }, clock: { now: () => new Date(0) } as Clock, log: { info: note, warn: note } as unknown as Log,
    installed: () => ({ whole: false }), related: () => undefined,
  });
  const missing = [{}, expect.stringMatching(/^There is no ClusterOperator cluster-api: /)];
  const report = [{ condition: 'VersionProgressing', reason: 'AsExpected' }, 'Success'];
  status.say('Version', { reason: 'AsExpected', message: 'Success' });
  await status.write();
  await status.write();
  expect(lines).toEqual([report, missing]);
  live = { apiVersion: 'config.openshift.io/v1', kind: 'ClusterOperator', metadata: { name: 'cluster-api', resourceVersion: '1' } };
  await status.write();
  expect(written).toBe(1);
  live = undefined;
  await status.write();
  await status.write();
  expect(lines).toEqual([report, missing, missing]);
});
