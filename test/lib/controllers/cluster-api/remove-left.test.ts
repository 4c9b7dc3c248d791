/** What requirements refuse by, and whose it is: by a label and a name, never by a name alone; and what of it goes when they are gone. */
import type { KubeObject } from '../../../../lib/api';
import { keepDeletionPolicy, keepPolicies, tidyDeletionPolicies } from '../../../../lib/controllers/cluster-api/requirement/admission/keep';
import { policyObjects } from '../../../../lib/controllers/cluster-api/requirement/admission/policy';
import { deletionPolicy } from '../../../../lib/controllers/cluster-api/requirement/admission/deletion-policy';
import type { Requirement } from '../../../../lib/controllers/cluster-api/requirement/decide';
import { keepWebhook, webhookOf } from '../../../../lib/controllers/cluster-api/requirement/objects/webhook';
import { type LeftPlace, removeLeft } from '../../../../lib/controllers/cluster-api/requirement/remove-left';
import { BoxcutterError } from '../../../../lib/errors';

const LABEL = 'capi-operator.openshift.io/refusal';
const CRD = 'widgets.x.io';
const requirement = (name: string): Requirement => (
  { apiVersion: 'apiextensions.openshift.io/v1alpha1', kind: 'CompatibilityRequirement', metadata: { name, uid: `uid-${name}` }, spec: { compatibilitySchema: {} } } as unknown as Requirement
);
const owner = { name: 'wanted', uid: 'uid-wanted' };
const withUid = (object: KubeObject): KubeObject => ({ ...object, metadata: { ...object.metadata, uid: `${object.kind}-uid` } });
const deletion = (owners = [owner]): readonly KubeObject[] => policyObjects('deletion', CRD, owners, deletionPolicy(CRD, ['wanted'])).map(withUid);
const definition = (owners = [owner]): readonly KubeObject[] => policyObjects('definition', 'wanted', owners, deletionPolicy(CRD, ['wanted'])).map(withUid);
const unmarked = (objects: readonly KubeObject[]): readonly KubeObject[] => objects.map((object) => {
  const { labels: _labels, ...metadata } = object.metadata;
  return { ...object, metadata };
});

/** A server with these objects; what is asked of it is noted. */
class World {
  readonly sent: string[] = [];
  readonly logged: string[] = [];
  readonly written: KubeObject[] = [];

  constructor(
    private readonly objects: readonly KubeObject[], private readonly requirements: readonly Requirement[] = [],
    private readonly live: readonly Requirement[] | Error = requirements,
  ) {}

  get place(): LeftPlace {
    const cacheOf = (kind: string): unknown => {
      const own = this.objects.filter((object) => object.kind === kind);
      return { list: () => own, get: (name: string) => own.find(({ metadata }) => metadata.name === name), note: () => undefined };
    };
    const name = (object: { readonly kind: string; readonly name: string }): string => `${object.kind.replace('ValidatingAdmission', '')} ${object.name}`;
    return {
      cluster: {
        list: () => {
          this.sent.push('list');
          return this.live instanceof Error ? Promise.reject(this.live) : Promise.resolve({ objects: this.live });
        },
        delete: (ref: { readonly kind: string; readonly name: string }) => {
          this.sent.push(`delete ${name(ref)}`);
          return Promise.resolve({ type: 'gone' });
        },
        patch: (ref: { readonly kind: string; readonly name: string }, operations: readonly object[]) => {
          this.sent.push(`patch ${name(ref)} ${JSON.stringify(operations)}`);
          return Promise.resolve({ type: 'object', object: {} });
        },
        create: (object: KubeObject) => {
          this.sent.push(`create ${name({ kind: object.kind, name: object.metadata.name ?? '' })}`);
          this.written.push(object);
          return Promise.resolve({ type: 'object', object });
        },
      },
      log: { info: (_fields: object, text: string) => void this.logged.push(text) },
      policies: cacheOf('ValidatingAdmissionPolicy'), bindings: cacheOf('ValidatingAdmissionPolicyBinding'),
      webhooks: cacheOf('ValidatingWebhookConfiguration'),
      requirements: {
        by: (_index: string, policy: string) => this.requirements.filter(({ metadata }) => [`definition.${metadata.name ?? ''}`, `deletion.${CRD}`].includes(policy)),
      },
    } as unknown as LeftPlace;
  }

  /** As the controller does it. */
  removeLeft(name: string): Promise<void> {
    const { place } = this;
    return removeLeft(name, place, (concerned) => tidyDeletionPolicies(
      concerned, () => (this.requirements.length === 0 ? undefined : { definition: CRD, requirements: this.requirements }), place,
    ));
  }
}

