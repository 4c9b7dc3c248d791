/** What is approved is the content that was looked at: nothing else is installed in its place, whatever its version is called. */
import type { JsonObject, KubeObject } from '../../../../lib/api';
import { renderBundleBlob } from '../../../../lib/catalog';
import { type PendingUpgrade, pendingUpgrades } from '../../../../lib/controllers/approval';
import { pendingObject } from '../../../../lib/controllers/approval/pending';
import { upgradeDigest } from '../../../../lib/controllers/approval/upgrade-digest';
import type { Choice } from '../../../../lib/controllers/extension/choose-bundle';
import type { ExtensionPlace } from '../../../../lib/controllers/extension/place';
import { lookAhead, type LookedAhead } from '../../../../lib/controllers/extension/preview';
import { type LiveExtension, type LiveRevision, type RevisionBundle, revisionStates } from '../../../../lib/controllers/extension/revision-facts';
import { settle } from '../../../../lib/controllers/extension/settle';
import { bundleFilesOf } from '../../../../lib/formats/files/in-memory';
import { approvalOf } from '../../../../lib/state';
import { CSV_FILE, deployment, serviceVersion } from '../../formats/sample';
import { ManualClock } from '../manual-clock';
import { revision, ROLLED_OUT, SUCCEEDED } from './a-revision';

const extension = {
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', metadata: { name: 'shop', uid: 'u' },
  spec: {
    namespace: 'shop', source: { sourceType: 'Catalog', catalog: { packageName: 'web' } },
    install: { preflight: { crdUpgradeSafety: { enforcement: 'None' } } },
  },
} as unknown as LiveExtension;
const states = revisionStates([revision({ number: 1, version: '1.0.0', conditions: [SUCCEEDED, ROLLED_OUT] })]);

/** A bundle that its catalog carries whole. @param deployed what tells one content from another */
function carried(version: string, deployed: string): JsonObject {
  const strategy = { strategy: 'deployment', spec: { deployments: [deployment(deployed)] } };
  const csv = serviceVersion({ version, customresourcedefinitions: {}, install: strategy }, { name: 'web', annotations: {} });
  const annotations = { 'mediatype.v1': 'registry+v1', 'manifests.v1': 'manifests/', 'metadata.v1': 'metadata/', 'package.v1': 'web', 'channels.v1': 'stable' };
  const named = Object.entries(annotations).map(([key, value]) => [`operators.operatorframework.io.bundle.${key}`, value]);
  const { blob, issues } = renderBundleBlob(bundleFilesOf('bundle', [
    [CSV_FILE, JSON.stringify(csv)], ['metadata/annotations.yaml', JSON.stringify({ annotations: Object.fromEntries(named) })],
  ]));
  if (blob === undefined) throw new Error(JSON.stringify(issues));
  return blob;
}

const APPROVAL = { at: '2026-01-01T00:00:00Z', manager: 'boxcutter-approve', user: 'ann' };

class World {
  readonly done: string[] = [];
  readonly choice: Choice;
  /** Of what was made last. */
  annotations: Readonly<Record<string, string>> | undefined;
  private readonly lookAgainAt = new Map<string, number>();
  private deployed = 'web';
  private extension = extension;
  private live: LiveRevision;

  constructor(readonly bundle: RevisionBundle) {
    const candidate = { catalog: 'c', bundle: { name: bundle.name, package: 'web' } };
    this.choice = { type: 'resolved', bundle, resolved: { candidates: [candidate] } } as unknown as Choice;
    const object = pendingObject(extension, bundle, 'shop-next', new Date(0));
    this.live = { ...object, metadata: { ...object.metadata, uid: 'p' } } as unknown as LiveRevision;
  }

  /** The pending upgrade, as the controllers read it. */
  get pending(): PendingUpgrade {
    const [pending] = pendingUpgrades([this.live], extension);
    if (pending === undefined) throw new Error('There is none.');
    return pending;
  }

  get changes(): unknown {
    return this.live.status?.upgrade;
  }

  looked(pending = this.pending): Promise<LookedAhead> {
    return lookAhead(this.extension, states, this.choice, { choice: this.choice, pending }, this.place);
  }

  /** A turn in which it may go. @param meanwhile what happens when it was looked at, and nothing is installed yet */
  async turn(meanwhile: () => void = () => undefined): Promise<string> {
    const { pending } = this;
    const looked = await this.looked(pending);
    meanwhile();
    const { outcome } = await settle(this.extension, states, { choice: this.choice, pending, approval: APPROVAL }, looked, this.place);
    return [outcome.type, ...this.done].join(' ');
  }

  /** A turn without an upgrade. @param content of what is there of this version */
  async anew(content: string): Promise<string> {
    const { outcome } = await settle(extension, states, { choice: this.choice, content }, {}, this.place);
    return [outcome.type, ...this.done].join(' ');
  }

  approve(): void {
    this.live = { ...this.live, spec: { ...this.live.spec, approved: true } } as LiveRevision;
  }

  /** The same content is rendered as other objects from now on. */
  move(): void {
    this.extension = { ...extension, spec: { ...extension.spec, namespace: 'elsewhere' } };
  }

