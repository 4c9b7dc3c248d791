/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterUp } from '../../../lib/cli/actions/cluster/up';
import { ahead, connected, withCluster as inSession, type Session } from '../../../lib/cli/session';
import * as controlPlane from '../../../lib/control-plane';
import { defined } from '../../../lib/defined';
import { BoxcutterError } from '../../../lib/errors';
import { connect, type ConnectOptions, type KubeCluster } from '../../../lib/kube';
import { FakeServer } from '../kube/fake-server';

jest.mock('../../../lib/control-plane');

describe('how a session ends', () => {
  let server: FakeServer;
  let folder: string;
  let kubeconfig: string;
  /** Paths that are never answered. */
  let hanging: RegExp;
  let reached: Promise<void>;
  beforeEach(async () => {
    server = await FakeServer.start();
    folder = mkdtempSync(join(tmpdir(), 'session-'));
    kubeconfig = join(folder, 'kubeconfig');
    writeFileSync(kubeconfig, JSON.stringify({
      'current-context': 'x',
      'clusters': [{ name: 'x', cluster: { server: server.url } }],
      'users': [{ name: 'x', user: {} }],
      'contexts': [{ name: 'x', context: { cluster: 'x', user: 'x' } }],
    }));
    reached = new Promise((resolve) => {
      server.handler = ({ path }) => {
        if (!hanging.test(path)) return undefined;
        resolve();
        return true;
      };
    });
  });
  afterEach(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const withCluster = <T>(timeoutMs: number | undefined, work: (session: Session) => Promise<T>): Promise<T> =>
    inSession({ kubeconfig }, timeoutMs, work, connect);
  const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name: 'a' };
  const interrupt = async (): Promise<void> => {
    await reached;
    process.emit('SIGINT');
  };

  test('out of time while the server takes the connection and says nothing: unreachable, not interrupted', async () => {
    hanging = /./;
    await expect(withCluster(100, () => Promise.resolve(0))).rejects.toMatchObject({
      code: 'server-unreachable', category: 'server', message: `The API server ${server.url} did not answer within 0.1 s.`,
    });
  });

  test('out of time while a list hangs: unreachable', async () => {
    hanging = /configmaps/;
    await expect(withCluster(200, ({ cluster }) => cluster.list({ apiVersion: 'v1', kind: 'ConfigMap' }))).rejects.toMatchObject({
      code: 'server-unreachable', category: 'server', message: `The API server ${server.url} did not answer within 0.2 s.`,
    });
  });

  test('Ctrl-C while connecting, or while a list hangs, is an interruption', async () => {
    for (const [pattern, kind] of [[/./, 'ConfigMap'], [/configmaps/, 'ConfigMap']] as const) {
      hanging = pattern;
      const ended = expect(withCluster(undefined, ({ cluster }) => cluster.list({ apiVersion: 'v1', kind }))).rejects.toMatchObject({
        code: 'interrupted', category: 'interrupted', message: 'Interrupted.',
      });
      await interrupt();
      await ended;
    }
  });

  test('a failure after Ctrl-C is reported as an interruption, with what failed', async () => {
    hanging = /configmaps/;
    const ended = expect(withCluster(undefined, async ({ cluster }) => {
      const answer = await cluster.get(ref);
      throw new BoxcutterError('state-unreachable', 'server', `It is ${answer.type}.`, { hint: 'Do it again.' });
    })).rejects.toMatchObject({ category: 'interrupted', message: 'Interrupted. It is lost.', hint: 'Do it again.' });
    await interrupt();
    await ended;
  });

  test('work that ends by itself is not disturbed, and Ctrl-C ends the process afterwards', async () => {
    hanging = /configmaps/;
    const before = process.listenerCount('SIGINT');
    const work = withCluster(undefined, async ({ cluster, signal, ended }) => {
      await cluster.get(ref);
      return [signal.aborted, ended()];
    });
    await interrupt();
    await expect(work).resolves.toEqual([true, 'interrupted']);
    expect(process.listenerCount('SIGINT')).toBe(before);
  });
});

