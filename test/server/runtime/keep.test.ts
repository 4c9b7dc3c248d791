/**
 * Keeping extensions on a real API server: nothing is asked while nothing is wrong, and what is wrong is put right.
 */
import { ANNOTATION_OWNERS, LABEL_OWNER_NAME, type KubeObject } from '../../../lib/api';
import { isBoxcutterError } from '../../../lib/errors';
import { connect, type KubeCluster } from '../../../lib/kube';
import { keepExtensions, lookAtExtension, pauseExtension, resumeExtension, type KeepEvent, type KeepSelection } from '../../../lib/runtime';
import { decodeHead } from '../../../lib/state';
import { buildCommand, scratchFolder, start, type Running } from '../cli/command';
import { Bench, kubeconfig, revisionOf } from '../support/extension';

/** A keeper with a connection of its own, and what it told. */
class Watcher {
  readonly events: KeepEvent[] = [];
  private readonly waiting = new Set<() => void>();
  private readonly ending = new AbortController();
  private done: Promise<void> = Promise.resolve();

  private constructor(readonly cluster: KubeCluster) {}

  static async start(select: KeepSelection): Promise<Watcher> {
    const watcher = new Watcher(await connect({ kubeconfig }));
    const onEvent = (event: KeepEvent): void => {
      watcher.events.push(event);
      watcher.waiting.forEach((look) => look());
    };
    watcher.done = keepExtensions({ cluster: watcher.cluster, ...select, onEvent, signal: watcher.ending.signal });
    await watcher.until('steady');
    return watcher;
  }

  /** The first event of this type after the last `forget`. */
  until<Type extends KeepEvent['type']>(type: Type, isRight: (event: Extract<KeepEvent, { type: Type }>) => boolean = () => true): Promise<Extract<KeepEvent, { type: Type }>> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.events.find((event): event is Extract<KeepEvent, { type: Type }> => event.type === type && isRight(event as never));
        if (found === undefined) return void this.waiting.add(look);
        this.waiting.delete(look);
        resolve(found);
      };
      look();
    });
  }

  /** Resolves when more than so many events were told. */
  more(count: number): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.events.length <= count) return void this.waiting.add(look);
        this.waiting.delete(look);
        resolve();
      };
      look();
    });
  }

  forget(): void {
    this.events.length = 0;
  }

  get requests(): Readonly<Record<string, number>> {
    const { watch: _watch, discovery: _discovery, ...others } = this.cluster.requests();
    return others;
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.done;
    this.cluster.close();
  }
}

/** The content of the revision and the key of its seal, both once; the lock taken and given back, and one write. */
const FIRST_REPAIR = { get: 2, update: 2, patch: 1 };

let bench: Bench;
let keeper: Watcher | undefined;

beforeEach(async () => {
  bench = await Bench.open('keep');
});
afterEach(async () => {
  await keeper?.stop();
  keeper = undefined;
  await bench.close();
});

const content = (): readonly (readonly KubeObject[])[] => [[bench.configMap('a', '1'), bench.configMap('b', '1')], [bench.object('ServiceAccount', 'c')]];
const valueOf = (object: KubeObject | undefined): unknown => (object?.['data'] as { value?: string } | undefined)?.value;

test('An extension that is as it should be costs streams and nothing else', async () => {
  await bench.apply(revisionOf(content()));
  keeper = await Watcher.start({ namespaces: [bench.namespace] });
  expect(keeper.events.at(-1)).toEqual({ type: 'steady', extensions: 1, objects: 3 });
  expect(keeper.requests).toEqual({});
});

test('Changes that are not ours cause no request: labels and fields of others', async () => {
  await bench.apply(revisionOf(content()));
  keeper = await Watcher.start({ namespaces: [bench.namespace] });
  await bench.otherClient.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: bench.namespace, labels: { theirs: 'yes' } }, data: { other: 'x' } });
  // The keeper sees events of one kind in order: when it has decided on the second, it has seen the first.
  await bench.otherClient.apply(bench.configMap('b', 'drifted'));
  await keeper.until('repaired');
  expect(keeper.events.filter(({ type }) => type === 'drift')).toHaveLength(1);
  expect(keeper.requests).toEqual(FIRST_REPAIR);
});

