/** Upgrades that go by themselves, and back by themselves: what is said while they wait, and when the clock lets them go. */
import { API_VERSION, type KubeObject, type ObjectRef } from '../../../lib/api';
import { extensionController } from '../../../lib/controllers/extension';
import { timestamp } from '../../../lib/controllers/process';
import { readConfig } from '../../../lib/controllers/process/config/read-config';
import { revisionController } from '../../../lib/controllers/revision';
import { scratchFolder } from '../cli/command';
import { ControllerBench, LABEL_SHARD, type Process } from '../support/controllers';
import { MovingClock } from '../support/moving-clock';
import { CarriedCatalog } from './carried-catalog';
import { extension, revision, saidOf } from './fleet';

const MINUTE_MS = 60_000;
const NAMES = ['within', 'window', 'soak', 'quiet', 'late', 'look'];
const scratch = scratchFolder();
const clock = new MovingClock();
let bench: ControllerBench;
let catalog: CarriedCatalog;
let controllers: Process;

const named = (name: string): ObjectRef => extension(`${name}-${bench.extension}`);
const pending = (name: string, version: string): ObjectRef => revision(`${named(name).name}-${version}`);
/** @param catalog of its source, beside the package */
const put = (name: string, spec: object = {}, { catalog: of = {}, labels = {} }: { readonly catalog?: object; readonly labels?: object } = {}) => (
  bench.client.apply({
    apiVersion: API_VERSION, kind: 'ClusterExtension', metadata: { name: named(name).name, labels: { [LABEL_SHARD]: bench.extension, ...labels } },
    spec: { namespace: bench.namespace, source: { sourceType: 'Catalog', catalog: { packageName: name, ...of } }, ...spec },
  } as unknown as KubeObject)
);
const versionOf = (live: KubeObject | undefined): string | undefined => (
  (live?.['status'] as { readonly install?: { readonly bundle: { readonly version: string } } } | undefined)?.install?.bundle.version
);
const installed = (name: string, version: string): Promise<void> => bench.client.until(named(name), (live) => versionOf(live) === version);
const gone = (ref: ObjectRef): Promise<void> => bench.client.until(ref, (live) => live === undefined);
/** @param parts of one of its conditions, all of them */
async function said(ref: ObjectRef, ...parts: readonly string[]): Promise<KubeObject> {
  let found: KubeObject | undefined;
  await bench.client.until(ref, (live) => {
    found = live;
    return saidOf(live).some((one) => parts.every((part) => one.includes(part)));
  });
  return found as KubeObject;
}
const sinceOf = (live: KubeObject): number => Date.parse((live['spec'] as { readonly availableSince: string }).availableSince);
const reasonsOf = (name: string): readonly string[] => (
  controllers.events.filter(({ about }) => about === named(name).name).map(({ reason }) => reason)
);
const notesOf = (name: string): readonly string[] => controllers.events.filter(({ about }) => about === named(name).name).map(({ note }) => note);
/** The controllers have looked at it once more: labels of an extension become those of its pending upgrade. */
async function lookedAt(name: string, version: string, spec: object = {}): Promise<void> {
  const labels = { seen: String(clock.now().getTime()) };
  await put(name, spec, { labels });
  await bench.client.until(pending(name, version), (live) => live?.metadata.labels?.['seen'] === labels.seen);
}

const upgradeOf = async (name: string, version: string): Promise<Readonly<Record<string, unknown>>> => {
  let found: unknown;
  await bench.client.until(pending(name, version), (live) => {
    found = (live?.['status'] as { readonly upgrade?: object } | undefined)?.upgrade;
    return found !== undefined;
  });
  return found as Readonly<Record<string, unknown>>;
};
const field = { type: 'object', properties: { size: { type: 'integer' } } };
/** Of a definition. */
const served = (name: string, storage: boolean, spec: object): object => (
  { name, served: true, storage, schema: { openAPIV3Schema: { type: 'object', properties: { spec } } } }
);
const thing = (name: string, version: string): KubeObject => ({
  apiVersion: `${catalog.groupOf(name)}/${version}`, kind: `${name[0]?.toUpperCase()}${name.slice(1)}`,
  metadata: { name: 'one', namespace: bench.namespace }, spec: { size: 1 },
}) as unknown as KubeObject;

