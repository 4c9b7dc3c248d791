import { refOf, type KubeObject, type ProgressionProbe, type ResolvedRevision } from '../../../../lib/api';
import { contentDigest as digestOfCompiled } from '../../../../lib/revision/canonical/digest';
import { defineRevision, type ObjectOptions, type Overrides, type RevisionInput } from '../../../../lib/engine';

const object: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'n' }, data: { value: '1' } };
const probe: ProgressionProbe = { selector: { type: 'GroupKind', groupKind: { group: '', kind: 'ConfigMap' } }, assertions: [{ type: 'KindDefault' }] };

/** What is said of one object, at each level, by the declaration and by the call. */
interface Said {
  readonly revision?: ObjectOptions;
  readonly phase?: ObjectOptions;
  readonly object?: ObjectOptions;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}

function define(declared: Said, called: Said = {}): ResolvedRevision {
  const input: RevisionInput = { name: 'shop', number: 3, ...declared.revision, phases: [{ name: 'p', ...declared.phase, objects: [{ object, ...declared.object }] }] };
  const overrides: Overrides = {
    ...called.revision,
    ...(called.phase === undefined ? {} : { phases: { p: called.phase } }),
    ...(called.object === undefined ? {} : { objects: [{ ref: refOf(object), ...called.object }] }),
  };
  return defineRevision(deepFreeze(input), deepFreeze(overrides));
}

const protectionOf = ({ phases }: ResolvedRevision): unknown => phases[0]?.objects[0]?.collisionProtection;
const [P, I, N] = (['Prevent', 'IfNoController', 'None'] as const).map((collisionProtection) => ({ collisionProtection })) as [ObjectOptions, ObjectOptions, ObjectOptions];

describe('the more specific level wins; at one level the call wins over the declaration', () => {
  test.each<[string, Said, Said, string]>([
    ['nobody says anything', {}, {}, 'Prevent'],
    ['the revision', { revision: N }, {}, 'None'],
    ['the phase over the revision', { revision: N, phase: I }, {}, 'IfNoController'],
    ['the object over the phase', { revision: N, phase: N, object: I }, {}, 'IfNoController'],
    ['the call over the revision', { revision: N }, { revision: I }, 'IfNoController'],
    ['the call over the phase', { phase: N }, { phase: I }, 'IfNoController'],
    ['the call over the object', { object: N }, { object: I }, 'IfNoController'],
    ['the phase as declared over the revision as called', { phase: I }, { revision: N }, 'IfNoController'],
    ['the object as declared over the phase as called', { object: I }, { phase: N }, 'IfNoController'],
    ['the phase as called over the revision as declared', { revision: N }, { phase: I }, 'IfNoController'],
    ['the object as called over everything', { revision: N, phase: N, object: N }, { revision: N, phase: N, object: P }, 'Prevent'],
    ['the default said aloud counts as said', { revision: N, object: P }, {}, 'Prevent'],
  ])('%s', (_, declared, called, expected) => expect(protectionOf(define(declared, called))).toBe(expected));

  test.each(['paused', 'orphan'] as const)('%s follows the same rule, by itself', (name) => {
    const of = (declared: Said, called?: Said): unknown => define(declared, called).phases[0]?.objects[0]?.[name] ?? false;
    expect([
      of({}), of({ revision: { [name]: true } }), of({ revision: { [name]: true }, phase: { [name]: false } }),
      of({ phase: { [name]: true }, object: N }),
      of({ object: { [name]: true } }, { revision: { [name]: false } }), of({ object: { [name]: true } }, { object: { [name]: false } }),
    ]).toEqual([false, true, false, true, true, false]);
  });
});

test('what the call says of probes takes the place of all of them', () => {
  const input: RevisionInput = { name: 'shop', number: 1, phases: [], probes: [probe, probe], progressDeadlineMinutes: 5 };
  expect(defineRevision(input)).toMatchObject({ probes: [probe, probe], progressDeadlineMinutes: 5 });
  expect(defineRevision(input, { probes: [probe], progressDeadlineMinutes: 1 })).toMatchObject({ probes: [probe], progressDeadlineMinutes: 1 });
  expect(defineRevision(input, { probes: [] }).probes).toEqual([]);
  expect(defineRevision({ name: 'shop', number: 1, phases: [] })).toEqual({ extension: 'shop', number: 1, phases: [], probes: [], digest: expect.any(String) });
});

test('an object is found by its identity, whatever version the call writes', () => {
  const deployment: KubeObject = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a', namespace: 'n' } };
  const { phases } = defineRevision({ name: 'shop', number: 1, phases: [{ name: 'p', objects: [object, deployment] }] }, {
    objects: [{ ref: { apiVersion: 'apps/v1beta1', kind: 'Deployment', namespace: 'n', name: 'a' }, paused: true }],
  });
  expect(phases[0]?.objects.map(({ paused = false }) => paused)).toEqual([false, true]);
});

describe('the digest', () => {
  const digest = (...said: Parameters<typeof define>): string => define(...said).digest;

  test('is that of a compiled revision', () => {
    const { phases, probes } = define({ object: I });
    expect(digest({ object: I })).toBe(digestOfCompiled(phases, probes));
    expect(digest({ object: I })).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test('is of the content, wherever an option was said; pausing and orphaning are no content', () => {
    expect(digest({ revision: I })).toBe(digest({}, { object: I }));
    expect(digest({ revision: I })).not.toBe(digest({}));
    expect(digest({ revision: { paused: true, orphan: true } })).toBe(digest({}));
  });
});
