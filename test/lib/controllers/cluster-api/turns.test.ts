/** Turns of Cluster API whose requests come to nothing, or that have nothing to work on. */
import type { Answer, ApiStatus } from '../../../../lib/engine/ports';
import type { KubeObject } from '../../../../lib/api';
import { renderComponent } from '../../../../lib/capi';
import { Installer, type InstallerPlace } from '../../../../lib/controllers/cluster-api/installer/turn';
import { revisionConfigMap, type Config, type RevisionConfigMap, type Version } from '../../../../lib/controllers/cluster-api/model';
import { FINALIZER } from '../../../../lib/controllers/cluster-api/names';
import type { Report } from '../../../../lib/controllers/cluster-api/operator/conditions';
import type { ClusterApiPlace } from '../../../../lib/controllers/cluster-api/place';
import { Rendering } from '../../../../lib/controllers/cluster-api/source/rendering';
import { versionTurn } from '../../../../lib/controllers/cluster-api/version/turn';
import { BoxcutterError } from '../../../../lib/errors';
import { kubernetesSchemas } from '../../../../lib/schema';
import { componentOf, CONFIG_MAP } from '../../capi/samples';

const LOST: Answer = { type: 'lost', message: 'socket hang up' };
const refused = (code: number): Answer => ({ type: 'refused', status: { code, reason: '', message: `answer ${code}`, causes: [] } as ApiStatus });
const ALREADY: Answer = { type: 'refused', status: { code: 409, reason: 'AlreadyExists', message: 'already exists', causes: [] } as ApiStatus };
const SETTLED: readonly Answer[] = [{ type: 'gone' }, refused(404), refused(409), refused(422)];

const config = (status: object = {}): Config => (
  { apiVersion: 'operator.openshift.io/v1alpha1', kind: 'ClusterAPI', metadata: { name: 'cluster', uid: 'u', generation: 1 }, spec: {}, status } as unknown as Config
);
const CONFIG_MAP_A = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: t}\n';
const transport: KubeObject = {
  apiVersion: 'v1', kind: 'ConfigMap',
  metadata: { name: 'core', namespace: 't', labels: { 'provider.cluster.x-k8s.io/type': 'core', 'provider.cluster.x-k8s.io/name': 'cluster-api' } },
  data: { components: CONFIG_MAP_A },
} as KubeObject;

interface Given {
  readonly config?: Config;
  readonly revisions?: readonly RevisionConfigMap[];
  readonly answer?: Answer;
  /** What the server says of the configuration. */
  readonly live?: Answer;
  readonly images?: (refs?: readonly string[]) => Promise<readonly never[]>;
  /** In place of the manifests of the core. */
  readonly transport?: KubeObject;
  /** ConfigMaps of others, by name: a ConfigMap of that name cannot be made. */
  readonly taken?: readonly string[];
  /** The ConfigMap with the images of the release. */
  readonly listed?: Readonly<Record<string, string>>;
}

/** A server that answers each write so. */
class World {
  readonly said: Record<string, Report> = {};
  readonly sent: string[] = [];
  readonly warned: string[] = [];
  made: RevisionConfigMap | undefined;
  status: object | undefined;
  written = 0;

  constructor(private readonly given: Given) {}

