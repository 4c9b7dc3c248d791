/** The worlds of the installer that are searched. */
import { refOf } from '../../../../../lib/api';
import { edit, remove } from '../api-server';
import { installer, type Replaced } from './installer-turn';
import { EXTENSION, extensionObject, specOf } from './objects';
import { extensionOf } from './model';
import { MACHINE, Simulation, type Act, type Fault, type Machine, type Setting } from './world';

const KEY = `ClusterExtension/${EXTENSION}`;

const wish = (version: string): Act => ({
  name: `somebody wishes for ${version}`, wish: version,
  on: ({ server }) => edit(server, KEY, (live) => ({ ...live, spec: { ...specOf(live), ...(extensionObject(version)['spec'] as object) } })),
});
const deleted: Act = {
  name: 'somebody deletes the extension', wish: 'gone', on: ({ server }) => remove(server, refOf(extensionObject('')), {}),
};
const catalog = (index: number, name: string, version?: string): Act => ({
  name, catalog: index, ...(version === undefined ? {} : { wish: version }),
  on: ({ server }) => ({ server, changes: [], answer: { type: 'gone' } }),
});
/** Whatever waits by then. */
const approve: Act = {
  name: 'somebody approves what waits', wish: '1.1.0',
  when: ({ server }) => [...server.objects.values()].some((object) => specOf(object).approved === false),
  on: ({ server }) => {
    const waiting = [...server.objects].find(([, object]) => specOf(object).approved === false);
    return edit(server, waiting?.[0] ?? '', (live) => ({ ...live, spec: { ...specOf(live), approved: true } }));
  },
};

/** When what was wished for is there: fewer paths, for what matters later. */
const isInstalled: NonNullable<Act['when']> = (world) => {
  const { install } = (extensionOf(world)?.['status'] ?? {}) as { readonly install?: { readonly bundle: { readonly version: string } } };
  return install?.bundle.version === world.wishes.at(-1);
};

const isBegun: NonNullable<Act['when']> = ({ server }) => server.objects.has(`ClusterExtensionRevision/${EXTENSION}-1`);

const CHAIN = [
  'shop.v1.0.0', { name: 'shop.v1.1.0', replaces: 'shop.v1.0.0' },
  { name: 'shop.v1.2.0', replaces: 'shop.v1.1.0', skips: ['shop.v1.0.0'] },
] as const;

export interface NamedWorld {
  readonly name: string;
  readonly about: string;
  readonly wish: string;
  /** What the extension asks for at the start; absent: the wish. */
  readonly asks?: string;
  readonly script: readonly Act[];
  readonly chains: Parameters<typeof installer>[0];
  readonly isManual?: boolean;
  readonly tried: readonly Setting['faults'][];
  /** Also, by BOXCUTTER_SIMULATION=full. */
  readonly full: readonly Setting['faults'][];
}

const REQUESTS = ['lost-after', 'lost-before', 'refuse', 'crash'] as const;
const none: Setting['faults'] = { limit: 0, kinds: [] };
const one = (...kinds: readonly Fault[]): Setting['faults'] => ({ limit: 1, kinds });
const two = (...kinds: readonly Fault[]): Setting['faults'] => ({ limit: 2, kinds });

export const WORLDS: readonly NamedWorld[] = [
  {
    name: 'install', about: 'one wish', wish: '1.0.0',
    script: [],
    chains: [CHAIN],
    tried: [one('crash', 'lost-after', 'late')],
    full: [one(...REQUESTS, 'late'), two('crash', 'lost-after')],
  },
  {
    name: 'upgrade', about: 'another wish, at any time', wish: '1.0.0',
    script: [wish('1.1.0')],
    chains: [CHAIN],
    tried: [none],
    full: [one('crash')],
  },
  {
    name: 'upgrades', about: 'two more wishes, at any time', wish: '1.0.0',
    script: [wish('1.1.0'), wish('1.2.0')],
    chains: [CHAIN],
    tried: [],
    full: [none],
  },
  {
    name: 'rollback', about: 'a wish, and back', wish: '1.1.0',
    script: [wish('1.0.0')],
    chains: [CHAIN],
    tried: [none],
    full: [one('crash')],
  },
  {
    name: 'there and back', about: 'another wish, and the first one again', wish: '1.0.0',
    script: [{ ...wish('1.1.0'), when: isInstalled }, { ...wish('1.0.0'), when: isInstalled }],
    chains: [CHAIN],
    tried: [none],
    full: [one('crash')],
  },
  {
    name: 'delete', about: 'the extension is deleted, at any time', wish: '1.0.0',
    script: [deleted],
    chains: [CHAIN],
    tried: [one('lost-after')],
    full: [one('crash', 'lost-after')],
  },
  {
    name: 'upgrade, delete', about: 'both, at any time', wish: '1.0.0',
    script: [wish('1.1.0'), deleted],
    chains: [CHAIN],
    tried: [],
    full: [none],
  },
  {
    name: 'catalog moves', about: 'a newer version is published, at any time', wish: '1.0.0', asks: '',
    script: [{ ...catalog(1, 'a newer version is published', '1.1.0'), when: isInstalled }],
    chains: [[CHAIN[0]], CHAIN.slice(0, 2)],
    tried: [none],
    full: [one('crash')],
  },
  {
    name: 'stuck', about: 'the first version may not come up, and a newer one is published then', wish: '1.0.0', asks: '',
    script: [{ ...catalog(1, 'a newer version is published', '1.1.0'), when: isBegun }],
    chains: [[CHAIN[0]], CHAIN.slice(0, 2)],
    tried: [],
    full: [one('stuck')],
  },
  {
    name: 'approval', about: 'a newer version waits until somebody approves it', wish: '1.0.0', asks: '',
    isManual: true,
    script: [{ ...catalog(1, 'a newer version is published'), when: isInstalled }, approve],
    chains: [[CHAIN[0]], CHAIN.slice(0, 2)],
    tried: [none],
    full: [one('crash')],
  },
];

export function simulationOf(
  { wish: first, asks = first, script, chains, isManual = false }: NamedWorld, faults: Setting['faults'],
  { replaced, machine = {} }: { readonly replaced?: Replaced; readonly machine?: Partial<Machine> } = {},
): Simulation {
  return new Simulation({
    start: [extensionObject(asks)], wish: first, script, faults, isManual, machine: { ...MACHINE, ...machine },
    ...installer(chains, { mode: isManual ? 'Manual' : 'Automatic' }, replaced),
  });
}