test('A changed field is put right, and told with the manager that changed it', async () => {
  await bench.apply(revisionOf(content()));
  keeper = await Watcher.start({ namespaces: [bench.namespace] });
  await bench.otherClient.apply(bench.configMap('a', 'drifted'));
  const { object } = await keeper.until('repaired');
  expect(object).toMatchObject({ action: 'Recovered', interference: [{ path: 'data.value', manager: 'kubectl' }] });
  expect(valueOf(await bench.otherClient.get(bench.ref('ConfigMap', 'a')))).toBe('1');
  expect(keeper.requests).toEqual(FIRST_REPAIR);
  keeper.forget();
  await bench.otherClient.apply(bench.configMap('b', 'drifted'));
  await keeper.until('repaired');
  // The streams have shown object and record, and the content is in memory.
  expect(keeper.requests).toEqual({ get: 2, update: 4, patch: 2 });
});

test('A deleted object is made again, and is kept from then on', async () => {
  await bench.apply(revisionOf(content()));
  keeper = await Watcher.start({ namespaces: [bench.namespace] });
  await bench.otherClient.delete(bench.ref('ConfigMap', 'b'));
  expect((await keeper.until('repaired')).object).toMatchObject({ action: 'Created' });
  keeper.forget();
  await bench.otherClient.apply(bench.configMap('b', 'drifted'));
  expect((await keeper.until('repaired')).object).toMatchObject({ action: 'Recovered' });
});

test('An object that lost its label is read before anything is done, and not made anew', async () => {
  await bench.apply(revisionOf(content()));
  const before = await bench.uids(bench.ref('ConfigMap', 'a'));
  keeper = await Watcher.start({ namespaces: [bench.namespace] });
  const live = await bench.otherClient.get(bench.ref('ConfigMap', 'a'));
  await bench.otherClient.cluster.replace({ ...live, metadata: { ...live.metadata, labels: {} } });
  expect((await keeper.until('repaired')).object).toMatchObject({ action: 'Recovered' });
  expect(await bench.uids(bench.ref('ConfigMap', 'a'))).toEqual(before);
});

test('A new revision from elsewhere is taken over without a write, and its content is kept', async () => {
  await bench.apply(revisionOf(content()));
  keeper = await Watcher.start({ namespaces: [bench.namespace] });
  const next = revisionOf([[bench.configMap('a', '2'), bench.configMap('d', '1')]]);
  await bench.apply(next);
  await keeper.until('extension', ({ change }) => change === 'changed');
  await bench.otherClient.apply(bench.configMap('d', 'drifted'));
  await keeper.until('repaired', ({ object }) => object.ref.name === 'd');
  expect(valueOf(await bench.otherClient.get(bench.ref('ConfigMap', 'a')))).toBe('2');
  expect(keeper.requests).toMatchObject({ update: 2, patch: 1 });
  expect(await bench.otherClient.exists(bench.ref('ConfigMap', 'b'))).toBe(false);
});

test('An extension that appears is kept, one that is deleted elsewhere is let go of', async () => {
  keeper = await Watcher.start({ namespaces: [bench.namespace] });
  await bench.apply(revisionOf(content()));
  await bench.otherClient.apply(bench.configMap('a', 'drifted'));
  await keeper.until('repaired');
  await bench.delete();
  await keeper.until('extension', ({ change }) => change === 'gone');
  expect(await bench.otherClient.exists(bench.ref('ConfigMap', 'a'))).toBe(false);
  expect(keeper.events.filter(({ type }) => type === 'failed')).toEqual([]);
});

test('While it is paused drift is told and nothing is written; resumed, it is put right', async () => {
  await bench.apply(revisionOf(content()));
  keeper = await Watcher.start({ namespaces: [bench.namespace] });
  const place = { cluster: bench.cluster, stateNamespace: bench.namespace };
  await pauseExtension('web', place);
  await keeper.until('extension', ({ change }) => change === 'paused');
  await bench.otherClient.apply(bench.configMap('a', 'drifted'));
  expect(await keeper.until('drift')).toMatchObject({ paused: true, reason: 'changed' });
  expect(keeper.requests).toEqual({});
  await resumeExtension('web', place);
  await keeper.until('repaired');
});