beforeAll(async () => {
  bench = await ControllerBench.open('rules');
  catalog = new CarriedCatalog(scratch, 'rules', bench.extension);
  for (const name of NAMES) await catalog.publish(name, '1.0.0');
  const { upgradeApproval } = readConfig(scratch.write('controller.yaml', 'upgradeApproval: {mode: Automatic, soakMinutes: 45}\n'));
  controllers = await bench.start([extensionController({ catalogs: catalog }), revisionController()], { clock, config: { upgradeApproval } });
}, 60_000);
afterAll(async () => {
  for (const { apiVersion, kind } of [thing('late', 'v2'), thing('look', 'v1')]) {
    await bench.client.delete({ apiVersion, kind, name: 'one', namespace: bench.namespace });
  }
  await Promise.all(NAMES.map(async (name) => {
    await bench.client.delete(named(name));
    await gone(named(name));
  }));
  await bench.close();
}, 120_000);

// The first: it goes by when objects were made, and nobody sets the clock of the API server forward.
test('an upgrade whose deadline passes is rolled back; definitions that cannot go back without harm stay, and it is said why', async () => {
  const group = catalog.groupOf('late');
  await catalog.publish('late', '1.0.1', { versions: [served('v1', true, { type: 'object' })] });
  await catalog.publish('late', '1.1.0', { versions: [served('v1', false, field), served('v2', true, field)] });
  const rule = { upgradeApproval: { mode: 'Automatic' }, onUpgradeFailure: 'Rollback', progressDeadlineMinutes: 10 };
  const nowhere = { config: { configType: 'Inline', inline: { deploymentConfig: { nodeSelector: { never: 'there' } } } } };
  await put('late', rule, { catalog: { version: '1.0.1' } });
  await installed('late', '1.0.1');
  await put('late', { ...rule, ...nowhere }, { catalog: { version: '1.1.x' } });
  await said(revision(`${named('late').name}-2`), 'Available False ProbeFailure', 'late-operator');
  await bench.client.apply(thing('late', 'v2'));
  clock.goOn(11 * MINUTE_MS);
  await said(revision(`${named('late').name}-3`), 'Succeeded True RolloutSuccess');
  const kept = `CustomResourceDefinitions stay as the failed version has them, because going back would break something (lates.${group}: `;
  const back = await said(
    named('late'), 'Progressing True Succeeded', 'Revision 2 (version 1.1.0) failed (ProgressDeadlineExceeded) and was rolled back', kept,
    'storedVersionRemoval: stored versions removed : [v2]', 'existingFieldRemoval: removed field : v1.^.spec.size',
    'Version 1.1.0 is available, and waits for approval, because it was installed before, failed, and was rolled back',
  );
  expect(versionOf(back)).toBe('1.0.1');
  const [event] = controllers.events.filter(({ reason }) => reason === 'RolledBack');
  expect(event?.note).toContain(`Revision 2 (version 1.1.0) failed (ProgressDeadlineExceeded). Revision 3 brings back version 1.0.1 as revision 1 had it. ${kept}`);
  const ref = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `lates.${group}` };
  expect((await bench.client.get(ref))['spec']).toMatchObject({ versions: [{ name: 'v1' }, { name: 'v2', storage: true }] });
  await said(pending('late', '1.1.0'), 'Approved False WaitingForApproval: Version 1.1.0 waits until spec.approved is true: it was installed before, failed');
}, 120_000);

