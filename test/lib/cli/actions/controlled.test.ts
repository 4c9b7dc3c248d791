/** Extensions of the controllers, as the command shows them: what there is, and what one does there. */
import { explain } from '../../../../lib/cli/actions/explain';
import { get } from '../../../../lib/cli/actions/get';
import { outdated } from '../../../../lib/cli/actions/install/outdated';
import { upgrade } from '../../../../lib/cli/actions/install/upgrade';
import { history } from '../../../../lib/cli/actions/history';
import { status } from '../../../../lib/cli/actions/status';
import { tree } from '../../../../lib/cli/actions/tree';
import { COMMAND_WORDS } from '../../../../lib/cli/command-line/hints';
import type { KubeObject } from '../../../../lib/api';
import { BoxcutterError } from '../../../../lib/errors';
import { capturedOutput, extensionOf, revisionOf, startStateServer, type StateServer, upgradeOf } from './state-server';

let server: StateServer;
beforeAll(async () => {
  server = await startStateServer();
});
afterEach(() => server.runs());
afterAll(() => server.stop());
const { out, err } = capturedOutput();

const args = (extension: string, output: 'text' | 'json' = 'text') => ({ kubeconfig: server.kubeconfig, extension, output });
const condition = (type: string, state: string, reason: string, message: string): object => ({ type, status: state, reason, message });
const INSTALLED = [condition('Progressing', 'False', 'RolledOut', ''), condition('Succeeded', 'True', 'RolloutSuccess', '')];
const connected = (line: string): string => `${line} --kubeconfig ${server.kubeconfig}`;

describe('an upgrade that was found is shown beside what is installed, with the commands for it', () => {
  const approve = 'What it would change: DIFF. To approve it: APPROVE.';
  test.each<[string, object, readonly object[], string]>([
    ['it waits', {}, [condition('Approved', 'False', 'WaitingForApproval', 'x')], `Version 1.2.0 is available, and waits for approval. ${approve}`],
    ['it soaks', {}, [condition('Approved', 'False', 'Soaking', 'Version 1.2.0 goes by itself at noon, or when it is approved.')], `Version 1.2.0 goes by itself at noon, or when it is approved. ${approve}`],
    ['it is held back', {}, [condition('Progressing', 'False', 'UpgradeGated', 'it migrates.')], `Version 1.2.0 is available, and waits: it migrates. ${approve}`],
    ['it is approved', { approved: true }, [], 'Version 1.2.0 is approved; the controllers begin with it. What it would change: DIFF.'],
    ['it is under way', { approved: true }, [condition('Progressing', 'True', 'UpgradeInitiated', 'It is rolled out as shop-2.')], 'It is rolled out as shop-2. What it would change: DIFF.'],
  ])('%s', async (_what, spec, conditions, line) => {
    server.runs(extensionOf('shop'), revisionOf('shop', 1, {}, INSTALLED), upgradeOf('shop', '1.2.0', spec, conditions));
    const wanted = line.replace('DIFF', connected('boxcutter diff shop-1.2.0')).replace('APPROVE', connected('boxcutter approve shop-1.2.0'));
    expect(await status({ ...args('shop'), watch: false })).toBe(0);
    expect(out()).toContain(`\n${wanted}\n`);
    expect(await explain({ ...args('shop'), object: undefined })).toBe(0);
    expect(out().split(wanted)).toHaveLength(3);
  });

  test('and in the document', async () => {
    server.runs(extensionOf('shop'), revisionOf('shop', 1, {}, INSTALLED), upgradeOf('shop', '1.2.0'));
    await status({ ...args('shop', 'json'), watch: false });
    expect(JSON.parse(out())).toMatchObject({ runBy: 'controllers', pendingUpgrades: [{ name: 'shop-1.2.0', version: '1.2.0', approved: false }] });
  });
});

