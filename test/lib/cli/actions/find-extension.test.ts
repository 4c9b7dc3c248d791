/** Where subcommands that only look find an extension when the line names no namespace. */
import { history } from '../../../../lib/cli/actions/history';
import type { HistoryArgs } from '../../../../lib/cli/commands/history';
import { capturedOutput, recordOf, startStateServer, type StateServer } from './state-server';

let server: StateServer;
beforeAll(async () => {
  server = await startStateServer();
});
afterAll(() => server.stop());
const { out, err } = capturedOutput();

const run = (args: Partial<HistoryArgs> = {}): Promise<number> =>
  history({ kubeconfig: server.kubeconfig, extension: 'shop', output: 'text', ...args });

test('the only one of its name is found in whatever namespace, and it is said which', async () => {
  server.holds(recordOf({}, 'ops'));
  expect(await run()).toBe(0);
  expect(out()).toContain('There is no revision on record.');
  expect(err()).toBe('The state of extension "shop" is in namespace ops.\n');
});

test('the one in the namespace of the context comes first', async () => {
  server.holds(recordOf({}, 'home'), recordOf({}, 'ops'));
  expect(await run()).toBe(0);
  expect(err()).toBe('');
});

test('of several none is chosen, and a namespace that is named is the only one', async () => {
  server.holds(recordOf({}, 'ops'), recordOf({}, 'other'));
  await expect(run()).rejects.toMatchObject({ code: 'not-found' });
  server.holds(recordOf({}, 'ops'));
  await expect(run({ namespace: 'home' })).rejects.toMatchObject({ code: 'not-found' });
  await expect(run({ stateNamespace: 'home' })).rejects.toMatchObject({ code: 'not-found' });
});
