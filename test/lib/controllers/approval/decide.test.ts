import { decideUpgrade, type PendingUpgrade, type UpgradeFacts, type UpgradeRule } from '../../../../lib/controllers/approval';

const NOW = new Date('2026-01-01T12:00:00Z');
const bundle = (version: string, reference = `x.example/p:v${version}`) => ({ name: `p.v${version}`, version, reference });
const pending = (version: string, more: Partial<PendingUpgrade> = {}): PendingUpgrade => ({
  name: `p-${version}`, uid: `uid-${version}`, bundle: bundle(version), availableSince: NOW, isApproved: false, isLeaving: false, ...more,
});
const manual: UpgradeRule = { mode: 'Manual' };

/** `may go|waits`, `+1.1.0` for a pending upgrade that is made, `-p-1.1.0` for one that goes. */
type Input = Partial<Omit<UpgradeFacts, 'installed'>> & { readonly isFirst?: boolean };

function said({ isFirst = false, ...input }: Input): string {
  const decision = decideUpgrade({
    rule: manual, found: bundle('1.1.0'), pending: [], now: NOW, ...(isFirst ? {} : { installed: bundle('1.0.0') }), ...input,
  });
  const { mayGo, create, remove, againInMs } = decision;
  return [
    mayGo ? 'may go' : 'waits',
    ...(create === undefined ? [] : [`+${create.version}`]),
    ...remove.map(({ name }) => `-${name}`),
    ...(againInMs === undefined ? [] : [`in ${againInMs / 60_000} min`]),
  ].join(' ');
}

test.each<[string, Input, string]>([
  ['a first install needs nobody', { isFirst: true }, 'may go'],
  ['an upgrade is written down, and waits', {}, 'waits +1.1.0'],
  ['it waits while nobody has approved it', { pending: [pending('1.1.0')] }, 'waits'],
  ['it goes when it is approved, and stays until it is done', { pending: [pending('1.1.0', { isApproved: true })] }, 'may go'],
  ['it goes on when it has begun', { pending: [pending('1.1.0')], rollingOut: bundle('1.1.0') }, 'may go'],
  ['done: what is pending goes', { found: bundle('1.0.0'), pending: [pending('1.1.0', { isApproved: true })] }, 'may go -p-1.1.0'],
  ['nothing newer in the catalogs', { found: 'none', pending: [pending('1.1.0')] }, 'may go -p-1.1.0'],
  ['no catalog can be asked: what was found stays', { found: 'unknown', pending: [pending('1.1.0')] }, 'waits'],
  ['something newer: approval of the older one is worth nothing', { found: bundle('1.2.0'), pending: [pending('1.1.0', { isApproved: true })] }, 'waits -p-1.1.0'],
  ['it is written when the older one is gone', { found: bundle('1.2.0'), pending: [pending('1.1.0', { isLeaving: true })] }, 'waits'],
  ['another image under the approved version', { found: bundle('1.1.0', 'x.example/other'), pending: [pending('1.1.0', { isApproved: true })] }, 'waits -p-1.1.0'],
  ['forward from a rollout that is stuck', { found: bundle('1.2.0'), rollingOut: bundle('1.1.0'), pending: [pending('1.1.0', { isApproved: true })] }, 'waits -p-1.1.0'],
  ['back to what is installed needs nobody', { found: bundle('1.0.0'), rollingOut: bundle('1.1.0') }, 'may go'],
  ['an older version is a change of version, too', { found: bundle('0.9.0') }, 'waits +0.9.0'],
  ['two at once: the wrong one goes', { pending: [pending('1.0.5', { isApproved: true }), pending('1.1.0')] }, 'waits -p-1.0.5'],
  ['another release of the installed version', { found: { ...bundle('1.0.0'), release: '2' } }, 'waits +1.0.0'],
  ['that release, while it is rolled out', { found: { ...bundle('1.0.0'), release: '2' }, rollingOut: { ...bundle('1.0.0'), release: '2' }, pending: [pending('1.0.0')] }, 'may go'],
  ['automatic', { rule: { mode: 'Automatic' }, pending: [pending('1.1.0')] }, 'may go -p-1.1.0'],
  ['automatic within patches: a minor version waits for a person', { rule: { mode: 'Automatic', within: 'Patch' }, pending: [pending('1.1.0')] }, 'waits'],
  ['automatic within patches: a patch', { rule: { mode: 'Automatic', within: 'Patch' }, found: bundle('1.0.1'), pending: [pending('1.0.1')] }, 'may go'],
  ['automatic within minors', { rule: { mode: 'Automatic', within: 'Minor' }, pending: [pending('1.1.0')] }, 'may go'],
  ['automatic within minors: a major version', { rule: { mode: 'Automatic', within: 'Minor' }, found: bundle('2.0.0'), pending: [pending('2.0.0')] }, 'waits'],
  ['automatic within minors: a downgrade', { rule: { mode: 'Automatic', within: 'Minor' }, found: bundle('0.9.0'), pending: [pending('0.9.0')] }, 'waits'],
  ['what soaks has to be written down first', { rule: { mode: 'Automatic', soakMinutes: 10 } }, 'waits +1.1.0 in 10 min'],
  ['it soaks', { rule: { mode: 'Automatic', soakMinutes: 10 }, pending: [pending('1.1.0')] }, 'waits in 10 min'],
  ['it has soaked', { rule: { mode: 'Automatic', soakMinutes: 10 }, pending: [pending('1.1.0', { availableSince: new Date('2026-01-01T11:50:00Z') })] }, 'may go'],
  ['outside of its window', { rule: { mode: 'Automatic', windows: [{ schedule: '0 14 * * *', durationMinutes: 60 }] }, pending: [pending('1.1.0')] }, 'waits in 120 min'],
  ['in its window', { rule: { mode: 'Automatic', windows: [{ schedule: '30 11 * * *', durationMinutes: 60 }] }, pending: [pending('1.1.0')] }, 'may go'],
  ['the first window after it has soaked', { rule: { mode: 'Automatic', soakMinutes: 90, windows: [{ schedule: '0 12 * * *', durationMinutes: 60 }] }, pending: [pending('1.1.0')] }, 'waits in 1440 min'],
  ['a window that cannot be read lets nothing go', { rule: { mode: 'Automatic', windows: [{ schedule: 'soon', durationMinutes: 60 }] }, pending: [pending('1.1.0')] }, 'waits'],
  ['approved outside of its window', { rule: { mode: 'Automatic', windows: [{ schedule: '0 14 * * *', durationMinutes: 60 }] }, pending: [pending('1.1.0', { isApproved: true })] }, 'may go'],
  ['a closed gate holds what is approved', { gate: 'closed', pending: [pending('1.1.0', { isApproved: true })] }, 'waits'],
  ['a closed gate holds what goes by itself, and it is written down', { gate: 'closed', rule: { mode: 'Automatic' } }, 'waits +1.1.0'],
  ['a closed gate does not hold what has begun', { gate: 'closed', rollingOut: bundle('1.1.0'), pending: [pending('1.1.0')] }, 'may go'],
  ['a closed gate does not hold a way back', { gate: 'closed', rule: { mode: 'Automatic' }, found: bundle('0.9.0') }, 'may go'],
  ['what was rolled back takes a person, whatever the mode', { rule: { mode: 'Automatic' }, rolledBack: bundle('1.1.0'), pending: [pending('1.1.0')] }, 'waits'],
  ['what was rolled back, approved', { rule: { mode: 'Automatic' }, rolledBack: bundle('1.1.0'), pending: [pending('1.1.0', { isApproved: true })] }, 'may go'],
  ['something newer than what was rolled back', { rule: { mode: 'Automatic' }, rolledBack: bundle('1.1.0'), found: bundle('1.2.0') }, 'may go'],
  ['approved while it soaks', { rule: { mode: 'Automatic', soakMinutes: 10 }, pending: [pending('1.1.0', { isApproved: true })] }, 'may go'],
])('%s', (_name, input, expected) => expect(said(input)).toBe(expected));

