/** The heads of extensions as they change. */
import type { Observer, ObserveScope } from '../../../lib/engine';
import { encodeHead, watchHeads, type Head } from '../../../lib/state';
import type { BoxcutterError } from '../../../lib/errors';

const secret = (extension: string, head: Partial<Head> = {}) => {
  const made = encodeHead({ extension, revisions: [], inventory: [], ...head }, 'home');
  return { ...made, metadata: { ...made.metadata, uid: extension, resourceVersion: '1' } };
};

interface Watched {
  readonly observer: Observer;
  readonly shown: string[][];
  readonly said: string[];
  readonly closed: () => boolean;
  readonly scope: ObserveScope;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

function watch(namespace?: string): Watched {
  const [shown, said, abort]: [string[][], string[], AbortController] = [[], [], new AbortController()];
  const opened: { scope: ObserveScope; observer: Observer }[] = [];
  let closed = false;
  const ended = watchHeads({
    observe: (scope, observer) => {
      opened.push({ scope, observer });
      return { close: () => { closed = true; } };
    },
  }, {
    ...(namespace === undefined ? {} : { namespace }),
    summarise: ({ head }) => `${head.extension}${head.deleting === true ? ' going' : ''}`,
    onChange: (summaries) => shown.push([...summaries]),
    onUnreadable: ({ message }) => said.push(message),
    onTrouble: (message) => said.push(message),
    signal: abort.signal,
  });
  const [{ scope, observer } = {}] = opened;
  if (scope === undefined || observer === undefined) throw new Error('no stream was opened');
  return { observer, scope, shown, said, closed: () => closed, abort, ended };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('shows all at once when they are known, by name, and changes of a moment together', async () => {
  const { observer, scope, shown, abort, ended, closed } = watch('home');
  expect(scope).toMatchObject({ kind: 'Secret', namespace: 'home', labelSelector: expect.stringMatching(/=head$/) });
  observer.changed(secret('web'));
  observer.changed(secret('api'));
  jest.runAllTimers();
  expect(shown).toEqual([]);
  observer.synced();
  expect(shown).toEqual([['api', 'web']]);
  observer.changed(secret('api', { deleting: true }));
  const { apiVersion, kind, metadata: { name = '' } } = secret('web');
  observer.removed({ apiVersion, kind, name, namespace: 'home' }, '2');
  expect(shown).toHaveLength(1);
  jest.runAllTimers();
  expect(shown.slice(1)).toEqual([['api going']]);
  abort.abort();
  await ended;
  expect(closed()).toBe(true);
});

test('what is no readable head is left out, and said', async () => {
  const { observer, shown, said, abort, ended } = watch();
  observer.changed({ ...secret('web'), data: { head: 'bm90aGluZw==' } });
  observer.changed(secret('api'));
  observer.synced();
  expect(shown).toEqual([['api']]);
  expect(said).toEqual([expect.stringContaining('web')]);
  abort.abort();
  await ended;
});

test('a stream that is tried again is said; one that is refused for good ends it', async () => {
  const { observer, said, ended, closed } = watch('home');
  observer.failed({ type: 'lost', message: 'connection reset' }, true);
  expect(said).toEqual(['connection reset']);
  const refused = { code: 403, reason: 'Forbidden', message: 'secrets is forbidden', causes: [] };
  observer.failed({ type: 'refused', status: refused }, false);
  const error = await ended.then(() => undefined, (thrown: unknown) => thrown as BoxcutterError);
  expect(error).toMatchObject({
    code: 'state-unwatchable', message: expect.stringContaining('namespace home cannot be watched: secrets is forbidden'),
  });
  expect(closed()).toBe(true);
});

test('a signal that has fired ends it at once', async () => {
  const abort = new AbortController();
  abort.abort();
  let closed = false;
  await watchHeads({ observe: () => ({ close: () => { closed = true; } }) }, {
    summarise: () => '', onChange: () => undefined, onUnreadable: () => undefined, onTrouble: () => undefined, signal: abort.signal,
  });
  expect(closed).toBe(true);
});
