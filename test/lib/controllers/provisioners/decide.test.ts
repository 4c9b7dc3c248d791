/** What is due for Bundles and BundleDeployments, and what is said of it. */
import type { Condition } from '../../../../lib/api';
import { bundleState, bundleStep } from '../../../../lib/controllers/provisioners/bundle/decide';
import { abandoned, deploymentStep, MOST_BUNDLES, type Rollout, rolloutOf, superseded } from '../../../../lib/controllers/provisioners/deployment/decide';
import { configOf, namespaceOf, refuseConfig } from '../../../../lib/controllers/provisioners/deployment/settings';
import { activeOf, deploymentState, type Outcome } from '../../../../lib/controllers/provisioners/deployment/status';
import { bundleOf, isBundleOf, templateHash } from '../../../../lib/controllers/provisioners/deployment/template';
import { deploymentOf, type LiveBundle, type LiveDeployment, ownerUid } from '../../../../lib/controllers/provisioners/model';
import { type Bundle, bundleFilesOf, readBundle } from '../../../../lib/formats';
import { revisionStates } from '../../../../lib/controllers/extension/revision-facts';
import { revision, ROLLED_OUT, ROLLING, type Said, SUCCEEDED } from '../extension/a-revision';
import { type Draft, files } from '../../formats/sample';

const PLAIN = 'core-rukpak-io-plain';
const source = (ref: string): LiveBundle['spec']['source'] => ({ type: 'image', image: { ref } });
const deployment = (ref = 'a:v1', more: Partial<LiveDeployment['spec']> = {}, bundleClass = PLAIN): LiveDeployment => ({
  apiVersion: 'core.rukpak.io/v1alpha1', kind: 'BundleDeployment', metadata: { name: 'shop', uid: 'u1', labels: { shard: 'a' } },
  spec: { provisionerClassName: PLAIN, template: { metadata: { labels: { app: 'shop' } }, spec: { source: source(ref), provisionerClassName: bundleClass } }, ...more },
}) as unknown as LiveDeployment;
const unpacked = (bundle: LiveBundle): LiveBundle => ({
  ...bundle, metadata: { ...bundle.metadata, uid: bundle.metadata.name ?? '' }, status: { phase: 'Unpacked', digest: 'sha256:1', resolvedSource: source('a@sha256:1') },
}) as unknown as LiveBundle;

describe('the Bundle of a template', () => {
  test('has its labels, its hash and its owner, and a name that fits', () => {
    const made = bundleOf(deployment());
    const hash = templateHash(deployment());
    expect(made.metadata).toMatchObject({
      labels: { 'shard': 'a', 'app': 'shop', 'core.rukpak.io/owner-kind': 'BundleDeployment', 'core.rukpak.io/owner-name': 'shop' },
      ownerReferences: [{ kind: 'BundleDeployment', name: 'shop', uid: 'u1', controller: true }],
    });
    expect(hash).toMatch(/^[0-9a-z]{30,63}$/);
    expect(made.metadata.labels?.['core.rukpak.io/template-hash']).toBe(hash);
    expect(made.metadata.name).toBe(`shop-${hash}`.slice(0, 52));
    const long = deployment();
    const named = { ...long, metadata: { ...long.metadata, name: 'x'.repeat(45) } };
    expect(bundleOf(named).metadata.name).toHaveLength(52);
  });

  test('is looked after by the deployment that controls it, and not by another that was made anew under its name', () => {
    const among = (...all: readonly LiveDeployment[]) => ({ get: (name: string) => all.find(({ metadata }) => metadata.name === name) });
    const anew = { ...deployment(), metadata: { ...deployment().metadata, uid: 'u2' } };
    expect(deploymentOf(bundleOf(deployment()), among(deployment()))).toEqual(deployment());
    expect(deploymentOf(bundleOf(deployment()), among(anew))).toBeUndefined();
    expect(deploymentOf({ ...bundleOf(deployment()), metadata: {} }, among(deployment()))).toBeUndefined();
    expect(deploymentOf(bundleOf(deployment()), among())).toBeUndefined();
  });

  test('is the same for the same template, and another one for another', () => {
    expect(templateHash(deployment())).toBe(templateHash(deployment()));
    expect(templateHash(deployment('a:v2'))).not.toBe(templateHash(deployment()));
    expect(templateHash(deployment('a:v1', { config: { a: 1 } }))).toBe(templateHash(deployment()));
    const { template } = deployment().spec;
    const { source: { image, ...from }, ...spec } = template.spec;
    const emptied = { template: { ...template, spec: { ...spec, source: { ...from, image: { ref: '', ...image, pullSecret: '' } } } } };
    expect(templateHash(deployment('a:v1', emptied))).toBe(templateHash(deployment()));
    expect(isBundleOf(deployment('a:v1', emptied), bundleOf(deployment()))).toBe(true);
    const unlabelled = { template: { ...template, metadata: { labels: { app: '' } } } };
    expect(templateHash(deployment('a:v1', unlabelled))).not.toBe(templateHash(deployment('a:v1', { template: { ...template, metadata: {} } })));
  });
});

