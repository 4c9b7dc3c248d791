/** Which hooks keep their name, because another object of the chart asks for them by it. */
import type { JsonObject } from '../../../../lib/api';
import { hookOf, type Hook } from '../../../../lib/formats/helm/hooks/hook';
import { nameHooks } from '../../../../lib/formats/helm/hooks/hook-names';
import type { RenderedObject } from '../../../../lib/formats/helm/rendered';
import { cpuMilliseconds } from '../../../support/cpu-time';

const rendered = (manifest: JsonObject): RenderedObject => ({ manifest, isDefinition: false }) as RenderedObject;
const job = (name: string): Hook => {
  const hook = hookOf(rendered({ kind: 'Job', metadata: { name, annotations: { 'helm.sh/hook': 'pre-install' } }, spec: {} }), false);
  if (hook === undefined) throw new Error('no hook');
  return hook;
};
const running = (args: string): RenderedObject => rendered({ kind: 'Deployment', metadata: { name: 'web' }, spec: { args: ['wait', args] } });
const isAwaited = (hook: Hook, args: string): boolean => nameHooks([hook], [hook.object, running(args)]).awaited.has(hook);

test.each([
  ['job/migrate', true],
  ['jobs.batch/migrate', true],
  ['JOB migrate --timeout=1m', true],
  ['job "migrate"', true],
  ['migrate', false],
  ['job/migrate-again', false],
  ['cronjob/migrate', false],
  ['my-job/migrate', false],
  ['job/xmigrate', false],
])('%s asks for the Job migrate: %s', (args, isAsked) => {
  expect(isAwaited(job('migrate'), args)).toBe(isAsked);
});

test('a name is text, not a pattern', () => {
  expect(isAwaited(job('a.b'), 'job/axb')).toBe(false);
  expect(isAwaited(job('a.b'), 'job/a.b')).toBe(true);
  expect(isAwaited(job('(a+)+$'), `job/${'a'.repeat(40)}!`)).toBe(false);
});

test.each(['job.', 'job ', 'jobs/', ' '])('a megabyte of %j is looked through in no time', (piece) => {
  const startedAt = cpuMilliseconds();
  expect(isAwaited(job('migrate'), piece.repeat(1_000_000 / piece.length))).toBe(false);
  expect(cpuMilliseconds() - startedAt).toBeLessThan(2_000);
});