test('A revision that another client left unfinished is brought further as soon as what it waits for is ready', async () => {
  const gate = { selector: { type: 'Object' as const, object: { group: '', kind: 'ConfigMap', name: 'gate' } }, assertions: [{ type: 'FieldValue' as const, fieldValue: { fieldPath: 'data.open', value: 'yes' } }] };
  await bench.apply(revisionOf([[bench.configMap('gate', '1')], [bench.configMap('after', '1')]], { probes: [gate] }), { wait: false });
  keeper = await Watcher.start({ namespaces: [bench.namespace] });
  expect(await keeper.until('rollout')).toMatchObject({ revision: 1, complete: false });
  expect(await bench.otherClient.exists(bench.ref('ConfigMap', 'after'))).toBe(false);
  await bench.otherClient.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'gate', namespace: bench.namespace }, data: { open: 'yes' } });
  await keeper.until('rollout', ({ complete }) => complete);
  expect(await bench.otherClient.exists(bench.ref('ConfigMap', 'after'))).toBe(true);
});

test('Another client that changes the same field again and again is named, and no longer answered at once', async () => {
  await bench.apply(revisionOf(content()));
  keeper = await Watcher.start({ namespaces: [bench.namespace] });
  for (const value of ['x', 'y', 'z']) {
    keeper.forget();
    await bench.otherClient.apply(bench.configMap('a', value));
    await keeper.until('repaired');
  }
  expect(await keeper.until('interference')).toMatchObject({ manager: 'kubectl', paths: ['data.value'], count: 3 });
  keeper.forget();
  await bench.otherClient.apply(bench.configMap('a', 'again'));
  await keeper.until('drift');
  // Another object of the same extension is repaired meanwhile.
  await bench.otherClient.apply(bench.configMap('b', 'drifted'));
  expect((await keeper.until('repaired')).object.ref.name).toBe('b');
  expect(valueOf(await bench.otherClient.get(bench.ref('ConfigMap', 'a')))).toBe('again');
});

test('An extension that cannot be repaired slows no other', async () => {
  const labelled = (name: string, extension: string): KubeObject => {
    const object = bench.configMap(name, '1');
    return { ...object, metadata: { ...object.metadata, labels: { [LABEL_OWNER_NAME]: extension } } };
  };
  const others = ['one', 'two', 'three'];
  await bench.apply(revisionOf(content()));
  for (const extension of others) await bench.apply(revisionOf([[labelled(`of-${extension}`, extension)]], { extension }));
  keeper = await Watcher.start({ namespaces: [bench.namespace] });
  const stolen = { ...bench.configMap('a', '1'), metadata: { ...bench.configMap('a', '1').metadata, annotations: { [ANNOTATION_OWNERS]: '[]' } } };
  await bench.otherClient.apply(stolen);
  expect(await keeper.until('failed')).toMatchObject({ extension: 'web', message: expect.stringContaining('ConfigMap') as string });
  for (const extension of others) {
    await bench.otherClient.apply({ ...labelled(`of-${extension}`, extension), data: { value: 'drifted' } });
    await keeper.until('repaired', (event) => event.extension === extension);
  }
  expect(valueOf(await bench.otherClient.get(bench.ref('ConfigMap', 'a')))).toBe('1');
});

test('One extension alone is kept with streams of its own namespace', async () => {
  await bench.apply(revisionOf(content()));
  keeper = await Watcher.start({ namespaces: [bench.namespace], extension: 'web' });
  await bench.otherClient.apply(bench.configMap('a', 'drifted'));
  await keeper.until('repaired');
  expect(keeper.cluster.requests()).toMatchObject({ watch: 3 });
});

test('An extension that appears while its kinds are streamed already is kept, and none of its objects is taken for lost', async () => {
  await bench.apply(revisionOf(content()));
  keeper = await Watcher.start({ namespaces: [bench.namespace] });
  // Its kind is streamed already when the extension comes: what the stream showed before its record was known has gone by.
  const object = { ...bench.configMap('late', '1'), metadata: { ...bench.configMap('late', '1').metadata, labels: { [LABEL_OWNER_NAME]: 'late' } } };
  await bench.apply(revisionOf([[object]], { extension: 'late' }));
  await keeper.until('extension', ({ extension }) => extension === 'late');
  await bench.otherClient.apply({ ...object, data: { value: 'drifted' } });
  await keeper.until('repaired', ({ extension }) => extension === 'late');
  expect(keeper.events.filter((event) => event.type === 'drift' && event.reason === 'missing')).toEqual([]);
});