describe('a turn of a deployment', () => {
  const own = bundleOf(deployment());
  /** With these Bundles on the cluster, of which those count that say that the deployment controls them. */
  const step = (of: LiveDeployment, bundles: readonly LiveBundle[]): ReturnType<typeof deploymentStep> => deploymentStep(
    of, bundles.filter((one) => ownerUid(one) === of.metadata.uid), PLAIN, (name) => bundles.find((one) => one.metadata.name === name),
  );

  test('makes a Bundle, waits for it, installs it', () => {
    expect(step(deployment(), [])).toEqual({ type: 'make-bundle', bundle: own });
    expect(step(deployment(), [own])).toEqual({ type: 'wait', bundle: own });
    expect(step(deployment(), [unpacked(own)])).toMatchObject({ type: 'install', unpacked: { digest: 'sha256:1' }, bundleClass: PLAIN });
  });

  test('another template makes another Bundle, but not without end', () => {
    const others = Array.from({ length: MOST_BUNDLES }, (_none, index) => unpacked(bundleOf(deployment(`a:${index}`))));
    expect(step(deployment('a:new'), others.slice(1)).type).toBe('make-bundle');
    expect(step(deployment('a:new'), others)).toMatchObject({ type: 'refused', message: expect.stringMatching(/^reached the maximum generated Bundle limit: 4; delete those that are not needed: shop-\S+, shop-\S+, shop-\S+, shop-\S+$/) });
    expect(superseded(others, others[0]!)).toEqual(others.slice(1));
  });

  test('Bundles of former templates that never came to be unpacked are over; the wanted one, the installed one and those that go are not', () => {
    const [wanted, failing, active] = [own, bundleOf(deployment('a:failing')), bundleOf(deployment('a:active'))];
    const going = { ...failing, metadata: { ...failing.metadata, name: 'going', deletionTimestamp: '2026-01-01T00:00:00Z' } };
    const all = [wanted, failing, active, going, unpacked(bundleOf(deployment('a:good')))];
    expect(abandoned(deployment(), all, active.metadata.name)).toEqual([failing]);
    expect(abandoned(deployment(), all, undefined)).toEqual([failing, active]);
  });

  const owners = own.metadata.ownerReferences;
  const changed = (more: object): LiveBundle => unpacked({ ...own, metadata: { ...own.metadata, ...more } } as LiveBundle);
  test.each<[string, LiveBundle]>([
    ['with its name, labels and hash, and no owner', changed({ ownerReferences: undefined })],
    ['that has it for an owner, but not as its controller', changed({ ownerReferences: owners?.map((owner) => ({ ...owner, controller: false })) })],
    ['of a deployment of that name that was there before', changed({ ownerReferences: owners?.map((owner) => ({ ...owner, uid: 'before' })) })],
    ['whose controller is of another API', changed({ ownerReferences: owners?.map((owner) => ({ ...owner, apiVersion: 'example.com/v1' })) })],
    ['that says that it is controlled by it, and is something else', { ...unpacked(own), spec: { ...own.spec, source: source('evil:v1') } }],
    ['of another class', { ...unpacked(own), spec: { ...own.spec, provisionerClassName: 'core-rukpak-io-registry' } }],
  ])('a forged Bundle %s is not installed, and its name is not taken over', (_what, forged) => {
    expect(isBundleOf(deployment(), forged)).toBe(false);
    expect(step(deployment(), [forged])).toEqual({
      type: 'taken', message: expect.stringMatching(new RegExp(`^Bundle ${own.metadata.name} is there already, and is not the one of this BundleDeployment`)),
    });
  });

  test('a forged Bundle with the hash under another name is not installed either', () => {
    const forged = { ...unpacked(own), metadata: { ...own.metadata, name: 'other', uid: 'other' } } as LiveBundle;
    expect(step(deployment(), [forged])).toEqual({ type: 'make-bundle', bundle: own });
  });

  test('one that goes is waited for', () => {
    const going = changed({ deletionTimestamp: '2026-01-01T00:00:00Z' });
    expect(step(deployment(), [going])).toMatchObject({ type: 'taken', message: expect.stringMatching(/is being deleted/) });
  });

  test.each([['core-rukpak-io-helm', 'refused'], ['example-com', 'refused'], ['core-rukpak-io-registry', 'make-bundle']])('of a bundle of the class %s: %s', (className, type) => {
    expect(step(deployment('a:v1', {}, className), []).type).toBe(type);
  });
});

