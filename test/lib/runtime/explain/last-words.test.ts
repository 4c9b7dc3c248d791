import type { KubeObject } from '../../../../lib/api';
import { failedContainer, lastLine, LastWords } from '../../../../lib/runtime/explain/last-words';

const pod = (...containerStatuses: readonly object[]): KubeObject => ({
  apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web-1', namespace: 'shop', uid: 'u' }, status: { containerStatuses },
});
const failed = { terminated: { exitCode: 2 } };

describe('The container whose log says why', () => {
  test.each([
    ['has just ended', { name: 'a', state: failed }, { name: 'a', previous: false, restarts: 0 }],
    ['waits to be started again', { name: 'a', restartCount: 3, state: { waiting: {} }, lastState: failed }, { name: 'a', previous: false, restarts: 3 }],
    ['runs again, and is not ready', { name: 'a', ready: false, restartCount: 1, state: { running: {} }, lastState: failed }, { name: 'a', previous: true, restarts: 1 }],
    ['runs again, and is ready', { name: 'a', ready: true, restartCount: 1, state: { running: {} }, lastState: failed }, undefined],
    ['has done its work', { name: 'a', state: { terminated: { exitCode: 0 } } }, undefined],
    ['never began', { name: 'a', state: { waiting: { reason: 'ImagePullBackOff' } } }, undefined],
    ['has no name', { state: failed }, undefined],
  ])('one that %s', (_what, status, expected) => {
    expect(failedContainer(pod({ name: 'fine', ready: true, state: { running: {} } }, status))).toEqual(expected);
  });
});

test.each([
  ['one\ntwo\n\n', 'two'],
  ['a\r\n\u001b[2Jgone\r\n', '\\x1b[2Jgone'],
  ['x'.repeat(300), `${'x'.repeat(200)}…`],
  ['\n \n', undefined],
  [undefined, undefined],
])('the last line of %j', (log, line) => {
  expect(lastLine(log)).toBe(line);
});

test('is asked once for each run of the container; a log that cannot be had, or does not come, is left out', async () => {
  const asked: string[] = [];
  const answers = [Promise.resolve('no database'), Promise.resolve(undefined), Promise.reject(new Error('lost')), new Promise<string>(() => undefined)];
  const words = new LastWords({
    podLog: ({ namespace, name }, container, previous) => {
      asked.push(`${namespace}/${name}/${container}/${previous}`);
      return answers.shift() ?? Promise.resolve(undefined);
    },
  }, 1);
  const crashed = (restartCount: number): KubeObject => pod({ name: 'a', restartCount, state: failed });
  expect(await words.of(crashed(0))).toBe('container a wrote last: no database');
  expect(await words.of(crashed(0))).toBe('container a wrote last: no database');
  expect(await Promise.all([words.of(crashed(1)), words.of(crashed(2)), words.of(crashed(3))])).toEqual([undefined, undefined, undefined]);
  expect(asked).toEqual(Array.from({ length: 4 }, () => 'shop/web-1/a/false'));
  expect(await words.of(pod({ name: 'a', ready: true }))).toBeUndefined();
});