test('within: a patch goes, a minor version waits for a person until the rule lets it go, a major one until somebody approves', async () => {
  const rule = (within: string): object => ({ upgradeApproval: { mode: 'Automatic', within } });
  await put('within', rule('Patch'));
  await installed('within', '1.0.0');
  const byRule = said(pending('within', '1.0.1'), 'Approved True ApprovedByRule: The rule of the extension lets version 1.0.1 go.');
  await catalog.publish('within', '1.0.1');
  await byRule;
  await installed('within', '1.0.1');
  await gone(pending('within', '1.0.1'));

  await catalog.publish('within', '1.1.0');
  const why = 'it changes more than spec.upgradeApproval.within of the extension lets go by itself';
  await said(pending('within', '1.1.0'), `Approved False WaitingForApproval: Version 1.1.0 waits until spec.approved is true: ${why}.`);
  await said(named('within'), `Version 1.1.0 is available, and waits for approval, because ${why}: kubectl patch `);
  await put('within', rule('Minor'));
  await installed('within', '1.1.0');

  await catalog.publish('within', '2.0.0');
  await said(pending('within', '2.0.0'), `Approved False WaitingForApproval: Version 2.0.0 waits until spec.approved is true: ${why}.`);
  await bench.client.cluster.patch(pending('within', '2.0.0'), [{ op: 'add', path: '/spec/approved', value: true }], 'kubectl');
  await installed('within', '2.0.0');
  expect(reasonsOf('within').filter((reason) => reason.startsWith('Upgrade'))).toEqual([
    ...['UpgradeAvailable', 'UpgradeApproved', 'UpgradeInitiated'], ...['UpgradeAvailable', 'UpgradeApproved', 'UpgradeInitiated'],
    ...['UpgradeAvailable', 'UpgradeApproved', 'UpgradeInitiated'],
  ]);
}, 120_000);

test('soaking, as the file of the controllers says for extensions that say nothing: it goes so long after it was found, and not before', async () => {
  await put('soak');
  await installed('soak', '1.0.0');
  await catalog.publish('soak', '1.1.0');
  const waiting = await said(pending('soak', '1.1.0'), 'Approved False Soaking');
  const until = timestamp(new Date(sinceOf(waiting) + 45 * MINUTE_MS));
  expect(saidOf(waiting)).toEqual([
    `Approved False Soaking: Version 1.1.0 goes by itself at ${until}, or when it is approved.`, 'Progressing False NotInitiated: The upgrade has not begun.',
  ]);
  expect((waiting['spec'] as { readonly approved: boolean }).approved).toBe(false);
  await said(named('soak'), `Version 1.1.0 is available, and goes by itself at ${until}. Earlier: kubectl patch `);
  expect(notesOf('soak')).toContain(
    `Version 1.1.0 can follow 1.0.0: it goes by itself at ${until}, or with the approval of ClusterExtensionRevision ${waiting.metadata.name}.`,
  );
  clock.goOn(40 * MINUTE_MS);
  await lookedAt('soak', '1.1.0');
  expect(versionOf(await bench.client.get(named('soak')))).toBe('1.0.0');
  clock.goOn(5 * MINUTE_MS);
  await installed('soak', '1.1.0');
  await gone(pending('soak', '1.1.0'));
}, 60_000);