describe('a turn of a Bundle', () => {
  const bundle = bundleOf(deployment());

  test('unpacks it once, and only that of its class', () => {
    expect(bundleStep(bundle)).toEqual({ type: 'unpack', className: PLAIN });
    expect(bundleStep(unpacked(bundle))).toMatchObject({ type: 'rest', unpacked: { digest: 'sha256:1' } });
    expect(bundleStep({ ...bundle, spec: { ...bundle.spec, provisionerClassName: 'example-com' } })).toEqual({ type: 'nothing' });
    expect(bundleStep({ ...bundle, metadata: { ...bundle.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } })).toEqual({ type: 'nothing' });
  });

  test.each([
    [{ type: 'begun' }, 'Unpacking', 'False', 'Unpacking'], [{ type: 'waiting', message: 'm' }, 'Pending', 'False', 'UnpackPending'],
    [{ type: 'failed', message: 'm' }, 'Failing', 'False', 'UnpackFailed'],
    [{ type: 'unpacked', resolved: source('a@sha256:1'), digest: 'sha256:1' }, 'Unpacked', 'True', 'UnpackSuccessful'],
  ] as const)('%j', (unpacking, phase, status, reason) => {
    const state = bundleState('shop-1', unpacking, 'https://x/bundles/shop-1.tgz');
    expect(state).toMatchObject({ phase, conditions: [{ type: 'Unpacked', status, reason }] });
    expect(state.contentURL).toBe(phase === 'Unpacked' ? 'https://x/bundles/shop-1.tgz' : undefined);
  });
});

