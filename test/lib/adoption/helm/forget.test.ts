/** Since when a release is adopted: others may write its marks, and most of the record. */
import type { KubeObject } from '../../../../lib/api';
import { adoptedAt } from '../../../../lib/adoption/helm/forget';

const record = (creationTimestamp: string): KubeObject => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'boxcutter.web', creationTimestamp } });
const head = (completeAt?: string) => (
  { revisions: [{ number: 2, digest: 'd', at: '', completeAt: '2026-09-01T00:00:00Z' }, { number: 1, digest: 'd', at: '', ...(completeAt !== undefined && { completeAt }) }] });
const at = (...args: Parameters<typeof adoptedAt>): string | undefined => {
  const time = adoptedAt(...args);
  return time === undefined ? undefined : new Date(time).toISOString().slice(0, 10);
};

test.each<[string, Parameters<typeof adoptedAt>, string | undefined]>([
  ['what the marks say', [new Date('2026-03-03'), head('2026-02-02T00:00:00Z'), record('2026-01-01T00:00:00Z')], '2026-03-03'],
  ['when the record was complete', [new Date('2020-01-01'), head('2026-02-02T00:00:00Z'), record('2026-01-01T00:00:00Z')], '2026-02-02'],
  ['when the record was made', [new Date('2020-01-01'), head('2020-01-01T00:00:00Z'), record('2026-01-01T00:00:00Z')], '2026-01-01'],
  ['not what is no time', [new Date('2020-01-01'), head('soon'), record('2026-01-01T00:00:00Z')], '2026-01-01'],
  ['not known without marks', [undefined, head(), record('2026-01-01T00:00:00Z')], undefined],
  ['not known without the record', [new Date('2020-01-01'), head(), undefined], undefined],
])('%s', (_what, given, expected) => {
  expect(at(...given)).toBe(expected);
});