  get place(): ClusterApiPlace {
    const { config: configured, revisions = [], answer = LOST, images = () => Promise.resolve([]), taken = [], listed } = this.given;
    const write = (verb: string) => (): Promise<Answer> => {
      this.sent.push(verb);
      return Promise.resolve(answer);
    };
    return {
      settings: { namespace: 'n', transportNamespace: 't', imagesConfigMap: 'images', release: '4.22.0', substitutions: {} },
      configs: { get: () => configured, note: () => undefined },
      revisions: { list: () => revisions, get: (name: string) => revisions.find(({ metadata }) => metadata.name === name), note: () => undefined },
      transport: { list: () => [this.given.transport ?? transport] },
      images: { all: images }, imagesConfigMap: () => listed && { data: listed }, platform: () => 'None', rendering: new Rendering(),
      cluster: {
        delete: write('delete'), patch: write('patch'),
        get: ({ name, namespace }: { readonly name: string; readonly namespace?: string }) => Promise.resolve(taken.includes(name)
          ? { type: 'object', object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace } }, created: false }
          : this.given.live ?? (configured === undefined ? { type: 'gone' } : { type: 'object', object: configured, created: false })),
        create: (object: RevisionConfigMap) => {
          if (taken.includes(object.metadata.name ?? '')) return Promise.resolve(ALREADY);
          this.made = object;
          return Promise.resolve({ type: 'object', object, created: true });
        },
        replaceStatus: (object: KubeObject) => {
          this.sent.push('status');
          this.status = object['status'] as object;
          return Promise.resolve({ type: 'object', object, created: false });
        },
      },
      operator: {
        say: (speaker: string, report: Report) => { this.said[speaker] = report; },
        write: () => {
          this.written += 1;
          return Promise.resolve();
        },
      },
      objects: { facts: () => [], drop: () => undefined, due: () => ({ at: 0 }) }, collisions: { clear: () => undefined },
      schemas: () => kubernetesSchemas(),
      context: { clock: { now: () => new Date(0), monotonic: () => 0 }, log: { warn: (_fields: object, text: string) => this.warned.push(text) } },
      wakeVersion: () => undefined,
    } as unknown as InstallerPlace;
  }
}

/** The ConfigMap of the first version, and the configuration with it. */
async function firstVersion(): Promise<{ readonly configMap: RevisionConfigMap; readonly configured: Config }> {
  const world = new World({ config: config() });
  await versionTurn(world.place);
  const configMap = world.made as RevisionConfigMap;
  const version = JSON.parse(configMap.data?.['version'] ?? '') as Version;
  const status = { desiredVersion: version.name, versions: [version], observedRevisionGeneration: 1 };
  return { configMap: { ...configMap, metadata: { ...configMap.metadata, uid: 'r', resourceVersion: '1' } }, configured: config(status) };
}

const turn = (given: Given): Promise<unknown> => versionTurn(new World(given).place).then(() => 'done', (error: Error) => error.message);