describe('a requirement that is gone', () => {
  test('its policies go, binding first, and each removal is logged', async () => {
    const world = new World([...deletion(), ...definition()]);
    await world.removeLeft('wanted');
    expect(world.sent).toEqual([
      'list', `delete PolicyBinding deletion.${CRD}`, `delete Policy deletion.${CRD}`, 'delete PolicyBinding definition.wanted', 'delete Policy definition.wanted',
    ]);
    expect(world.logged).toEqual(world.sent.slice(1).map((line) => (
      `${line.replace('delete ', 'ValidatingAdmission')} is removed: no CompatibilityRequirement asks for it any more`
    )));
  });

  test('so do those that it has let go (--cascade=orphan), and one whose binding went before it', async () => {
    const world = new World([...deletion([]), ...definition([])]);
    await world.removeLeft('definition.wanted');
    expect(world.sent.slice(1)).toHaveLength(4);
    const half = new World(definition([]).slice(0, 1));
    await half.removeLeft('definition.wanted');
    expect(half.sent).toEqual(['list', 'delete Policy definition.wanted']);
  });

  test('its webhook goes, also one that it has let go', async () => {
    const caller = { at: 'https://127.0.0.1:1', authorities: '' };
    const asks = { ...requirement('wanted'), spec: { objectSchemaValidation: { action: 'Deny' }, compatibilitySchema: {} } } as unknown as Requirement;
    const webhook = webhookOf(asks, { type: 'read', name: CRD, definition: { spec: {} } } as never, caller, undefined) as KubeObject;
    expect(webhook.metadata.labels).toEqual({ [LABEL]: 'objects' });
    const left = { ...webhook, metadata: { ...webhook.metadata, ownerReferences: [] } };
    for (const object of [webhook, left]) {
      const world = new World([withUid(object)]);
      await world.removeLeft('wanted');
      expect(world.sent).toEqual(['list', 'delete ValidatingWebhookConfiguration wanted']);
    }
    const foreign = new World(unmarked([left]));
    await foreign.removeLeft('wanted');
    expect(foreign.sent).toEqual([]);
    const taken = new World([withUid(left)]);
    expect(await keepWebhook(asks, undefined, { ...taken.place, cache: taken.place.webhooks } as never)).toEqual({ type: 'kept' });
    expect(taken.sent).toEqual(['delete ValidatingWebhookConfiguration wanted']);
  });

  test.each<[what: string, live: readonly Requirement[] | Error]>([
    ['the kind is not served', new BoxcutterError('kind-unserved', 'collision', 'not served')],
    ['the server does not answer', new BoxcutterError('server-lost', 'server', 'no answer')],
    ['it is there', [requirement('wanted')]],
  ])('that it is not seen removes nothing: %s', async (_what, live) => {
    const world = new World([...deletion(), ...definition()], [], live);
    const failure = await world.removeLeft('wanted').then(() => undefined, (error: Error) => error);
    expect(failure).toBe(live instanceof Error ? live : undefined);
    expect(world.sent).toEqual(['list']);
  });

  test('what another requirement asks for stays, and of what has nothing, nothing is asked', async () => {
    const other = new World(definition([]), [requirement('wanted')]);
    await other.removeLeft('definition.wanted');
    expect(other.sent).toEqual([]);
  });
});

describe('policies of others that have such a name', () => {
  const foreign = unmarked(deletion([])).map((object) => ({ ...object, metadata: { ...object.metadata, name: 'deletion.protect-prod' } }));
  test('are not removed, with a binding of the name of its policy, and with our words in it', async () => {
    const world = new World([...foreign, ...unmarked(deletion([])), ...unmarked(definition([]))]);
    for (const name of ['deletion.protect-prod', `deletion.${CRD}`, 'definition.wanted', 'wanted']) await world.removeLeft(name);
    expect([world.sent, world.logged]).toEqual([[], []]);
  });

  test('nor are those that have the label and another name, or the label of another purpose', async () => {
    const renamed = deletion([]).map((object) => ({ ...object, metadata: { ...object.metadata, name: 'protect-prod' } }));
    const other = deletion([]).map((object) => ({ ...object, metadata: { ...object.metadata, labels: { [LABEL]: 'definition' } } }));
    const world = new World([...renamed, ...other]);
    await world.removeLeft('x');
    expect(world.sent).toEqual([]);
  });

  test('are in the way, and are left alone', async () => {
    const world = new World([...unmarked(deletion([])), ...unmarked(definition([]))]);
    expect(await keepDeletionPolicy(CRD, [requirement('wanted')], world.place)).toMatchObject({ type: 'conflict' });
    expect(await keepPolicies(requirement('wanted'), { type: 'wrong', message: '' } as never, world.place)).toMatchObject({ type: 'conflict' });
    expect(world.sent).toEqual([]);
  });
});

describe('what a requirement has', () => {
  test('lost its partner: it is made whole again; and a mark that is missing is set', async () => {
    const [, binding] = deletion();
    const world = new World([binding as KubeObject]);
    expect(await keepDeletionPolicy(CRD, [requirement('wanted')], world.place)).toEqual({ type: 'kept' });
    expect(world.sent).toEqual([`create Policy deletion.${CRD}`]);
    expect(world.written[0]?.metadata.labels).toEqual({ [LABEL]: 'deletion' });
    const old = new World(unmarked(deletion()));
    expect(await keepDeletionPolicy(CRD, [requirement('wanted')], old.place)).toEqual({ type: 'kept' });
    expect(old.sent).toEqual(['Policy', 'PolicyBinding'].map((kind) => (
      expect.stringMatching(`^patch ${kind} deletion\\.${CRD} .*"/metadata/labels","value":\\{\\}.*"path":"/metadata/labels/capi-operator.openshift.io~1refusal","value":"deletion"`)
    )));
  });

  test('made again after --cascade=orphan, it takes its policies back', async () => {
    const world = new World(definition([]));
    const again = { ...requirement('wanted'), spec: { compatibilitySchema: {} } } as unknown as Requirement;
    expect(await keepPolicies(again, { type: 'read', name: CRD, definition: {} } as never, world.place)).toEqual({ type: 'kept' });
    expect(world.sent).toEqual(['delete PolicyBinding definition.wanted', 'delete Policy definition.wanted']);
    expect(world.logged[0]).toMatch(/CompatibilityRequirement wanted asks for none$/);
  });
});