describe('one connection a command', () => {
  /** What was dialled, broken off and closed, in this order. */
  let said: string[];
  beforeEach(() => (said = []));
  /** Lets dials end, one after the other; none: they end at once. */
  let answers: Promise<void>[] = [];
  afterEach(() => (answers = []));
  const dial = async ({ signal }: ConnectOptions = {}): Promise<KubeCluster> => {
    const name = said.filter((word) => word.startsWith('dial')).length + 1;
    said.push(`dial ${name}`);
    signal?.addEventListener('abort', () => said.push(`wind down ${name}`));
    await answers.shift();
    return { close: () => said.push(`close ${name}`), name } as unknown as KubeCluster;
  };

  test('is dialled when the first session begins, and shared by all', async () => {
    const result = await connected({}, async (connection) => {
      expect(said).toEqual([]);
      const first = await connection.session(1000, ({ cluster }) => Promise.resolve(cluster));
      const second = await connection.session(undefined, ({ cluster }) => Promise.resolve(cluster));
      return first === second;
    }, dial);
    expect(result).toBe(true);
    expect(said).toEqual(['dial 1', 'close 1']);
  });

  test('is not dialled when nothing needs it', async () => {
    await connected({}, () => Promise.resolve(), dial);
    expect(said).toEqual([]);
  });

  test('is closed when the work fails', async () => {
    const work = connected({}, (connection) => connection.session(1000, () => Promise.reject(new Error('no'))), dial);
    await expect(work).rejects.toThrow('no');
    expect(said).toEqual(['dial 1', 'close 1']);
  });

  test('that was broken off by a time limit is not used again; each session has a limit of its own', async () => {
    await connected({}, async (connection) => {
      await connection.session(1000, () => Promise.resolve());
      await connection.session(20, ({ signal }) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())));
      await connection.session(1000, async ({ signal, ended }) => expect([signal.aborted, ended()]).toEqual([false, undefined]));
    }, dial);
    expect(said).toEqual(['dial 1', 'wind down 1', 'close 1', 'dial 2', 'close 2']);
  });

  describe('begun before a session needs it', () => {
    test('is the one of the first session', async () => {
      await connected({}, async (connection) => {
        connection.begin(1000);
        expect(said).toEqual(['dial 1']);
        await connection.session(1000, () => Promise.resolve());
      }, dial);
      expect(said).toEqual(['dial 1', 'close 1']);
    });

    test('is broken off, and not waited for, when none comes', async () => {
      answers = [new Promise(() => undefined)];
      const endless: typeof dial = ({ signal, ...more } = {}) => Promise.race([
        dial({ ...defined({ signal }), ...more }),
        new Promise<never>((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
      ]);
      await expect(ahead({}, 1000, () => Promise.reject(new Error('no such file')), endless)).rejects.toThrow('no such file');
      expect(said).toEqual(['dial 1', 'wind down 1']);
    });

    test('gives the first session its error, and the next one another dial', async () => {
      answers = [Promise.reject(new Error('no'))];
      await ahead({}, 1000, () => Promise.resolve(async (connection) => {
        await expect(connection.session(1000, () => Promise.resolve())).rejects.toThrow('no');
        await connection.session(1000, () => Promise.resolve());
      }), dial);
      expect(said).toEqual(['dial 1', 'dial 2', 'close 2']);
    });

    describe('asks early what is needed later', () => {
      const nameOf = (cluster: KubeCluster): Promise<unknown> => Promise.resolve((cluster as unknown as { name: number }).name);

      test('as soon as it is there', async () => {
        await ahead({}, 1000, () => Promise.resolve(async (connection) => {
          await expect(connection.early(nameOf)).resolves.toBe(1);
        }), dial);
        // No session has needed it.
        expect(said).toEqual(['dial 1', 'wind down 1', 'close 1']);
      });

      test('and leaves what fails to the session', async () => {
        answers = [Promise.reject(new Error('no')), undefined as never];
        await ahead({}, 1000, () => Promise.resolve(async (connection) => {
          await expect(connection.early(nameOf)).resolves.toBeUndefined();
        }), dial);
        await connected({}, async (connection) => {
          connection.begin(1000);
          await expect(connection.early(() => Promise.reject(new Error('refused')))).resolves.toBeUndefined();
        }, dial);
      });

      test('but not where none was begun', async () => {
        await connected({}, async (connection) => {
          await expect(connection.early(nameOf)).resolves.toBeUndefined();
        }, dial);
        expect(said).toEqual([]);
      });
    });

    test('is needed from the first session on, and not before', async () => {
      const needed: string[] = [];
      const asking: typeof dial = (options) => {
        void options?.needed?.then(() => needed.push('needed'), () => needed.push('not needed'));
        return dial(options);
      };
      await ahead({}, 1000, () => Promise.resolve(async (connection) => {
        expect(needed).toEqual([]);
        await connection.session(1000, () => Promise.resolve());
        expect(needed).toEqual(['needed']);
      }), asking);
      await ahead({}, 1000, () => Promise.resolve(() => Promise.resolve()), asking);
      expect(needed).toEqual(['needed', 'not needed']);
    });
  });

  describe('sessions at the same time', () => {
    const nameOf = ({ cluster }: Session): Promise<unknown> => Promise.resolve((cluster as unknown as { name: number }).name);
    /** Work that lasts until it is broken off. */
    const untilBroken = ({ signal }: Session): Promise<void> => new Promise((resolve) => signal.addEventListener('abort', () => resolve()));

    test('share one dial', async () => {
      let answer = (): void => undefined;
      answers = [new Promise((resolve) => (answer = resolve))];
      await connected({}, async (connection) => {
        const both = [connection.session(1000, nameOf), connection.session(1000, nameOf)];
        answer();
        await expect(Promise.all(both)).resolves.toEqual([1, 1]);
      }, dial);
      expect(said).toEqual(['dial 1', 'close 1']);
    });

    test('share a dial that fails; the next session dials anew', async () => {
      answers = [Promise.reject(new Error('no'))];
      await connected({}, async (connection) => {
        const both = [connection.session(1000, nameOf), connection.session(1000, nameOf)];
        await expect(Promise.allSettled(both)).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
        await expect(connection.session(1000, nameOf)).resolves.toBe(2);
      }, dial);
      expect(said).toEqual(['dial 1', 'dial 2', 'close 2']);
    });

    test('one is out of time: the connection is closed after the last of them, and the next session dials anew', async () => {
      let end = (): void => undefined;
      await connected({}, async (connection) => {
        const longer = connection.session(undefined, () => new Promise<void>((resolve) => (end = resolve)));
        await connection.session(20, untilBroken);
        expect(said).toEqual(['dial 1', 'wind down 1']);
        end();
        await longer;
        await expect(connection.session(1000, nameOf)).resolves.toBe(2);
      }, dial);
      expect(said).toEqual(['dial 1', 'wind down 1', 'close 1', 'dial 2', 'close 2']);
    });
  });
});

test('Ctrl-C reaches a local cluster that is being started', async () => {
  const before = process.listenerCount('SIGINT');
  jest.mocked(controlPlane.up).mockImplementation(({ signal } = {}) => new Promise((_resolve, reject) => {
    const interrupt = (): void => reject(new BoxcutterError('interrupted', 'interrupted', 'Interrupted.'));
    if (signal?.aborted === true) interrupt();
    signal?.addEventListener('abort', interrupt);
  }));
  const up = clusterUp({ name: 'x', nodes: 1, output: 'json' });
  process.emit('SIGINT');
  await expect(up).rejects.toMatchObject({ category: 'interrupted' });
  expect(process.listenerCount('SIGINT')).toBe(before);
});
