/** With which record an adoption may go on: one that has nothing beyond what is taken over. */
import { type KubeObject, refOf } from '../../../../lib/api';
import { refuseOtherExtension } from '../../../../lib/adoption/take/same-extension';
import type { LeftOut } from '../../../../lib/adoption/take/left-out';
import type { Head } from '../../../../lib/state';

const object = (kind: string, name: string): KubeObject => ({ apiVersion: kind === 'Job' ? 'batch/v1' : 'v1', kind, metadata: { name, namespace: 'shop' } });
const [mine, migrate] = [object('ConfigMap', 'mine'), object('Job', 'migrate')];
const leftOut = (type: 'hook' | 'gone'): LeftOut => ({ ref: refOf(migrate), reason: { type } });

function decided(had: readonly KubeObject[], left: readonly LeftOut[], completeAt?: string): () => void {
  const inventory = had.map((one) => ({ ref: refOf(one), order: 0, phase: 'a', uid: 'u' }));
  const revision = { number: 1, digest: 'd', at: '2026-01-01T00:00:00Z', ...(completeAt === undefined ? {} : { completeAt }) };
  const head: Head = { extension: 'web', revisions: [revision], inventory };
  return () => refuseOtherExtension({ extension: 'web', head, inventory }, { seen: [mine], leftOut: left });
}

test('one that has what is taken over, and what is gone since', () => {
  expect(decided([mine, migrate], [leftOut('gone')])).not.toThrow();
});

test.each([
  ['something else', decided([mine, migrate], [])],
  ['what is named as a hook, and left alone', decided([mine, migrate], [leftOut('hook')])],
  ['everything', decided([mine], [], '2026-01-01T00:00:00Z')],
])('not one that has %s', (_what, decide) => {
  expect(decide).toThrow('There is an extension "web" already, and it is made of something else.');
});
