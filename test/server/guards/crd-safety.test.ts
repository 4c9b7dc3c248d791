/** CRD upgrade safety on a real API server: what the rule rests on, and that a run stops before its first write. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LABEL_OWNER_NAME, type JsonObject, type JsonValue, type KubeObject, type ObjectRef } from '../../../lib/api';
import { crdCheck } from '../../../lib/cli/actions/crd/check';
import { checkCrdUpgrade } from '../../../lib/guards';
import {
  keepExtensions, parseCrdWaiver, planRevision, rollbackExtension, type CrdSafety, type KeepEvent, type WriteOptions,
} from '../../../lib/runtime';
import { actions, Bench, kubeconfig, revisionOf, stored, unique } from '../support/extension';

const made: ObjectRef[] = [];

/** A definition of Widgets with this schema of `spec`, in a group of its own. */
function widgets(group: string, spec: JsonObject): KubeObject {
  const name = `widgets.${group}`;
  const schema = { type: 'object', properties: { spec: { type: 'object', ...spec } } };
  if (!made.some((ref) => ref.name === name)) made.push({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name });
  return {
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name, labels: { [LABEL_OWNER_NAME]: 'web' } },
    spec: {
      group, scope: 'Namespaced', names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

const string = { type: 'string' };
const list = (more: JsonObject): JsonObject => ({
  type: 'array',
  items: { type: 'object', required: ['k'], properties: { k: string } },
  ...more,
});

interface Change {
  /** Schemas of `spec`. */
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** What is stored in `spec`, and breaks the new schema. */
  readonly value: Readonly<Record<string, JsonValue>>;
}
/** A change at one field. */
const at = (before: JsonObject, after: JsonObject, x: JsonValue): Change =>
  ({ before: { properties: { x: before } }, after: { properties: { x: after } }, value: { x } });
/** A change at the object around it. */
const around = (after: JsonObject): Change => ({
  before: { properties: { x: string } },
  after: { properties: { x: string }, ...after },
  value: { x: 'b' },
});

/**
 * What changes; how bad the policy finds that; and whether another field of `spec` can be changed afterwards in an object that breaks it.
 */
const rows: readonly (readonly [what: string, severity: 'warning' | 'error', beside: 'accepted' | 'refused', change: Change])[] = [
  ['an enumeration is added', 'warning', 'accepted', at(string, { ...string, enum: ['a'] }, 'b')],
  ['a minimum is added', 'warning', 'accepted', at({ type: 'integer' }, { type: 'integer', minimum: 2 }, 1)],
  ['a shortest length is added', 'warning', 'accepted', at(string, { ...string, minLength: 2 }, 'b')],
  ['a least number of items is added', 'warning', 'accepted', at(list({}), list({ minItems: 2 }), [{ k: 'a' }])],
  ['a pattern is added', 'warning', 'accepted', at(string, { ...string, pattern: '^a+$' }, 'b')],
  ['a format is added', 'warning', 'accepted', at(string, { ...string, format: 'ipv4' }, 'b')],
  [
    'a rule is added',
    'warning',
    'accepted',
    at({ type: 'integer' }, { 'type': 'integer', 'x-kubernetes-validations': [{ rule: 'self > 1' }] }, 1),
  ],
  ['alternatives are added', 'warning', 'accepted', at(string, { ...string, oneOf: [{ enum: ['a'] }] }, 'b')],
  [
    'a limit inside allOf is added',
    'warning',
    'accepted',
    at({ ...string, allOf: [{ maxLength: 9 }] }, { ...string, allOf: [{ maxLength: 9, minLength: 2 }] }, 'b'),
  ],
  // The value that breaks it is the whole object here: it does not stay as it is when a field of it changes.
  ['a rule is added to the object around', 'warning', 'refused', around({ 'x-kubernetes-validations': [{ rule: "self.x != 'b'" }] })],
  ['alternatives are added to the object around', 'warning', 'refused', around({ oneOf: [{ properties: { x: { enum: ['a'] } } }] })],
  ['a field becomes required', 'error', 'refused', { ...around({ required: ['x'] }), value: {} }],
  ['what is forbidden changes', 'error', 'accepted', at({ ...string, not: { enum: ['c'] } }, { ...string, not: { enum: ['b'] } }, 'b')],
  ['values are taken from an enumeration', 'error', 'accepted', at({ ...string, enum: ['a', 'b'] }, { ...string, enum: ['a'] }, 'b')],
  ['another type', 'error', 'accepted', at(string, { type: 'integer' }, 'b')],
  [
    'a list becomes a map',
    'error',
    'accepted',
    at(list({}), list({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] }), [{ k: 'a' }, { k: 'a' }]),
  ],
];

describe('what the API server does with stored objects that break the new schema', () => {
  const measured = new Map<string, { readonly severities: readonly string[]; readonly beside: string; readonly metadata: string }>();
  let place: Bench;
  // All at once: each has to wait until the server has taken a schema into use.
  beforeAll(async () => {
    place = await Bench.open('ratchet');
    await Promise.all(rows.map(async ([what, , , change]) => measured.set(what, await measure(change))));
  });
  afterAll(async () => {
    for (const ref of made) await place.otherClient.delete(ref);
    await place.close();
  });

  async function measure({ before, after, value }: Change) {
    const touched = { touched: { type: 'integer' } };
    const withTouched = (spec: JsonObject): JsonObject => ({ ...spec, properties: { ...(spec['properties'] as JsonObject), ...touched } });
    const group = `${unique('ratchet')}.example.com`;
    const { otherClient, namespace } = place;
    const { cluster } = otherClient;
    const [was, is] = [widgets(group, withTouched(before)), widgets(group, withTouched(after))];
    const severities = checkCrdUpgrade(was as unknown as JsonObject, is as unknown as JsonObject).map((issue) => issue.severity);
    await otherClient.apply(was);
    const widget = (name: string): KubeObject => ({
      apiVersion: `${group}/v1`,
      kind: 'Widget',
      metadata: { name, namespace, labels: { a: 'b' } },
      spec: { ...value, touched: 1 },
    });
    const create = () => cluster.create(widget('stored'));
    let first = await create();
    while (first.type !== 'object') first = await create();
    await otherClient.apply(is);
    // The server announces nothing when it has taken the new schema into use: a new object is asked about until it is refused.
    const probe = () => cluster.apply(widget('probe'), { fieldManager: 'probe', force: true, dryRun: true });
    while ((await probe()).type !== 'refused');
    const change = async (path: string, to: JsonValue): Promise<string> => {
      const answer = await cluster.patch(place.ref('Widget', 'stored', `${group}/v1`), [{ op: 'replace', path, value: to }], 'somebody');
      return answer.type === 'object' ? 'accepted' : answer.type;
    };
    return { severities, metadata: await change('/metadata/labels/a', 'c'), beside: await change('/spec/touched', 2) };
  }

  test.each(rows)('%s (%s): a change beside it is %s, and one of metadata always accepted', (what, severity, beside) => {
    expect(measured.get(what)).toEqual({ severities: [severity], beside, metadata: 'accepted' });
  });
});

describe('an upgrade', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await Bench.open('crd-safety');
  });
  afterEach(async () => {
    for (const ref of made.splice(0)) await bench.otherClient.delete(ref);
    await bench.close();
  });

  const field = (...names: readonly string[]): JsonObject => ({ properties: Object.fromEntries(names.map((name) => [name, string])) });
  let group: string;
  beforeEach(() => {
    group = `${unique('upgrade')}.example.com`;
  });
  const one = () => revisionOf([[widgets(group, field('size', 'kept'))], [bench.configMap('a', '1')]]);
  const two = () => revisionOf([[widgets(group, field('kept'))], [bench.configMap('b', '1')]]);
  const limited = () => revisionOf([
    [widgets(group, { properties: { size: { ...string, minLength: 3 }, kept: string } })],
    [bench.configMap('b', '1')],
  ]);
  const safety = (crdSafety: CrdSafety): Partial<WriteOptions> => ({ crdSafety });
  const schemaOf = async (): Promise<string> => JSON.stringify((await bench.otherClient.get({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    name: `widgets.${group}`,
  }))['spec']);
  /** Something is stored from now on, so that what endangers it counts. */
  const store = async (spec: JsonObject = { kept: 'yes' }, name = 'stored'): Promise<void> => {
    const widget: KubeObject = { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name, namespace: bench.namespace }, spec };
    for (let answer = await bench.otherClient.cluster.create(widget); answer.type !== 'object';) answer = await bench.otherClient.cluster.create(widget);
  };
  const REFUSED = { code: 'crd-upgrade-unsafe', category: 'input' };

  test('goes through with a warning where nothing is stored', async () => {
    await bench.apply(one());
    const notes: string[] = [];
    const { result, requests } = await bench.counted(() => bench.apply(two(), { onNote: (note) => void notes.push(note) }));
    expect(result).toMatchObject({ status: 'complete' });
    expect(notes).toEqual([expect.stringContaining('1 warning')]);
    expect(requests).toMatchObject({ list: expect.any(Number) as number });
    expect(await schemaOf()).not.toContain('size');
  });

  test('that would lose a field stops before its first write, and says how to go on all the same', async () => {
    await bench.apply(one());
    await store({ size: 'L', kept: 'yes' }, 'a');
    await store({ kept: 'yes' }, 'b');
    const head = await bench.otherClient.get(bench.head);
    const refused = bench.apply(two());
    await expect(refused).rejects.toMatchObject({
      ...REFUSED,
      message: [
        'The new CustomResourceDefinitions would break existing objects or their users:',
        `  widgets.${group}: 2 objects are stored; the new schema would not take ${bench.namespace}/a (spec.size: unknown field "size")`,
        '    existingFieldRemoval: removed field : v1.^.spec.size',
        'Nothing was changed.',
      ].join('\n'),
      hint: expect.stringContaining("`crdSafety.waivers: 'existingFieldRemoval:^.spec.size'`"),
    });
    expect(await schemaOf()).toContain('size');
    expect(await bench.otherClient.exists(bench.ref('ConfigMap', 'b'))).toBe(false);
    expect((await bench.otherClient.get(bench.head))['data']).toEqual(head['data']);

    await expect(bench.apply(two(), { dryRun: true })).rejects.toMatchObject(REFUSED);
    const done = await bench.apply(two(), safety({ waivers: [parseCrdWaiver('existingFieldRemoval:^.spec.size')] }));
    expect([done.status, ...actions(done)]).toEqual(['complete', `widgets.${group}: Updated`, 'b: Created', 'a: Deleted']);
    expect(await schemaOf()).not.toContain('size');
  });

  test.each(['warn', 'off'] as const)('goes through under the policy %s', async (policy) => {
    await bench.apply(one());
    await store();
    const notes: string[] = [];
    expect(await bench.apply(two(), {
      ...safety({ policy }),
      onNote: (note) => void notes.push(note),
    })).toMatchObject({ status: 'complete' });
    expect(notes).toEqual(policy === 'off' ? [] : [expect.stringContaining(`1 warning (1 in widgets.${group})`)]);
  });

  test('a limit that is written down for the first time is a warning, and an error under the strict policy', async () => {
    await bench.apply(one());
    await expect(bench.apply(limited(), safety({ policy: 'strict' }))).rejects.toMatchObject(REFUSED);
    const notes: string[] = [];
    expect(await bench.apply(limited(), { onNote: (note) => void notes.push(note) })).toMatchObject({ status: 'complete' });
    expect(notes).toEqual([expect.stringContaining('1 warning')]);
  });

  test('the plan shows the same, and writes nothing', async () => {
    await bench.apply(one());
    await store();
    const plan = (crdSafety: CrdSafety = {}) => planRevision(two(), { cluster: bench.cluster, stateNamespace: bench.namespace, crdSafety });
    expect(await plan()).toMatchObject({
      crdRefused: true,
      crdUpgrades: [{ crd: `widgets.${group}`, issues: [{ check: 'existingFieldRemoval', severity: 'error' }] }],
    });
    expect(await plan({ policy: 'warn' })).toMatchObject({ crdRefused: false, crdUpgrades: [{ issues: [{ severity: 'warning' }] }] });
    expect(await plan({ policy: 'off' })).toMatchObject({ crdRefused: false, crdUpgrades: [] });
    expect(await schemaOf()).toContain('size');
  });

  test('a rollback to definitions that know less is refused, too', async () => {
    await bench.apply(two());
    await bench.apply(one());
    await store();
    const options = { cluster: bench.cluster, stateNamespace: bench.namespace, signal: AbortSignal.timeout(30_000) };
    await expect(rollbackExtension('web', options)).rejects.toMatchObject(REFUSED);
    expect(await rollbackExtension('web', { ...options, crdSafety: { policy: 'warn' } })).toMatchObject({ status: 'complete' });
  });

  test('costs no request: the dry runs of the preflight have shown everything', async () => {
    const requests = async (crdSafety: CrdSafety): Promise<unknown> => {
      const { result, requests: counts } = await bench.counted(() => bench.apply(limited(), safety(crdSafety)));
      expect(result.status).toBe('complete');
      const { watch: _watch, list: _list, ...rest } = counts;
      return rest;
    };
    await bench.apply(one());
    const without = await requests({ policy: 'off' });
    expect(await bench.apply(one(), safety({ policy: 'off' }))).toMatchObject({ status: 'complete' });
    expect(await requests({})).toEqual(without);
    const again = await bench.counted(() => bench.apply(limited()));
    expect(again.result.unchanged).toBe(true);
    expect(await bench.counted(() => bench.apply(limited(), safety({ policy: 'off' })))).toMatchObject({ requests: again.requests });
  });

  test('a definition that another client brought is compared before it is adopted, dry run or not', async () => {
    await bench.otherClient.apply({ ...widgets(group, field('size', 'kept')) });
    await store();
    const adopting = revisionOf([[widgets(group, field('kept'))]], { protection: 'None' });
    await expect(bench.apply(adopting)).rejects.toMatchObject(REFUSED);
    await expect(bench.apply(adopting, { preflight: 'never' })).rejects.toMatchObject(REFUSED);
    expect(await schemaOf()).toContain('size');
    await expect(bench.apply(revisionOf([[widgets(group, field('kept'))]]))).resolves.toMatchObject({ status: 'failed' });
  });

  test('what another client added to a definition of ours is not taken away as drift without a word', async () => {
    await bench.apply(two());
    const { kind, apiVersion, metadata: { name = '' } } = widgets(group, field('kept'));
    const path = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size';
    stored(await bench.otherClient.cluster.patch({ apiVersion, kind, name }, [{ op: 'add', path, value: string }], 'kubectl'));
    await store();
    const repair = await bench.counted(() => bench.apply(two()).catch((error: unknown) => error));
    expect(repair.result).toMatchObject(REFUSED);
    expect(await schemaOf()).toContain('size');
    expect(await bench.apply(two(), safety({ policy: 'warn' }))).toMatchObject({ status: 'complete' });
    expect(await schemaOf()).not.toContain('size');
  });

  describe('kept', () => {
    /** Keeps the extension until this is told. */
    async function keepUntil(
      isRight: (event: KeepEvent) => boolean,
      crdSafety: CrdSafety = {},
      onSteady: () => Promise<unknown> = () => Promise.resolve(),
    ): Promise<KeepEvent> {
      const ending = new AbortController();
      let found: KeepEvent | undefined;
      let begun: Promise<unknown> | undefined;
      await keepExtensions({
        cluster: bench.cluster, extension: 'web', namespaces: [bench.namespace], crdSafety, signal: AbortSignal.any([ending.signal, AbortSignal.timeout(30_000)]),
        onEvent: (event) => {
          if (event.type === 'steady') begun ??= onSteady();
          if (found !== undefined || !isRight(event)) return;
          found = event;
          ending.abort();
        },
      });
      await begun;
      if (found === undefined) throw new Error('this was never told');
      return found;
    }

    const newer = async (): Promise<unknown> => {
      const { kind, apiVersion, metadata: { name = '' } } = widgets(group, field('kept'));
      const path = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size';
      return bench.otherClient.cluster.patch({ apiVersion, kind, name }, [{ op: 'add', path, value: string }], 'kubectl');
    };

    test('what another client added to a definition stays, and that is told; other drift is repaired all the same', async () => {
      await bench.apply(two());
      await store();
      const changed = async (): Promise<void> => {
        await newer();
        await bench.otherClient.apply(bench.configMap('b', 'drifted'));
      };
      const told: KeepEvent[] = [];
      const failed = await keepUntil((event) => {
        told.push(event);
        return event.type === 'failed' && told.some(({ type }) => type === 'repaired');
      }, {}, changed);
      expect(failed).toMatchObject({ message: expect.stringContaining(`widgets.${group} existingFieldRemoval: removed field : v1.^.spec.size`) });
      expect(told.filter((event) => event.type === 'repaired')).toMatchObject([{ object: { ref: { name: 'b' }, action: 'Recovered' } }]);
      expect(await schemaOf()).toContain('size');
    });

    test('it goes where that was allowed', async () => {
      await bench.apply(two());
      await keepUntil(({ type }) => type === 'repaired', { policy: 'warn' }, newer);
      expect(await schemaOf()).not.toContain('size');
    });

    test('an upgrade that was broken off before its definitions is finished as it was begun', async () => {
      await bench.apply(one());
      const first = bench.configMap('first', '1');
      const upgrade = revisionOf([[first], [widgets(group, field('kept'))]], {
        probes: [{
          selector: { type: 'GroupKind', groupKind: { group: '', kind: 'ConfigMap' } },
          assertions: [{ type: 'FieldValue', fieldValue: { fieldPath: 'metadata.annotations.ready', value: 'yes' } }],
        }],
      });
      expect(await bench.apply(upgrade, { ...safety({ policy: 'warn' }), wait: false })).toMatchObject({ status: 'incomplete' });
      await store();
      expect(await schemaOf()).toContain('size');
      await keepUntil((event) => event.type === 'failed' && event.message.includes('existingFieldRemoval'));
      await bench.otherClient.apply({ ...first, metadata: { ...first.metadata, annotations: { ready: 'yes' } } });
      await keepUntil((event) => event.type === 'rollout' && event.complete, { policy: 'warn' });
      expect(await schemaOf()).not.toContain('size');
    });
  });

  test('`crd check cluster` judges as an apply does: by what is stored', async () => {
    await bench.apply(one());
    const path = join(mkdtempSync(join(tmpdir(), 'crd-check-')), 'new.yaml');
    writeFileSync(path, [
      widgets(group, field('kept')),
      widgets(`new.${group}`, {}),
    ].map((object) => JSON.stringify(object)).join('\n---\n'));
    const check = async () => {
      const out: string[] = [];
      const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(String(text)) > 0);
      const code = await crdCheck({
        old: 'cluster',
        new: path,
        crdSafety: 'enforce',
        output: 'json',
        kubeconfig,
      }).finally(() => write.mockRestore());
      return { code, document: JSON.parse(out.join('')) as unknown };
    };
    const issue = { check: 'existingFieldRemoval', path: '^.spec.size' };
    const crd = `widgets.${group}`;
    try {
      expect(await check()).toMatchObject({
        code: 0,
        document: {
          safe: true, added: [`widgets.new.${group}`], removed: [],
          definitions: [{ crd, issues: [{ ...issue, severity: 'warning' }], stored: { count: 0 } }],
        },
      });
      await store();
      const definitions = [{ crd, issues: [{ ...issue, severity: 'error' }], stored: { count: 1 } }];
      expect(await check()).toMatchObject({ code: 1, document: { safe: false, definitions } });
    } finally {
      rmSync(join(path, '..'), { recursive: true });
    }
  });

  test('what is required and has a default: stored objects get it', async () => {
    const group = `${unique('default')}.example.com`;
    const { cluster } = bench.otherClient;
    const [was, is] = [
      widgets(group, { properties: { x: string, y: string } }),
      widgets(group, { required: ['x'], properties: { x: { ...string, default: 'a' }, y: string } }),
    ];
    expect(checkCrdUpgrade(was as unknown as JsonObject, is as unknown as JsonObject).map(({ check, severity }) => `${severity} ${check}`)
      .sort()).toEqual(['warning default', 'warning required']);
    await bench.otherClient.apply(was);
    const ref = bench.ref('Widget', 'stored', `${group}/v1`);
    const create = () => cluster.create({
      apiVersion: `${group}/v1`,
      kind: 'Widget',
      metadata: { name: 'stored', namespace: bench.namespace },
      spec: { y: '1' },
    });
    let first = await create();
    while (first.type !== 'object') first = await create();
    await bench.otherClient.apply(is);
    let seen = await bench.otherClient.get(ref);
    while (JSON.stringify(seen['spec']) !== '{"x":"a","y":"1"}') seen = await bench.otherClient.get(ref);
    expect((await cluster.patch(ref, [{ op: 'replace', path: '/spec/y', value: '2' }], 'somebody')).type).toBe('object');
  });
});