  /** The same version has other content from now on. */
  change(): void {
    this.deployed = 'another';
  }

  /** What could not be worked out is tried again. */
  elapse(): void {
    this.lookAgainAt.clear();
  }

  private get place(): ExtensionPlace {
    const { done } = this;
    const nothing = (): void => undefined;
    return {
      cluster: {
        create: async (object: KubeObject) => {
          done.push(`+${object.metadata.name}`);
          this.annotations = object.metadata.annotations;
          return { type: 'object', object };
        },
        delete: async ({ name }: { readonly name: string }) => {
          done.push(`-${name}`);
          return { type: 'gone' };
        },
        // What is installed cannot be read, so nobody can say what the upgrade would change.
        get: async () => Promise.reject(new Error('etcd is away')),
        replaceStatus: async ({ status }: { readonly status: LiveRevision['status'] }) => {
          this.live = { ...this.live, status } as LiveRevision;
          return { type: 'object', object: this.live };
        },
      },
      catalogs: {
        list: () => [], properties: async () => [],
        carrying: async () => ({ blob: carried(this.bundle.version, this.deployed), channels: ['stable'] }),
      },
      configuration: { sources: { use: async () => undefined } },
      facts: async () => ({ kubernetesVersion: '1.36.0', apiVersions: [] }),
      revisions: { by: () => [], get: () => this.live, note: nothing }, secrets: { by: () => [] }, target: { cluster: {} },
      mayRollOut: true, systemNamespace: 'system', lookAgainAt: this.lookAgainAt, clock: new ManualClock(),
      log: { info: nothing, warn: nothing }, events: { record: ({}, { reason }: { readonly reason: string }) => done.push(reason) },
    } as unknown as ExtensionPlace;
  }
}

describe.each<[string, RevisionBundle]>([
  ['a version', { name: 'web', version: '1.2.3' }],
  ['a release of a version', { name: 'web', version: '1.2.3', release: '2' }],
  ['a build of a version', { name: 'web', version: '1.2.3+7' }],
])('%s', (_what, bundle) => {
  test('is remembered as what was pulled, also when nobody could work out what it would change', async () => {
    const world = new World(bundle);
    const { content = '', rendered, againInMs } = await world.looked();
    expect([content, rendered, againInMs]).toEqual([expect.stringMatching(/^sha256:[0-9a-f]{64}$/), expect.stringMatching(/^sha256:[0-9a-f]{64}$/), 60_000]);
    expect(world.changes).toEqual({ content, rendered, digest: upgradeDigest(content, [], rendered), dependencies: [], from: '1.0.0', problem: 'etcd is away' });
    expect((await world.looked()).content).toBe(content);
  });

  test('is installed when it is what was looked at, by a revision that says who approved it', async () => {
    const world = new World(bundle);
    expect(await world.turn()).toBe('done +shop-2 RevisionMade');
    expect(approvalOf(world.annotations)).toEqual(APPROVAL);
  });

  test('is not installed with other content, and is to be approved anew', async () => {
    const world = new World(bundle);
    expect(await world.turn(() => world.change())).toBe('failed UpgradeContentChanged -shop-next');
  });

  test('with a template that renders other objects than those that were looked at: not installed, and to be approved anew', async () => {
    const world = new World(bundle);
    expect(await world.turn(() => world.move())).toBe('failed UpgradeContentChanged -shop-next');
  });

  test('what is looked at anew, because other objects are rendered by now, is another digest to approve', async () => {
    const world = new World(bundle);
    const { content, rendered } = await world.looked();
    world.move();
    world.elapse();
    const again = await world.looked();
    expect([again.content, again.rendered === rendered]).toEqual([content, false]);
    expect(world.pending.rendered).toBe(again.rendered);
  });

  test('what is approved while it is looked at anew is what was seen before: nothing else is installed', async () => {
    const world = new World(bundle);
    const { rendered } = await world.looked();
    world.move();
    world.elapse();
    const before = world.pending;
    world.approve();
    await world.looked(before);
    expect(world.pending.rendered).toBe(rendered);
    expect(await world.turn()).toBe('failed UpgradeContentChanged -shop-next');
  });

  test('is rolled out anew when it is what is there, and not with other content', async () => {
    const world = new World(bundle);
    const { content = '' } = await world.looked();
    expect(await world.anew(content)).toBe('done +shop-2 RevisionMade');
    expect(world.annotations).toMatchObject({ 'olm.operatorframework.io/bundle-content': content });
    world.change();
    expect(await world.anew(content)).toBe('blocked +shop-2 RevisionMade');
  });

  test('is another one to approve as soon as its content is another', async () => {
    const world = new World(bundle);
    const { content } = await world.looked();
    world.change();
    world.elapse();
    expect((await world.looked()).content).toBe(content);
    expect(world.done).toEqual(['UpgradeContentChanged', '-shop-next']);
  });

  test('is another one also in the turn in which a rule lets it go, and that is said once', async () => {
    const world = new World(bundle);
    await world.looked();
    world.change();
    world.elapse();
    expect(await world.turn()).toBe('failed UpgradeContentChanged -shop-next');
  });
});