describe('the version controller', () => {
  test('without a configuration it waits for one, and says so', async () => {
    const world = new World({});
    await versionTurn(world.place);
    expect(world.said).toEqual({ Version: { reason: 'WaitingOnExternal', message: 'Waiting on ClusterAPI cluster' } });
    expect(world.written).toBe(1);
  });

  test('a version that could not be deleted is deleted later', async () => {
    const { configMap } = await firstVersion();
    const message = 'ConfigMap n/4.22.0-1 could not be written: socket hang up.';
    const world = new World({ revisions: [configMap] });
    await expect(versionTurn(world.place)).rejects.toThrow(message);
    expect([world.said, world.sent]).toEqual([{ Version: { reason: 'EphemeralError', message } }, ['delete']]);
    expect(await turn({ revisions: [configMap], answer: refused(403) })).toMatch(/answer 403/);
    for (const answer of SETTLED) expect(await turn({ revisions: [configMap], answer })).toBe('done');
  });

  test.each<[what: string, live: Answer, why: string]>([
    ['its kind is not served', { type: 'unserved' }, 'its kind is not served'],
    ['the server does not answer', LOST, 'socket hang up'],
    ['it may not be read', refused(403), 'answer 403'],
    ['it is there', { type: 'object', object: config(), created: false }, 'it is not shown yet'],
  ])('that no configuration is seen takes nothing down: %s', async (_what, live, why) => {
    const { configMap } = await firstVersion();
    const world = new World({ revisions: [configMap], answer: { type: 'gone' }, live });
    await expect(versionTurn(world.place)).resolves.toEqual({ againInMs: 30_000 });
    expect(world.sent).toEqual([]);
    expect(world.said).toEqual({ Version: {
      reason: 'WaitingOnExternal', message: `Waiting on ClusterAPI cluster, of which nothing is known: ${why}. What is installed stays`,
    } });
  });

  test('so is one that could not be taken over', async () => {
    const { configMap, configured } = await firstVersion();
    const left = { ...configMap, metadata: { ...configMap.metadata, ownerReferences: [] } };
    expect(await turn({ config: configured, revisions: [left] })).toMatch(/could not be written: socket hang up/);
    expect(await turn({ config: configured, revisions: [left], answer: refused(403) })).toMatch(/answer 403/);
    for (const answer of SETTLED) expect(await turn({ config: configured, revisions: [left], answer })).toBe('done');
  });

  test('one that was let go is not taken back by a configuration that leaves, or is another by now, also when we have not heard it', async () => {
    const { configMap, configured } = await firstVersion();
    const left = { ...configMap, metadata: { ...configMap.metadata, ownerReferences: [] } };
    const object = (more: object): Answer => ({ type: 'object', object: { ...configured, metadata: { ...configured.metadata, ...more } }, created: false });
    for (const live of [object({ deletionTimestamp: '2026-01-01T00:00:00Z' }), object({ uid: 'other' }), { type: 'gone' } as const]) {
      const world = new World({ config: configured, revisions: [left], live });
      await versionTurn(world.place);
      expect(world.sent).not.toContain('patch');
    }
    expect(await turn({ config: configured, revisions: [left], live: LOST })).toMatch(/could not be written: socket hang up/);
  });

  test('what was let go is taken back, and goes on being kept, also when a new version waits or cannot be made', async () => {
    const { configMap, configured } = await firstVersion();
    const left = { ...configMap, metadata: { ...configMap.metadata, ownerReferences: [] } };
    const answer: Answer = { type: 'object', object: { ...left, metadata: { ...left.metadata, resourceVersion: '2' } }, created: false };
    const without = { ...transport, metadata: { ...transport.metadata, labels: {} } } as KubeObject;
    const own = new World({ config: configured, revisions: [left], answer, transport: without });
    await versionTurn(own.place);
    expect([own.sent, own.said['Version']?.reason]).toEqual([['patch'], 'WaitingOnExternal']);
    // A new configuration, which has no versions yet.
    const images = (): Promise<readonly never[]> => Promise.reject(new BoxcutterError('image-not-found', 'input', 'No.'));
    const other = new World({ config: config(), revisions: [left], answer, images });
    await expect(versionTurn(other.place)).rejects.toThrow('No.');
    expect(other.sent).toEqual(['patch', 'status']);
    expect(other.status).toMatchObject({ desiredVersion: '4.22.0-1', versions: [{ name: '4.22.0-1', revision: 1 }] });
  });

  test.each<[code: string, reason: Report['reason']]>([
    ['image-not-found', 'EphemeralError'], ['image-blob-missing', 'EphemeralError'], ['capi-manifests', 'NonRetryableError'],
  ])('an image with the error %s: %s', async (code, reason) => {
    const images = (): Promise<readonly never[]> => Promise.reject(new BoxcutterError(code, 'input', 'No.'));
    const world = new World({ config: config(), images });
    const ended = await versionTurn(world.place).then(() => 'done', () => 'tried again');
    expect([ended, world.said['Version']]).toEqual([reason === 'EphemeralError' ? 'tried again' : 'done', { reason, message: 'No.' }]);
  });
});

