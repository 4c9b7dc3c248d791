/** Turns of a BundleDeployment whose requests come to nothing: they are tried again. */
import type { Condition, KubeObject } from '../../../../lib/api';
import type { LiveRevision } from '../../../../lib/controllers/extension/revision-facts';
import { requestOf } from '../../../../lib/controllers/provisioners/deployment/content';
import { bundleOf } from '../../../../lib/controllers/provisioners/deployment/template';
import { deploymentTurn } from '../../../../lib/controllers/provisioners/deployment/turn';
import type { LiveBundle, LiveDeployment } from '../../../../lib/controllers/provisioners/model';
import type { ProvisionerPlace } from '../../../../lib/controllers/provisioners/place';
import { defined } from '../../../../lib/defined';
import type { Answer } from '../../../../lib/engine/ports';
import { revision, ROLLED_OUT, ROLLING, type Said, SUCCEEDED } from '../extension/a-revision';

const LOST: Answer = { type: 'lost', message: 'socket hang up' };
const GONE: Answer = { type: 'gone' };
const refused = (code: number, reason = ''): Answer => ({ type: 'refused', status: { code, reason, message: `answer ${code}`, causes: [] } });
const source = { type: 'image', image: { ref: 'a@sha256:1' } } as const;

const deployment = (finalizers?: readonly string[]): LiveDeployment => ({
  apiVersion: 'core.rukpak.io/v1alpha1', kind: 'BundleDeployment',
  metadata: { name: 'shop', uid: 'u1', resourceVersion: '1', generation: 1, ...(finalizers === undefined ? {} : { finalizers }) },
  spec: { provisionerClassName: 'core-rukpak-io-plain', template: { spec: { source, provisionerClassName: 'core-rukpak-io-plain' } } },
}) as unknown as LiveDeployment;
const OURS = deployment(['core.rukpak.io/teardown']);
const bundle = (name = bundleOf(OURS).metadata.name ?? ''): LiveBundle => ({
  ...bundleOf(OURS), metadata: { ...bundleOf(OURS).metadata, name, uid: name }, status: { phase: 'Unpacked', digest: 'sha256:1', resolvedSource: source },
}) as unknown as LiveBundle;
const rollout = (...conditions: readonly Said[]): LiveRevision => {
  const { metadata, ...rest } = revision({ number: 1, conditions, request: requestOf(OURS, { resolved: source, digest: 'sha256:1' }) });
  return { ...rest, metadata: { ...metadata, annotations: { ...metadata.annotations, 'core.rukpak.io/install-namespace': 'shops' } } } as LiveRevision;
};

interface Given {
  readonly deployment?: LiveDeployment;
  readonly bundles?: readonly LiveBundle[];
  readonly revisions?: readonly LiveRevision[];
  readonly answers: Readonly<Record<string, Answer>>;
}

interface Turned {
  readonly sent: readonly string[];
  readonly error?: string;
  readonly installed?: string;
  readonly activeBundle?: string;
}

/** @returns what was asked of the server but its status, how it ended, and what the deployment says */
async function turned(given: Given): Promise<Turned> {
  const { deployment: live = OURS, bundles = [bundle()], revisions = [], answers } = given;
  const sent: string[] = [];
  let installed: string | undefined;
  let activeBundle: string | undefined;
  const asked = (verb: string) => (about: { readonly kind: string }): Promise<Answer> => {
    sent.push(`${verb} ${about.kind}`);
    return Promise.resolve(answers[verb] ?? LOST);
  };
  const cluster = {
    get: asked('get'), create: asked('create'), patch: asked('patch'), delete: asked('delete'),
    replaceStatus: (object: KubeObject) => {
      const { conditions = [], ...status } = object['status'] as { readonly conditions?: readonly Condition[]; readonly activeBundle?: string };
      activeBundle = status.activeBundle;
      installed = conditions.find(({ type }) => type === 'Installed')?.reason;
      return Promise.resolve({ type: 'object', object, created: false });
    },
  };
  const place = {
    cluster, target: { cluster, name: undefined },
    deployments: { get: () => live, note: () => undefined }, bundles: { by: () => bundles, get: () => undefined, note: () => undefined },
    revisions: { by: () => revisions }, mayRollOut: true, clock: { now: () => new Date(0) }, events: { record: () => undefined },
  } as unknown as ProvisionerPlace;
  const error = await deploymentTurn('shop', place).then(() => undefined, (reason: Error) => reason.message);
  return { sent, ...defined({ error, installed, activeBundle }) };
}