test('a closed gate is beside the approval, and not in its place', () => {
  const approvalOf = (input: Partial<UpgradeFacts>) => (
    decideUpgrade({ rule: manual, found: bundle('1.1.0'), installed: bundle('1.0.0'), pending: [], now: NOW, gate: 'closed', ...input })
  );
  expect(approvalOf({})).toMatchObject({ waits: { type: 'gate' }, unapproved: { type: 'person', why: 'mode' } });
  expect(approvalOf({ rule: { mode: 'Automatic', soakMinutes: 10 } })).toMatchObject({ waits: { type: 'gate' }, unapproved: { type: 'soak' } });
  for (const approved of [{ rule: { mode: 'Automatic' } as const }, { pending: [pending('1.1.0', { isApproved: true })] }]) {
    expect(approvalOf(approved)).not.toHaveProperty('unapproved');
  }
});

test('there is one pending upgrade at most, whatever is there', () => {
  const versions = ['1.0.0', '1.1.0', '1.2.0'];
  for (const found of versions) {
    for (let mask = 0; mask < 64; mask += 1) {
      const there = versions.flatMap((version, index) => (
        (mask >> index) % 2 === 0 ? [] : [pending(version, { isApproved: (mask >> (index + 3)) % 2 === 1 })]
      ));
      const { create, remove, current, mayGo } = decideUpgrade({ rule: manual, installed: bundle('1.0.0'), found: bundle(found), pending: there, now: NOW });
      const stays = there.filter((one) => !remove.includes(one));
      expect(stays.length + (create === undefined ? 0 : 1)).toBeLessThanOrEqual(1);
      expect(stays.every(({ bundle: { version } }) => version === found)).toBe(true);
      // Nothing goes without an approval of this very version.
      expect(mayGo).toBe(found === '1.0.0' || current?.isApproved === true);
    }
  }
});