describe('what a version is made of', () => {
  const said = async (given: Given): Promise<Report | undefined> => {
    const world = new World(given);
    await versionTurn(world.place);
    return world.said['Version'];
  };
  const configured = (spec: object): Config => ({ ...config(), spec }) as unknown as Config;
  const definitions = ['a.x.io', 'b.x.io'].map((name) => `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: ${name}}\n`).join('---\n');
  const withDefinitions = { ...transport, data: { components: definitions } } as KubeObject;

  test('definitions that are named as others\', and that no provider brings, are told, and degrade nothing', async () => {
    expect(await said({ config: configured({ unmanagedCRDs: ['a.x.io'] }), transport: withDefinitions })).toEqual({ reason: 'AsExpected', message: 'Success' });
    const spec = { unmanagedCRDs: ['a.x.io', 'typo.x.io'], unmanagedCustomResourceDefinitions: ['later.x.io'] };
    expect(await said({ config: configured(spec), transport: withDefinitions })).toEqual({
      reason: 'AsExpected',
      message: 'Success; spec.unmanagedCRDs names what no provider of this release brings, so nothing is required of it: later.x.io, typo.x.io',
    });
  });

  const pod = { ...transport, data: { components: 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: "to.be/replaced:v99"}]}\n' } } as KubeObject;

  test('an image that the release does not have is waited for where the manifests have its placeholder, and nothing is installed', async () => {
    const world = new World({ config: config(), transport: pod, listed: { 'other': 'registry.test/other@sha256:1' } });
    await versionTurn(world.place);
    expect([world.made, world.sent]).toEqual([undefined, []]);
    expect(world.said['Version']).toEqual({
      reason: 'WaitingOnExternal', message: 'Waiting on the images of the release in ConfigMap n/images, for manifests that have a placeholder for them: '
        + 'the key cluster-capi-controllers (of cluster-api); or name them in spec.imageOverrides',
    });
    expect(await said({ config: config(), transport: pod, listed: { 'cluster-capi-controllers': 'registry.test/core@sha256:1' } })).toMatchObject({ message: 'Success' });
    const imageOverrides = [{ image: 'cluster-capi-controllers', ref: 'registry.test/core@sha256:1' }];
    expect(await said({ config: configured({ imageOverrides }), transport: pod })).toMatchObject({ message: 'Success' });
  });

  test('what it waits for, and what only a person puts right, in the words of the operator of OpenShift', async () => {
    const without = new World({ config: config() });
    const unknown = { ...without.place, platform: () => undefined } as ClusterApiPlace;
    await versionTurn(unknown);
    expect(without.said['Version']).toEqual({ reason: 'WaitingOnExternal', message: 'Waiting on Infrastructure PlatformStatus' });
    expect(await said({ config: config(), transport: { ...transport, metadata: { ...transport.metadata, labels: {} } } as KubeObject }))
      .toEqual({ reason: 'WaitingOnExternal', message: 'Waiting on manifests of core for None of release 4.22.0' });
    const { configured: one } = await firstVersion();
    const [version] = one.status?.versions ?? [];
    const sixteen = Array.from({ length: 16 }, (_none, index) => ({ ...version, name: `4.22.0-${16 - index}`, revision: 16 - index, contentID: 'old' }));
    expect(await said({ config: config({ versions: sixteen, desiredVersion: '4.22.0-16' }) })).toEqual({
      reason: 'NonRetryableError', message: 'max number of revisions reached: 16 versions are installed or on the way.',
    });
    const twice = { ...transport, data: { components: `${CONFIG_MAP_A}---\n${CONFIG_MAP_A}` } } as KubeObject;
    expect(await said({ config: config(), transport: twice })).toEqual({
      reason: 'NonRetryableError', message: expect.stringContaining('duplicate object found in phases: ConfigMap a is in cluster-api as well'),
    });
  });

  test('an override takes the place of an image of the release, and brings none beside those; one of another key is told, and never read', async () => {
    const asked: (readonly string[])[] = [];
    const images = (refs?: readonly string[]): Promise<readonly never[]> => {
      asked.push(refs ?? []);
      return Promise.resolve([]);
    };
    const listed = { 'aws-cluster-api-controllers': 'registry.test/aws@sha256:1', 'images.json': '{"kept": "registry.test/kept@sha256:2"}' };
    const imageOverrides = [
      { image: 'aws-cluster-api-controllers', ref: 'registry.test/fix@sha256:3' }, { image: 'anything-new', ref: 'registry.test/evil@sha256:4' },
      { image: 'cluster-capi-controllers', ref: 'registry.test/core@sha256:5' }, { image: 'constructor', ref: 'registry.test/evil@sha256:6' },
    ];
    expect(await said({ config: configured({ imageOverrides }), listed, images })).toEqual({
      reason: 'AsExpected',
      message: 'Success; spec.imageOverrides names images that this release does not have, so nothing is installed from them: anything-new, constructor',
    });
    expect(asked).toEqual([['registry.test/kept@sha256:2', 'registry.test/fix@sha256:3']]);
  });

  test('while an image cannot be read, the ConfigMap of the version that is installed is made again, and it is taken over', async () => {
    const { configMap, configured: standing } = await firstVersion();
    const out = (): Promise<readonly never[]> => Promise.reject(new BoxcutterError('registry-unreachable', 'server', 'No answer.'));
    const images = (refs: readonly string[] = []): Promise<readonly never[]> => (refs.length === 0 ? Promise.resolve([]) : out());
    const listed = { 'aws-cluster-api-controllers': 'registry.test/aws@sha256:1' };
    const lost = new World({ config: standing, listed, images });
    await expect(versionTurn(lost.place)).rejects.toThrow('No answer.');
    expect(lost.made?.metadata.name).toBe('4.22.0-1');
    expect(lost.said['Version']).toEqual({ reason: 'EphemeralError', message: 'No answer.' });
    const loose = new World({ config: standing, listed, images, answer: { type: 'gone' }, revisions: [{ ...configMap, metadata: { ...configMap.metadata, ownerReferences: [] } }] });
    await expect(versionTurn(loose.place)).rejects.toThrow('No answer.');
    expect([loose.sent, loose.made]).toEqual([['patch'], undefined]);
    const other = new World({ config: standing, listed, images, transport: pod });
    await expect(versionTurn(other.place)).rejects.toThrow('No answer.');
    expect(other.made).toBeUndefined();
  });

  test('a name that the ConfigMap of another client has is left to it, and the next number is used', async () => {
    const world = new World({ config: config(), taken: ['4.22.0-1', '4.22.0-2'] });
    await versionTurn(world.place);
    expect(world.made?.metadata.name).toBe('4.22.0-3');
    expect(world.status).toMatchObject({ desiredVersion: '4.22.0-3', versions: [{ name: '4.22.0-3', revision: 3 }] });
    expect(world.warned).toEqual(['4.22.0-1', '4.22.0-2'].map((name) => expect.stringMatching(`^ConfigMap n/${name} is there already, and holds no version: .* The next number is used\\.$`)));
    expect(world.sent).toEqual(['status']);
  });

  test('so is one with our label that holds no version: it is not deleted, also when it has the name of one that has to go', async () => {
    const { configMap, configured: standing } = await firstVersion();
    const labelled = { ...configMap, metadata: { ...configMap.metadata, ownerReferences: [] }, data: { mine: 'x' } };
    const world = new World({ config: config(), revisions: [labelled] });
    await versionTurn(world.place);
    expect([world.made?.metadata.name, world.sent]).toEqual(['4.22.0-2', ['status']]);
    const [version] = standing.status?.versions ?? [];
    const newest = { ...version!, name: '4.22.0-2', revision: 2 };
    const both = config({ desiredVersion: newest.name, currentVersion: newest.name, versions: [newest, version] });
    const second = { ...configMap, metadata: { ...configMap.metadata, name: newest.name, labels: { 'capi-operator.openshift.io/revision': newest.name } }, data: { version: JSON.stringify(newest) } };
    const leaving = new World({ config: both, revisions: [second, labelled] });
    await versionTurn(leaving.place);
    expect(leaving.sent).toEqual(['status']);
    expect(leaving.status).toMatchObject({ versions: [{ name: '4.22.0-2' }] });
  });

  test('not without end; and the ConfigMap of a version that is there keeps its name, so what stands in its way is named', async () => {
    const taken = Array.from({ length: 17 }, (_none, index) => `4.22.0-${index + 1}`);
    expect(await turn({ config: config(), taken })).toMatch(/^ConfigMap n\/4\.22\.0-17 is there already, and holds no version: another client has made it\./);
    const { configured: standing } = await firstVersion();
    expect(await turn({ config: standing, taken: ['4.22.0-1'] })).toMatch(/^ConfigMap n\/4\.22\.0-1 is there already.*the version of that name needs it deleted\.$/);
  });

  test('one of ours that the cache does not know yet is no one else\'s', async () => {
    const { configMap } = await firstVersion();
    const world = new World({ config: config(), taken: ['4.22.0-1'] });
    const place = { ...world.place, cluster: { ...world.place.cluster, get: () => Promise.resolve({ type: 'object', object: configMap, created: false }) } };
    await expect(versionTurn(place as unknown as ClusterApiPlace)).rejects.toThrow('ConfigMap n/4.22.0-1 could not be written: already exists.');
    expect(world.made).toBeUndefined();
  });
});