test('Whatever others do at the same time, in the end everything is as it should be', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = randomFrom(seed);
  const names = ['one', 'two', 'three'];
  const objectsOf = (extension: string, round: number): KubeObject[] =>
    Array.from({ length: 12 }, (_, index) => {
      const object = bench.configMap(`${extension}-${index}`, `${round}`);
      return { ...object, metadata: { ...object.metadata, labels: { [LABEL_OWNER_NAME]: extension } } };
    });
  for (const extension of names) await bench.apply(revisionOf([objectsOf(extension, 1)], { extension }));
  keeper = await Watcher.start({ namespaces: [bench.namespace] });
  const rounds = new Map(names.map((name) => [name, 1]));
  // Each object at most twice: the third time would be interference, and slowed down.
  const targets = names.flatMap((name) => [...Array(24).keys()].map((index) => `${name}-${index % 12}`));
  for (let count = 0; count < 60 && targets.length > 0; count += 1) {
    const [target = ''] = targets.splice(Math.floor(random() * targets.length), 1);
    const ref = bench.ref('ConfigMap', target);
    const answer = await bench.otherClient.cluster.get(ref);
    const live = answer.type === 'object' ? answer.object : undefined;
    switch (Math.floor(random() * 5)) {
      case 0:
        await bench.otherClient.delete(ref);
        break;
      case 1:
        if (live !== undefined) await bench.otherClient.cluster.replace({ ...live, data: { value: `by somebody ${count}` } }, { fieldManager: 'somebody' });
        break;
      case 2:
        if (live !== undefined) await bench.otherClient.cluster.replace({ ...live, metadata: { ...live.metadata, labels: {} } }, { fieldManager: 'somebody' });
        break;
      case 3:
        if (live !== undefined) await bench.otherClient.cluster.replace({ ...live, metadata: { ...live.metadata, annotations: { ...live.metadata.annotations, theirs: 'yes' } } }, { fieldManager: 'somebody' });
        break;
      default: {
        const extension = target.split('-')[0] ?? '';
        const round = (rounds.get(extension) ?? 1) + 1;
        // The keeper may be at work on it at this very moment; who was refused counts as not having come.
        const outcome = await bench.apply(revisionOf([objectsOf(extension, round)], { extension })).catch(refused);
        if (outcome !== undefined) rounds.set(extension, round);
      }
    }
  }
  for (const extension of names) {
    const look = () => lookAtExtension(extension, { cluster: bench.cluster, stateNamespace: bench.namespace, signal: AbortSignal.timeout(30_000) });
    let told = keeper.events.length;
    let found = await look();
    while (!found.healthy || found.stored.head.lock !== undefined) {
      await keeper.more(told);
      told = keeper.events.length;
      found = await look();
    }
    const { result } = found;
    expect({ seed, extension, wrong: result?.phases.flatMap(({ objects }) => objects.filter(({ action }) => action !== 'Unchanged')) }).toEqual({ seed, extension, wrong: [] });
    expect(valueOf(await bench.otherClient.get(bench.ref('ConfigMap', `${extension}-0`)))).toBe(String(rounds.get(extension)));
  }
});

function refused(error: unknown): undefined {
  if (isBoxcutterError(error) && error.category === 'locked') return undefined;
  throw error;
}

/** Numbers between 0 and 1 that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('boxcutter apply --watch', () => {
  beforeAll(buildCommand);
  const files = scratchFolder();

  test('applies, repairs what others change and names them, and ends by Ctrl-C with exit code 0', async () => {
    const path = files.write('app/config.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { value: "1" }\n');
    const running = start(['apply', path, '--watch', '--name', 'web', '-n', bench.namespace]);
    await heard(running, /Keeping 1 object /);
    await bench.otherClient.apply(bench.configMap('a', 'drifted'));
    await heard(running, /ConfigMap \S+\/a: Recovered data\.value \(changed by kubectl\)/);
    running.child.kill('SIGINT');
    const { code, stderr } = await running.finished;
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Error') as string });
    expect(valueOf(await bench.otherClient.get(bench.ref('ConfigMap', 'a')))).toBe('1');
    const head = decodeHead(await bench.otherClient.get(bench.head)).head;
    expect(head.lock).toBeUndefined();
  });
});

function heard(running: Running, pattern: RegExp): Promise<void> {
  return new Promise((resolve) => {
    let text = '';
    running.child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (pattern.test(text)) resolve();
    });
  });
}