test('a maintenance window that is closed: it goes when the window opens, in the time zone of the window', async () => {
  // Two hours from now; in Tokyo it is nine hours later than in UTC, all year.
  const opens = new Date(Math.ceil(clock.now().getTime() / MINUTE_MS) * MINUTE_MS + 120 * MINUTE_MS);
  const schedule = `${opens.getUTCMinutes()} ${(opens.getUTCHours() + 9) % 24} * * *`;
  const rule = { upgradeApproval: { mode: 'Automatic', windows: [{ schedule, durationMinutes: 60, timeZone: 'Asia/Tokyo' }] } };
  await put('window', rule);
  await installed('window', '1.0.0');
  await catalog.publish('window', '1.1.0');
  const waiting = await said(pending('window', '1.1.0'), 'Approved False OutsideWindow');
  const opening = `the maintenance window opens at ${timestamp(opens)}`;
  expect(saidOf(waiting)).toEqual([
    `Approved False OutsideWindow: Version 1.1.0 goes by itself when ${opening}, or when it is approved.`, 'Progressing False NotInitiated: The upgrade has not begun.',
  ]);
  await said(named('window'), `Version 1.1.0 is available, and goes by itself when ${opening}. Earlier: kubectl patch `);
  clock.goOn(100 * MINUTE_MS);
  await lookedAt('window', '1.1.0', rule);
  expect(versionOf(await bench.client.get(named('window')))).toBe('1.0.0');
  clock.goOn(opens.getTime() - clock.now().getTime());
  await installed('window', '1.1.0');
}, 60_000);

test('what no event tells is found within half an hour, and nothing is asked meanwhile, nor while it waits', async () => {
  const manual = { upgradeApproval: { mode: 'Manual' } };
  await put('quiet', manual);
  await installed('quiet', '1.0.0');
  await said(named('quiet'), 'Progressing True Succeeded');
  await catalog.publish('quiet', '1.1.0', { tell: false });
  expect(await bench.client.exists(pending('quiet', '1.1.0'))).toBe(false);
  clock.goOn(30 * MINUTE_MS);
  await said(pending('quiet', '1.1.0'), 'Approved False WaitingForApproval');
  await said(named('quiet'), 'Version 1.1.0 is available, and waits for approval');
  await bench.client.until(pending('quiet', '1.1.0'), (live) => JSON.stringify(live?.['status']).includes('counts'));
  await lookedAt('quiet', '1.1.0', manual);
  const sent = (): number => Object.entries(controllers.cluster.requests()).reduce((sum, [verb, count]) => (verb === 'watch' ? sum : sum + count), 0);
  // Events are written beside the turns: nothing is on its way when the server has answered others for a while, and us nothing.
  let before = -1;
  for (let same = 0; same < 50; same = sent() === before ? same + 1 : 0) {
    before = sent();
    await bench.client.exists(named('quiet'));
  }
  expect(clock.dueWithin(25 * MINUTE_MS)).toBe(0);
  clock.goOn(25 * MINUTE_MS);
  expect(await bench.client.exists(pending('quiet', '1.1.0'))).toBe(true);
  expect(sent()).toBe(before);
}, 60_000);

test('what approving would do: a definition that would break objects, which is refused; and why it cannot be told', async () => {
  await catalog.publish('look', '1.0.1', { versions: [served('v1', true, field)] });
  await put('look', { upgradeApproval: { mode: 'Manual' } });
  await installed('look', '1.0.1');
  await bench.client.apply(thing('look', 'v1'));
  await catalog.publish('look', '1.1.0', { versions: [served('v1', true, { type: 'object' })] });
  const finding = `looks.${catalog.groupOf('look')}: existingFieldRemoval: removed field : v1.^.spec.size`;
  expect(await upgradeOf('look', '1.1.0')).toMatchObject({ from: '1.0.1', definitions: [finding] });
  await bench.client.cluster.patch(pending('look', '1.1.0'), [{ op: 'add', path: '/spec/approved', value: true }], 'kubectl');
  await said(named('look'), 'Progressing True Retrying: error for resolved bundle "look.v1.1.0" with version "1.1.0": ', 'spec.install.preflight.crdUpgradeSafety.enforcement');
  expect(versionOf(await bench.client.get(named('look')))).toBe('1.0.1');

  await catalog.publish('look', '1.2.0', { versions: [served('v1', true, field)], installModes: ['SingleNamespace'] });
  expect(await upgradeOf('look', '1.2.0')).toEqual({
    from: '1.0.1', basis: expect.any(String) as string, dependencies: [],
    problem: "invalid bundle configuration: missing required field 'watchNamespace'",
  });
}, 60_000);
