/** The installer's own turn, in a world: its content is a revision with one Secret, and nothing is pulled or rendered. */
import { LABEL_OWNER_NAME, LABEL_REVISION_NAME, SECRET_TYPE_CONTENT, type KubeObject } from '../../../../../lib/api';
import type { NamedCatalog } from '../../../../../lib/catalog';
import type { ContentRequest } from '../../../../../lib/controllers/extension/content';
import type { UpgradeRule } from '../../../../../lib/controllers/approval';
import type { SmallEntry } from '../../../catalog/small-catalog';
import { EXTENSION, revisionObject } from './objects';
import type { LiveRevision } from '../../../../../lib/controllers/extension/revision-facts';
import type { Cache } from '../turn';
import type { Setting } from './world';

type Module = Record<string, unknown>;

/** A file of lib/controllers without one of its guards. */
export interface Replaced {
  readonly file: string;
  readonly change: (actual: Module) => Module;
}

const LIB = '../../../../../lib/controllers';

/** What a bundle comes down to here. */
function revisionContent({ bundle: { version }, number, previous, request }: ContentRequest): Promise<object> {
  const manifest = revisionObject(number, version, request, previous);
  const secret: KubeObject = {
    apiVersion: 'v1', kind: 'Secret',
    metadata: {
      name: `${EXTENSION}-${number}-${version}`, namespace: 'olmv1-system',
      labels: { [LABEL_REVISION_NAME]: `${EXTENSION}-${number}`, [LABEL_OWNER_NAME]: EXTENSION },
    },
    type: SECRET_TYPE_CONTENT, immutable: true, data: { phases: version },
  };
  return Promise.resolve({ manifest, secrets: [secret], resolved: { phases: [] } });
}

interface Loaded {
  readonly extensionTurn: typeof import('../../../../../lib/controllers/extension/turn').extensionTurn;
  readonly wokenBy: typeof import('../../../../../lib/controllers/extension/write-revision').wokenBy;
  readonly smallCatalog: typeof import('../../../catalog/small-catalog').smallCatalog;
}

/** Files some of whose functions tests take out. */
const SWITCHED = ['extension/generate', 'extension/revision-facts', 'extension/write-revision', 'approval/decide'];
/** What stands for the functions of the files now. */
let inPlace: { readonly file: string; readonly functions: Module } | undefined;
let loaded: Loaded | undefined;

function actualOf(file: string): Module {
  return jest.requireActual<Module>(`${LIB}/${file}`);
}

/** The same, but that a function that is taken out is not there while it is. */
function switched(file: string): Module {
  const actual = actualOf(file);
  const functions = Object.entries(actual).filter((entry): entry is [string, (...args: unknown[]) => unknown] => typeof entry[1] === 'function');
  return { ...actual, ...Object.fromEntries(functions.map(([name, own]) => [name, (...args: unknown[]): unknown => {
    const other = inPlace?.file === file ? inPlace.functions[name] as typeof own | undefined : undefined;
    return (other ?? own)(...args);
  }])) };
}

/** The turn, loaded once for all worlds, with these files in place. */
function load(): Loaded {
  if (loaded !== undefined) return loaded;
  for (const file of SWITCHED) jest.doMock(`${LIB}/${file}`, () => switched(file));
  jest.doMock(`${LIB}/extension/content`, () => ({ ...actualOf('extension/content'), revisionContent }));
  // What an upgrade would change is told beside, and has tests of its own.
  jest.doMock(`${LIB}/extension/preview/look-ahead`, () => ({ lookAhead: () => Promise.resolve({}) }));
  const { extensionTurn } = jest.requireActual<Loaded>(`${LIB}/extension/turn`);
  const { smallCatalog } = jest.requireActual<Loaded>('../../../catalog/small-catalog');
  loaded = { extensionTurn, smallCatalog, wokenBy: switched('extension/write-revision')['wokenBy'] as Loaded['wokenBy'] };
  return loaded;
}

const noEvents = { record: () => undefined };
const nothing = (): undefined => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing, child: () => log };
const NOW = new Date('2026-01-01T00:00:00Z');

/** @param chains entries of the channel of each catalog that the world has, one after the other */
export function installer(
  chains: readonly (readonly SmallEntry[])[], rule: UpgradeRule, replaced: Replaced | undefined,
): Pick<Setting, 'turn' | 'wokenBy'> {
  const { extensionTurn, smallCatalog, wokenBy } = load();
  const functions = replaced && { file: replaced.file, functions: replaced.change(actualOf(replaced.file)) };
  const catalogs = chains.map((entries): readonly NamedCatalog[] => [
    { name: 'team', priority: 0, labels: {}, catalog: smallCatalog({ shop: { channels: { stable: entries } } }) },
  ]);
  const place = {
    configuration: { sources: { use: () => Promise.resolve(undefined) }, digestKey: { digestOf: () => Promise.resolve('') } },
    target: { name: undefined, id: undefined, away: undefined, cluster: {} }, facts: () => Promise.resolve({ kubernetesVersion: '1.36.0', apiVersions: [] }),
    pulling: (_registry: string, work: () => Promise<unknown>) => work(), systemNamespace: 'olmv1-system', watchSelector: '', waiting: new Set(),
    mayRollOut: true, helm: undefined, helmRecord: { seen: nothing, read: () => Promise.resolve(undefined) },
    releases: { by: () => [] }, objectSets: { of: () => [] },
    upgradeRule: rule, clock: { now: () => NOW, monotonic: () => 0, after: () => nothing }, log, events: noEvents,
  };
  const turn: Setting['turn'] = (catalog) => ({ lane, cacheOf }) => {
    inPlace = functions;
    return extensionTurn(EXTENSION, {
      ...place, cluster: lane, extensions: cacheOf('ClusterExtension'), revisions: cacheOf('ClusterExtensionRevision'), secrets: cacheOf('Secret'),
      catalogs: {
        list: () => catalogs[catalog] ?? [], properties: () => Promise.resolve([]), carrying: () => Promise.resolve(undefined),
        onChange: () => nothing,
      },
    } as unknown as Parameters<typeof extensionTurn>[1]);
  };
  const revisionsOf = ({ objects }: Cache) => ({
    get: (name: string) => objects.get(`ClusterExtensionRevision/${name}`) as LiveRevision | undefined,
  });
  return {
    turn,
    wokenBy: (secret, cache) => {
      inPlace = functions;
      return wokenBy(secret, revisionsOf(cache));
    },
  };
}
