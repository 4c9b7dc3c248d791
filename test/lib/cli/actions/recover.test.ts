/**
 * `boxcutter recover`: what is printed of a record that was made anew. Making it: test/lib/runtime and test/server.
 *
 * @jest-environment node
 */
import { recover } from '../../../../lib/cli/actions/recover';
import type { RecoverArgs } from '../../../../lib/cli/commands/recover';
import * as runtime from '../../../../lib/runtime';
import { capturedOutput, recordOf, startStateServer, type StateServer } from './state-server';

jest.mock('../../../../lib/runtime', () => {
  const actual = jest.requireActual<typeof runtime>('../../../../lib/runtime');
  return { ...actual, recoverExtension: jest.fn(actual.recoverExtension) };
});

let server: StateServer;
beforeAll(async () => {
  server = await startStateServer();
});
afterAll(() => server.stop());
const { out, err } = capturedOutput();

const refs = [
  { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings' },
  { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' },
];
const run = (args: Partial<RecoverArgs> = {}): Promise<number> =>
  recover({ kubeconfig: server.kubeconfig, extension: 'shop', output: 'text', dryRun: false, marked: false, breakLock: false, ...args });

describe('a record that was made anew', () => {
  beforeEach(() => {
    jest.mocked(runtime.recoverExtension).mockImplementationOnce((_extension, { stateNamespace, dryRun = false, onNote }) => {
      onNote?.(`state in ${stateNamespace}`);
      const [copy] = refs;
      const copies = dryRun && copy !== undefined ? [copy] : [];
      return Promise.resolve({ objects: refs.map((ref) => ({ ref, phase: 'deploy', order: 0 })), copies, formerUids: [], dryRun });
    });
  });

  test('in text: its objects, and what to do next; notes apart', async () => {
    expect(await run({ namespace: 'ops' })).toBe(0);
    expect(out()).toBe('Recovered 2 objects of shop:\n  ConfigMap shop/settings\n  Deployment shop/web\n' +
      'Apply the package again to bring record and objects together, or delete the extension.\n');
    expect(err()).toBe('state in ops\n');
  });

  test('as a dry run: what would be taken over, and what would be left', async () => {
    expect(await run({ dryRun: true })).toBe(10);
    expect(out()).toBe('Would take over 2 objects of shop:\n  ConfigMap shop/settings\n  Deployment shop/web\n' +
      'Left alone, because shop did not write them (--marked takes them over, too):\n  ConfigMap shop/settings\n' +
      'Nothing was written (dry run).\n');
  });

  test('as a document', async () => {
    expect(await run({ output: 'json' })).toBe(0);
    expect(JSON.parse(out())).toEqual({ schema: 'boxcutter.recover/v1', extension: 'shop', dryRun: false, objects: refs, copies: [] });
  });
});

test('a record that is there needs none', async () => {
  server.holds(recordOf({}, 'home'));
  await expect(run()).rejects.toMatchObject({ code: 'recover-needless', category: 'input' });
  expect(out()).toBe('');
});