describe('what a deployment says', () => {
  const said = (outcome: Outcome, active?: string, before?: readonly Condition[]): readonly string[] => (
    deploymentState({ outcome, states: { all: [], rollingOut: [], archived: [] }, active, before }).conditions.map(({ type, status, reason }) => `${type} ${status} ${reason}`)
  );

  const waiting = (phase?: 'Pending' | 'Unpacking' | 'Failing', message = ''): Outcome => {
    const conditions = [{ type: 'Unpacked', status: 'False', reason: 'x', message, lastTransitionTime: '' }];
    return { type: 'waiting', bundle: { ...bundleOf(deployment()), metadata: { name: 'new' }, status: { phase, conditions } } as unknown as LiveBundle };
  };

  test.each<[string, Outcome, string | undefined, readonly string[]]>([
    ['its first Bundle is unpacked', waiting(), undefined, ['HasValidBundle False UnpackPending', 'Installed False Installing']],
    ['its first Bundle cannot be', waiting('Failing'), undefined, ['HasValidBundle False UnpackFailed', 'Installed False InstallFailed']],
    ['the next one is unpacked', waiting('Unpacking'), 'old', ['HasValidBundle True Unpacking', 'Installed True Upgrading']],
    ['the next one waits', waiting('Pending'), 'old', ['HasValidBundle True UnpackPending', 'Installed True Upgrading']],
    ['the next one cannot be', waiting('Failing'), 'old', ['HasValidBundle True UnpackFailed', 'Installed True Upgrading']],
    ['it is installed', { type: 'rollout', bundle: 'new', rollout: { type: 'under-way', message: '' } }, undefined, ['HasValidBundle True UnpackSuccessful', 'Installed False Installing']],
    ['it pivots', { type: 'rollout', bundle: 'new', rollout: { type: 'under-way', message: '' } }, 'old', ['HasValidBundle True UnpackSuccessful', 'Installed True Upgrading']],
    ['done', { type: 'rollout', bundle: 'new', rollout: { type: 'done' } }, 'old', ['HasValidBundle True UnpackSuccessful', 'Installed True InstallationSucceeded']],
    ['the pivot is stuck', { type: 'rollout', bundle: 'new', rollout: { type: 'stuck', message: 'x' } }, 'old', ['HasValidBundle True UnpackSuccessful', 'Installed False UpgradeFailed']],
    ['the first one is stuck', { type: 'rollout', bundle: 'new', rollout: { type: 'stuck', message: 'x' } }, undefined, ['HasValidBundle True UnpackSuccessful', 'Installed False InstallFailed']],
    ['it cannot be rendered', { type: 'not-installed', bundle: 'new', message: 'x' }, undefined, ['HasValidBundle True UnpackSuccessful', 'Installed False InstallFailed']],
    ['its content is gone', { type: 'not-loaded', bundle: 'new', message: 'x' }, undefined, ['HasValidBundle True UnpackSuccessful', 'Installed False BundleLoadFailed']],
    ['it is refused', { type: 'refused', message: 'x' }, undefined, ['HasValidBundle False UnpackFailed', 'Installed False InstallFailed']],
  ])('%s', (_what, outcome, active, expected) => {
    expect(said(outcome, active)).toEqual([...expected, 'Healthy Unknown InstallationStatusFalse']);
  });

  test('the words are those of RukPak, to the letter', () => {
    const available = revision({ number: 1, conditions: [ROLLED_OUT, SUCCEEDED, ['Available', 'True', 'ProbesSucceeded', 'x']] });
    const words = (outcome: Outcome, active?: string): readonly string[] => (
      deploymentState({ outcome, states: revisionStates([available]), active, before: [] }).conditions.map(({ message }) => message)
    );
    const healthy = 'BundleDeployment is healthy';
    expect(words({ type: 'rollout', bundle: 'new', rollout: { type: 'done' } }, 'new'))
      .toEqual(['Successfully unpacked the new Bundle', 'Instantiated bundle new successfully', healthy]);
    expect(words(waiting('Unpacking'))).toEqual(['Waiting for the new Bundle to be unpacked', 'Instantiating bundle new: Waiting for the new Bundle to be unpacked', healthy]);
    expect(words(waiting('Failing', 'x'))).toEqual(['Failed to unpack the new Bundle: x', 'Failed to unpack the new Bundle: x', healthy]);
  });

  test('what is told of the next Bundle names it, and why it cannot be unpacked', () => {
    const told = (outcome: Outcome, active: string): unknown => (
      deploymentState({ outcome, states: { all: [], rollingOut: [], archived: [] }, active, before: [] }).conditions.find(({ type }) => type === 'Installed')?.message
    );
    expect(told(waiting('Failing', 'no manifests/'), 'old')).toBe('Pivoting from bundle old to new: Failed to unpack the new Bundle: no manifests/');
    expect(told(waiting('Pending', 'no Secret'), 'old')).toBe('Pivoting from bundle old to new: Waiting for the new Bundle to be unpacked: no Secret');
    expect(told(waiting('Unpacking'), 'new')).toBe('Instantiating bundle new: Waiting for the new Bundle to be unpacked');
  });

  test.each<[Outcome, string]>([
    [{ type: 'leaving', message: 'm' }, 'False Uninstalling'], [{ type: 'guarded', message: 'm' }, 'True UninstallBlocked'],
  ])('that its objects may still be there while it goes: %j', (outcome, expected) => {
    const { activeBundle, conditions } = deploymentState({ outcome, states: { all: [], rollingOut: [], archived: [] }, active: 'old', before: [] });
    expect(activeBundle).toBe('old');
    expect(conditions.map(({ type, status, reason }) => `${type} ${status} ${reason}`)).toEqual([`Installed ${expected}`, `Healthy Unknown ${expected.split(' ')[1]}`]);
    expect(conditions.at(-1)?.message).not.toContain('Nothing is installed');
  });

  test('the bundle that is active is there: one that another with the same content has taken the place of is not named', () => {
    const there = (name: string, more: object = {}): LiveBundle => ({ ...bundleOf(deployment()), metadata: { name, ...more } });
    expect(activeOf('one', 'two', [there('two'), there('three')])).toBe('two');
    expect(activeOf('one', 'two', [there('one', { deletionTimestamp: '2026-01-01T00:00:00Z' }), there('two')])).toBe('two');
    expect(activeOf('one', 'zero', [there('one'), there('two')])).toBe('one');
    expect(activeOf('one', 'zero', [there('two')])).toBe('one');
    expect(activeOf(undefined, 'two', [there('two')])).toBeUndefined();
  });

  test('what a former bundle has left because it holds data is named', () => {
    const states = revisionStates([
      revision({ number: 1, state: 'Archived', conditions: [['Progressing', 'False', 'Blocked', 'Deleting it would delete data.']] }),
      revision({ number: 2, state: 'Archived', conditions: [['Progressing', 'False', 'Archived', 'x']] }),
      revision({ number: 3, conditions: [ROLLED_OUT, SUCCEEDED] }),
    ]);
    const outcome: Outcome = { type: 'rollout', bundle: 'new', rollout: { type: 'done' } };
    expect(deploymentState({ outcome, states, active: 'new', before: [] }).conditions).toContainEqual({
      type: 'Installed', status: 'True', reason: 'InstallationSucceeded',
      message: 'Instantiated bundle new successfully\nRevision shop-1, of a former bundle, is not taken down: Deleting it would delete data.',
    });
  });

  test('the bundle that is active stays so until the next one is installed', () => {
    const active = (outcome: Outcome): string | undefined => deploymentState({ outcome, states: { all: [], rollingOut: [], archived: [] }, active: 'old', before: [] }).activeBundle;
    expect(active({ type: 'rollout', bundle: 'new', rollout: { type: 'under-way', message: '' } })).toBe('old');
    expect(active({ type: 'rollout', bundle: 'new', rollout: { type: 'done' } })).toBe('new');
  });
});

