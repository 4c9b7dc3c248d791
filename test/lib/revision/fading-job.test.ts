import type { JsonObject } from '../../../lib/api';
import { run } from './make';

const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'example.com/a:1' }] } };
const job = (spec: JsonObject): JsonObject =>
  ({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'migrate', namespace: 'ns' }, spec: { template, ...spec } });
const cronJob: JsonObject = {
  apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'clean', namespace: 'ns' },
  spec: { schedule: '0 * * * *', jobTemplate: { spec: { template, ttlSecondsAfterFinished: 60 } } },
};

test.each<[string, JsonObject, readonly string[]]>([
  ['a Job that goes away by itself', job({ ttlSecondsAfterFinished: 59 }), ['warning job-runs-again spec.ttlSecondsAfterFinished']],
  ['a Job that stays for a while', job({ ttlSecondsAfterFinished: 60 }), []],
  ['at once', job({ ttlSecondsAfterFinished: 0 }), ['warning job-runs-again spec.ttlSecondsAfterFinished']],
  ['a Job that stays', job({}), []],
  ['the Jobs of a CronJob', cronJob, []],
])('%s', (_, manifest, expected) => {
  const { findings, compiled } = run([manifest]);
  expect(findings.map(({ severity, code, path }) => `${severity} ${code} ${path}`)).toEqual(expected);
  expect(compiled).toBeDefined();
});