test.each<[name: string, message: string, hint: string]>([
  ['shop-1.2.0', 'There is no extension "shop-1.2.0": that is the pending upgrade to version 1.2.0 of extension "shop", which the controllers run.',
    'What it would change: boxcutter diff shop-1.2.0. To approve it: boxcutter approve shop-1.2.0. What is installed: boxcutter status shop'],
  ['shop-1', 'There is no extension "shop-1": that is revision 1 of extension "shop", which the controllers run.', 'All of its revisions: boxcutter history shop'],
  ['web', 'There is no extension "web" with its state in namespace home.',
    'Installed are: new (run by the controllers, not installed yet), shop (run by the controllers). If its state was lost: boxcutter recover web -n home.'],
])('what the name %s is, when it is none of an extension', async (name, message, hint) => {
  server.runs(extensionOf('new'), extensionOf('shop'), revisionOf('shop', 1, {}, INSTALLED), upgradeOf('shop', '1.2.0'));
  const error: unknown = await status({ ...args(name), watch: false }).catch((thrown: unknown) => thrown);
  if (!(error instanceof BoxcutterError)) throw new Error('It was found.');
  expect([error.code, error.message, error.hintIn(COMMAND_WORDS)]).toEqual(['not-found', message, hint]);
});

test.each<[what: string, upgrades: readonly KubeObject[], hint: string]>([
  ['waits', [upgradeOf('shop', '1.2.0')], 'Version 1.2.0 waits for approval: boxcutter approve shop-1.2.0. They upgrade it as its spec.source.catalog and spec.upgradeApproval say: kubectl edit clusterextension shop.'],
  ['is approved', [upgradeOf('shop', '1.2.0', { approved: true })], 'They upgrade it as its spec.source.catalog and spec.upgradeApproval say: kubectl edit clusterextension shop.'],
  ['was not found', [], 'They upgrade it as its spec.source.catalog and spec.upgradeApproval say: kubectl edit clusterextension shop.'],
])('upgrade and outdated of one that the controllers run, of which an upgrade %s', async (_what, upgrades, hint) => {
  server.runs(extensionOf('shop'), revisionOf('shop', 1, {}, INSTALLED), ...upgrades);
  for (const action of [upgrade, outdated]) {
    const asked = (action as (args: object) => Promise<number>)({ ...args('shop'), all: false, allNamespaces: false, timeout: '60s', catalog: [] });
    await expect(asked).rejects.toMatchObject({ code: 'run-by-controllers', message: expect.stringContaining('ClusterExtension shop') as string, hint });
  }
});

test('outdated says who upgrades what it does not show', async () => {
  server.runs(extensionOf('new'), extensionOf('shop'), revisionOf('shop', 1, {}, INSTALLED));
  expect(await outdated({ kubeconfig: server.kubeconfig, output: 'text', allNamespaces: true, catalog: [] } as never)).toBe(0);
  expect(out()).toBe('No extension of the command is installed here.\n');
  expect(err()).toContain('2 extensions are run by the controllers, which look for upgrades themselves. Those that wait for approval: boxcutter upgrades');
});

test('one that has not installed anything: why, and what it asks for', async () => {
  const said = { status: { conditions: [condition('Progressing', 'True', 'Retrying', 'no bundles found')] } };
  server.runs(extensionOf('shop', said));
  const why = 'Why: kubectl describe clusterextension shop; what it asks for: kubectl edit clusterextension shop.';
  for (const look of [() => status({ ...args('shop'), watch: false }), () => explain({ ...args('shop'), object: undefined }), () => tree(args('shop'))]) {
    const before = out().length;
    expect(await look()).toBe(3);
    expect(out().slice(before)).toContain(`There is no revision yet. ${why}`);
    expect(out().slice(before)).toMatch(/^shop: not as it should be/);
  }
  expect(out()).toContain('no bundles found');
  expect(await history(args('shop'))).toBe(0);
  expect(out()).toContain(`There is no revision on record. Why: ${connected('boxcutter status shop')}\n`);
  await expect(get({ ...args('shop'), what: 'manifest', showSecrets: false } as never)).rejects.toMatchObject({
    message: 'Extension "shop" has no revision yet.', hint: why,
  });
});