describe('how the rollout of a bundle goes', () => {
  const FAILING: Said = ['Available', 'False', 'ProbeFailure', 'Object Deployment.apps/v1 shop/web: not ready'];
  const rollout = (...conditions: readonly Said[]): Rollout => {
    const states = revisionStates([revision({ number: 1, conditions })]);
    return rolloutOf(states.all[0]!, states);
  };

  test.each<[string, readonly Said[], Rollout]>([
    ['it has just begun', [], { type: 'under-way', message: '' }],
    ['a phase waits for an object', [ROLLING, FAILING], { type: 'under-way', message: 'Revision is rolling out.\nObject Deployment.apps/v1 shop/web: not ready' }],
    ['everything is written, and an object is not ready', [ROLLED_OUT, FAILING], { type: 'under-way', message: 'Object Deployment.apps/v1 shop/web: not ready' }],
    ['objects are not seen yet', [ROLLING, ['Available', 'Unknown', 'Reconciling', '1 of 2 objects is not there yet: ConfigMap.v1 a/b.']],
      { type: 'under-way', message: 'Revision is rolling out.\n1 of 2 objects is not there yet: ConfigMap.v1 a/b.' }],
    ['its Pods are refused by the namespace', [ROLLED_OUT, ['Available', 'False', 'ProbeFailure', 'Pods cannot be created (FailedCreate: violates PodSecurity "restricted")']],
      { type: 'under-way', message: 'Pods cannot be created (FailedCreate: violates PodSecurity "restricted")\nThe namespace does not allow such Pods: name one that does in spec.installNamespace.' }],
    ['it is ready', [ROLLED_OUT, SUCCEEDED], { type: 'done' }],
    ['it cannot go on', [['Progressing', 'False', 'Blocked', 'why'], FAILING], { type: 'stuck', message: 'why' }],
  ])('%s', (_what, conditions, expected) => {
    expect(rollout(...conditions)).toEqual(expected);
  });
});

describe('settings', () => {
  const read = (texts: Draft): Bundle => readBundle(bundleFilesOf('web', Object.entries(texts).flatMap(([path, text]) => (
    text === undefined ? [] : [[path, text] as const])))).bundle as Bundle;

  test('all that is wrong with a configuration is one sentence', () => {
    expect(() => refuseConfig(read(files()), { foo: 1, bar: 2 }, 'web')).toThrow(expect.objectContaining({
      code: 'bundle-config', message: "invalid bundle configuration: unknown key 'foo'; unknown key 'bar'",
    }));
  });

  test('where it goes', () => {
    const olm = read(files());
    expect(namespaceOf(deployment('a', { installNamespace: 'own' }), olm, 'system')).toBe('own');
    expect(namespaceOf(deployment(), olm, 'system')).toBe('web-system');
    expect(namespaceOf(deployment(), read({ 'manifests/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n' }), 'system')).toBe('system');
  });

  const values = (config: object): unknown => configOf(deployment('a', { config: config as never }), { format: 'helm' });

  test('values of a chart are a text with YAML, or an object', () => {
    expect(values({ values: 'a: {b: 1}' })).toEqual({ a: { b: 1 } });
    expect(values({ values: { a: 1 } })).toEqual({ a: 1 });
    expect(values({ values: '' })).toBeUndefined();
  });

  test.each([[{ values: '[1]' }], [{ values: 'a: [' }], [{ values: 'a: 1\n---\nb: 1' }], [{ values: 5 }], [{ other: 1 }]])('%j is refused', (config) => {
    expect(() => values(config)).toThrow(expect.objectContaining({ code: 'bundle-config' }));
  });
});
