/** The worlds of revisions that are searched, and the guards that are taken out of them. */
import { API_VERSION, LABEL_OWNER_NAME, type KubeObject } from '../../../../../lib/api';
import { create, edit, remove, type Server } from '../api-server';
import { specOf } from './rules';
import type { Parts } from './revision-turn';
import { KIND, type Act, type Fault, type Setting } from './world';

const EXTENSION = 'shop';

function revision(number: number, objects: readonly string[], name = `${EXTENSION}-${number}`): KubeObject {
  return {
    apiVersion: API_VERSION, kind: KIND,
    metadata: {
      name, labels: { [LABEL_OWNER_NAME]: EXTENSION }, creationTimestamp: `2026-01-01T00:00:0${number}Z`,
      ownerReferences: [],
    },
    spec: { lifecycleState: 'Active', revision: number, phases: [{ name: 'all', objects }] },
  } as unknown as KubeObject;
}

const theirs: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'theirs' } };

/** Names those that are there, as the installer does. */
const made = (object: KubeObject): Act => ({
  name: `${object.metadata.name} is made`,
  on: (server: Server) => {
    const previous = [...server.objects.values()].filter(({ kind }) => kind === KIND).map(({ metadata: { name, uid } }) => ({ name, uid }));
    return create(server, { ...object, spec: { ...(object['spec'] as object), previous } });
  },
});
const deleted = (name: string): Act => ({
  name: `somebody deletes ${name}`, on: (server) => remove(server, { apiVersion: API_VERSION, kind: KIND, name }, {}),
});
const archived = (name: string): Act => ({
  name: `somebody archives ${name}`,
  on: (server) => edit(server, `${KIND}/${name}`, (live) => ({ ...live, spec: { ...specOf(live), lifecycleState: 'Archived' } })),
});

export interface NamedWorld extends Omit<Setting, 'faults' | 'parts'> {
  readonly name: string;
  readonly about: string;
  readonly tried: readonly Setting['faults'][];
}

const REQUESTS = ['lost-after', 'lost-before', 'refuse', 'crash'] as const;
const one = (...kinds: readonly Fault[]): Setting['faults'] => ({ limit: 1, kinds });
const none: Setting['faults'] = { limit: 0, kinds: [] };

export const WORLDS: readonly NamedWorld[] = [
  {
    name: 'rollout', about: 'one revision with two objects',
    start: [revision(1, ['a', 'b'])],
    script: [],
    tried: [one(...REQUESTS), { limit: 2, kinds: ['crash', 'lost-after'] }],
  },
  {
    name: 'next', about: 'a second revision, at any time: one object stays, one goes, one comes',
    start: [revision(1, ['a', 'b'])],
    script: [made(revision(2, ['a', 'c']))],
    tried: [one(...REQUESTS)],
  },
  {
    name: 'deleted', about: 'the revision is deleted, at any time',
    start: [revision(1, ['a', 'b'])],
    script: [deleted('shop-1')],
    tried: [{ limit: 2, kinds: REQUESTS }],
  },
  {
    name: 'archived', about: 'the revision is archived by a person, at any time',
    start: [revision(1, ['a', 'b'])],
    script: [archived('shop-1')],
    tried: [one(...REQUESTS)],
  },
  {
    name: 'next, deleted', about: 'a second revision, and the first is deleted',
    start: [revision(1, ['a', 'b'])],
    script: [made(revision(2, ['a'])), deleted('shop-1')],
    tried: [one('crash')],
  },
  {
    name: 'next, in the way', about: 'an object of the second revision belongs to somebody else',
    start: [revision(1, ['a']), theirs],
    script: [made(revision(2, ['a', 'theirs']))],
    tried: [one('crash')],
  },
  {
    name: 'twins', about: 'two of the same number',
    start: [revision(1, ['a'])],
    script: [made(revision(1, ['b'], 'shop-twin'))],
    tried: [none],
  },
];

export interface Guard {
  readonly name: string;
  readonly file: string;
  readonly world: string;
  readonly faults: Setting['faults'];
  readonly rule: string;
  readonly parts: (parts: Parts) => Partial<Parts>;
}

export const GUARDS: readonly Guard[] = [
  {
    name: 'the finalizer is set before the first object is written', file: 'revision/decide', world: 'rollout', faults: none, rule: 'R1',
    parts: ({ stepOf }) => ({ stepOf: (facts) => (stepOf(facts).type === 'begin' ? { type: 'keep' } : stepOf(facts)) }),
  },
  {
    name: 'what has to go lets go when everything is gone', file: 'revision/decide', world: 'deleted', faults: none, rule: 'R3',
    parts: ({ stepOf }) => ({ stepOf: (facts) => (stepOf(facts).type === 'take-down' ? { type: 'release' } : stepOf(facts)) }),
  },
  {
    name: 'only what is complete takes the place of what was before', file: 'revision/conditions/progress',
    world: 'next, in the way', faults: none, rule: 'R2',
    parts: () => ({ isComplete: () => true }),
  },
  {
    name: 'what is complete takes the place of what was before', file: 'revision/lineage', world: 'next', faults: none, rule: 'R6',
    parts: () => ({ toArchive: () => [] }),
  },
  {
    name: 'a number is there once', file: 'revision/lineage', world: 'twins', faults: none, rule: 'R5',
    parts: () => ({ numberProblem: () => undefined }),
  },
  {
    name: 'a run asks whether its revision still wants the same', file: 'revision/subject', world: 'archived', faults: none, rule: 'R7',
    parts: () => ({ fence: false }),
  },
];
