/** Which version of a release is taken over. */
import { chooseRelease, type ReleaseStatus, type StoredRelease } from '../../../../lib/adoption';
import { helmSecret } from './stored';

const history = (...statuses: readonly ReleaseStatus[]): readonly StoredRelease[] => statuses.map((status, index) => (
  { object: helmSecret({ version: index + 1, status }), name: 'shop', version: index + 1, status, storage: 'helm' }));

const chosen = (statuses: readonly ReleaseStatus[], wanted?: number) => chooseRelease('shop', 'ns', history(...statuses), wanted);

test('the newest, which is deployed', () => {
  const { release, note } = chosen(['superseded', 'deployed']);
  expect([release.version, note]).toEqual([2, undefined]);
});

test.each<[ReleaseStatus]>([['failed'], ['pending-upgrade'], ['pending-rollback']])('the deployed one where the newest is %s, and that is said', (status) => {
  const { release, note } = chosen(['superseded', 'deployed', status]);
  expect([release.version, note]).toEqual([2, `Version 3 of release "shop" is ${status}; version 2 is taken over, which is deployed.`]);
});

test('one that is named, whatever became of it', () => {
  expect(chosen(['superseded', 'failed'], 2).release.version).toBe(2);
  expect(() => chosen(['superseded', 'failed'], 3)).toThrow('has no version 3');
});

test.each<[string, readonly ReleaseStatus[], RegExp]>([
  ['none is there', [], /There is no release "shop" of Helm in namespace ns/],
  ['none was ever deployed', ['failed', 'pending-install'], /No version of release "shop" is deployed: version 2, the newest, is pending-install/],
  ['it was uninstalled', ['deployed', 'uninstalled'], /was uninstalled; only its history is kept/],
  ['it is being uninstalled', ['deployed', 'uninstalling'], /is being uninstalled/],
])('refused where %s', (_what, statuses, message) => {
  expect(() => chosen(statuses)).toThrow(message);
});
