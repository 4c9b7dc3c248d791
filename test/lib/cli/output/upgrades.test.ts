/** Pending upgrades in words: what they wait for, and whether they would get through. */
import type { Condition } from '../../../../lib/api';
import { upgradeDiffLines } from '../../../../lib/cli/output/upgrades/diff';
import { upgradeLines } from '../../../../lib/cli/output/upgrades/list';
import { paint } from '../../../../lib/cli/output/terminal/paint';
import type { PendingUpgradeInfo } from '../../../../lib/runtime';

const condition = (type: string, reason: string, message: string): Condition => ({ type, status: 'False', reason, message, lastTransitionTime: '2026-01-01T00:00:00Z' });
const upgrade = (conditions: readonly Condition[], objects: readonly object[] = []): PendingUpgradeInfo => ({
  name: 'shop-1.1.0', extension: 'shop', from: '1.0.0', version: '1.1.0', availableSince: '2026-01-01T00:00:00Z', approved: false, conditions,
  status: { upgrade: { basis: 'b', from: '1.0.0', counts: { create: 0, change: 1, replace: 0, delete: 0, unchanged: 0, other: objects.length }, objects } },
}) as unknown as PendingUpgradeInfo;

test.each<[string, readonly Condition[], string | undefined]>([
  ['for a person: the state says it', [condition('Approved', 'WaitingForApproval', 'Version 1.1.0 waits until spec.approved is true.')], undefined],
  ['for a window: when it opens', [condition('Approved', 'OutsideWindow', 'Version 1.1.0 goes by itself when the maintenance window opens at X.')], 'shop-1.1.0: Version 1.1.0 goes by itself when the maintenance window opens at X.'],
  ['because the rule cannot be followed', [condition('Approved', 'WaitingForApproval', 'because no window\u001b[2J')], 'shop-1.1.0: because no window\\x1b[2J'],
  ['for its gate', [condition('Approved', 'WaitingForApproval', 'x'), condition('Progressing', 'UpgradeGated', 'gate')], 'shop-1.1.0: gate'],
])('waits %s', (_what, conditions, line) => {
  expect(upgradeLines([upgrade(conditions)]).slice(2)).toEqual(line === undefined ? [] : ['', line]);
});

test('one that would be refused says so, in the list and before its changes', () => {
  const refused = upgrade([], [{ action: 'refused', object: 'Deployment.apps/v1 a/b', message: 'immutable' }]);
  expect(upgradeLines([refused])[1]).toContain('cannot be rolled out: 1 refused, see boxcutter diff');
  expect(upgradeDiffLines(refused, paint({ isTTY: false } as NodeJS.WriteStream)).join('\n')).toContain('As things are, it cannot be rolled out');
});