test('its finalizer', async () => {
  const set = (patch: Answer): ReturnType<typeof turned> => turned({ deployment: deployment(), answers: { patch } });
  expect(await set(LOST)).toEqual({ sent: ['patch BundleDeployment'], error: 'BundleDeployment shop could not be written: socket hang up' });
  expect(await set(refused(403))).toMatchObject({ error: 'BundleDeployment shop could not be written: answer 403' });
  for (const answer of [GONE, refused(409), refused(422)]) expect(await set(answer)).toEqual({ sent: ['patch BundleDeployment'] });
});

describe('its namespace, while a rollout is not done', () => {
  const rolling = (answers: Given['answers']): ReturnType<typeof turned> => turned({ revisions: [rollout(ROLLING)], answers });

  test.each<[what: string, answers: Given['answers'], sent: readonly string[], error: string | undefined]>([
    ['is there', { get: { type: 'object', object: { apiVersion: 'v1', kind: 'Namespace', metadata: {} }, created: false } }, ['get Namespace'], undefined],
    ['is made where it is not there', { get: GONE, create: { type: 'object', object: { apiVersion: 'v1', kind: 'Namespace', metadata: {} }, created: true } },
      ['get Namespace', 'create Namespace'], undefined],
    ['was made meanwhile', { get: GONE, create: refused(409, 'AlreadyExists') }, ['get Namespace', 'create Namespace'], undefined],
    ['cannot be made', { get: GONE, create: refused(403) }, ['get Namespace', 'create Namespace'], 'Namespace shops could not be made: answer 403'],
    ['may be there, or not', { get: LOST }, ['get Namespace'], 'Namespace shops could not be made: socket hang up'],
    ['may not be looked at', { get: refused(403) }, ['get Namespace'], 'Namespace shops could not be made: answer 403'],
  ])('%s', async (_what, answers, sent, error) => {
    expect(await rolling(answers)).toEqual({ sent, installed: 'Installing', ...defined({ error }) });
  });
});

test('what is over, when all of it is installed: that is told at once, and what could not be deleted is deleted later', async () => {
  const done = (answer: Answer): ReturnType<typeof turned> => (
    turned({ bundles: [bundle(), bundle('older')], revisions: [rollout(ROLLED_OUT, SUCCEEDED)], answers: { delete: answer } })
  );
  expect(await done(LOST)).toMatchObject({ sent: ['delete Bundle'], installed: 'InstallationSucceeded', error: 'Bundle older could not be written: socket hang up' });
  expect(await done(GONE)).toMatchObject({ sent: ['delete Bundle'], installed: 'InstallationSucceeded' });
});

test('Bundles of former templates that cannot be unpacked go while the next one is not installed, and do not count any more', async () => {
  const failing = ['f1', 'f2', 'f3', 'f4'].map((name) => ({ ...bundle(name), status: { phase: 'Failing' } }) as unknown as LiveBundle);
  const made = { ...bundle(), status: {} } as unknown as LiveBundle;
  const next = await turned({ bundles: failing, answers: { create: { type: 'object', object: made, created: true }, delete: GONE } });
  expect(next).toEqual({ sent: ['create Bundle', ...failing.map(() => 'delete Bundle')], installed: 'Installing' });
  const again = await turned({ bundles: [made, failing[0]!], answers: { delete: LOST } });
  expect(again).toMatchObject({ sent: ['delete Bundle'], installed: 'Installing', error: 'Bundle f1 could not be written: socket hang up' });
});

test('while it is being deleted, and its objects are still there, it names the Bundle that they are of', async () => {
  const going = { ...OURS, metadata: { ...OURS.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' }, status: { activeBundle: 'shop-1' } } as LiveDeployment;
  const revisionGoing = rollout(SUCCEEDED, ['Progressing', 'False', 'Blocked', 'There are 3 shops.']);
  const leaving = { ...revisionGoing, metadata: { ...revisionGoing.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } } as LiveRevision;
  expect(await turned({ deployment: going, revisions: [leaving], answers: {} })).toEqual({ sent: [], installed: 'UninstallBlocked', activeBundle: 'shop-1' });
});