describe('the installer', () => {
  const rendered = [renderComponent(componentOf('core', CONFIG_MAP), [])];
  const version = { name: '4.22.0-1', revision: 1, contentID: '7c7df46938dcb076761e4155879bca7818628872202727e7cd1c63a628b57713' } as Version;
  const { metadata, ...rest } = revisionConfigMap(version, rendered, config(), 'n');
  const revision = { ...rest, metadata: { ...metadata, uid: 'r', resourceVersion: '1' } };
  const install = (answer: Answer): Promise<unknown> => {
    const world = new World({ config: config({ versions: [version], desiredVersion: version.name }), revisions: [revision], answer });
    return new Installer(world.place as InstallerPlace).perform(version.name, new AbortController().signal)
      .then(() => world.sent, (error: Error) => error.message);
  };

  test('does nothing for a version without a configuration, also when something is due, and does not look again at once', async () => {
    const world = new World({ revisions: [revision] });
    expect(await new Installer(world.place as InstallerPlace).perform(version.name, new AbortController().signal)).toEqual({});
    expect(world.sent).toEqual([]);
  });

  test('does not begin without its finalizer, which is set again when that came to nothing', async () => {
    expect(await install(LOST)).toBe('ConfigMap n/4.22.0-1 could not be written: socket hang up.');
    expect(await install(refused(403))).toMatch(/answer 403/);
    for (const answer of SETTLED) expect(await install(answer)).toEqual(['patch']);
    expect(FINALIZER).toBe('capi-operator.openshift.io/teardown');
  });

  describe('paused', () => {
    const newer = { ...version, name: '4.22.0-2', revision: 2 };
    const made = revisionConfigMap(newer, rendered, config(), 'n');
    const revisions = [revision, { ...made, metadata: { ...made.metadata, uid: 's', resourceVersion: '2' } }];
    const paused = { ...config({ versions: [newer, version], desiredVersion: newer.name }), spec: { installerMode: 'Paused' } } as Config;

    test('says what would change only when it has looked, and not that all that there is would go', async () => {
      const world = new World({ config: paused, revisions });
      await new Installer(world.place as InstallerPlace).perform(version.name, new AbortController().signal);
      expect(world.said).toEqual({ Installer: { reason: 'Paused', message: 'Revision 4.22.0-2: paused; what would change is being looked at' } });
      expect(world.sent).toEqual([]);
    });

    test('looks again when it could not look', async () => {
      const world = new World({ config: paused, revisions });
      let looks = 0;
      const lane = (): object => {
        looks += 1;
        return {};
      };
      const { place } = world;
      const reached = {
        ...place, context: { ...place.context, shared: { lane } },
        objects: { ...(place as InstallerPlace).objects, kept: () => undefined, take: () => undefined },
      } as unknown as InstallerPlace;
      const installer = new Installer(reached);
      expect(await installer.perform(newer.name, new AbortController().signal)).toEqual({ againInMs: 10_000 });
      expect(world.said).toMatchObject({ Installer: { message: expect.stringMatching(/paused, and it cannot be said what would change: /) } });
      await installer.perform(newer.name, new AbortController().signal);
      expect(looks).toBe(2);
    });
  });
});
