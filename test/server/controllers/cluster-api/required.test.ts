/**
 * Definitions that a requirement names are not deleted, whatever its actions are; all others are, also while and after the operator goes. On a
 * control plane of its own, because the definition of requirements goes.
 */
import type { JsonObject, KubeObject, ObjectRef } from '../../../../lib/api';
import { requirementController } from '../../../../lib/controllers/cluster-api';
import { clusterApiCrds } from '../../../../lib/kinds';
import { stringifyYaml } from '../../../../lib/yaml';
import type { Finished } from '../../cli/command';
import { Process } from '../../support/controllers';
import { connect } from '../../support/raw-client';
import { ownPlane } from '../installed/plane';
import { conditionIn, definition, definitionRef } from './bench';

const NAMESPACE = 'olmv1-system';
const GROUP = 'required.example.io';
const KIND = { apiVersion: 'apiextensions.openshift.io/v1alpha1', kind: 'CompatibilityRequirement' } as const;
const REQUIREMENTS = definitionRef('compatibilityrequirements.apiextensions.openshift.io');

const plane = ownPlane('capi-required');
let controllers: Process | undefined;

let manifests = '';
async function installed(): Promise<void> {
  ({ stdout: manifests } = await plane.run(['controller', 'manifests', '--image', 'registry.example/boxcutter:1.0.0', '--enable', 'cluster-api', '--release', '4.20.0']));
  const { code, stderr } = await operation('apply', '-', manifests);
  if (code !== 0) throw new Error(stderr);
  for (const { metadata: { name = '' } } of clusterApiCrds()) await established(name);
  await startControllers();
}

async function startControllers(): Promise<void> {
  controllers = await Process.start('required', NAMESPACE, [requirementController()], { server: plane.info.kubeconfig, account: `${NAMESPACE}:boxcutter-controller` });
}

function operation(name: 'apply' | 'delete', what: string, stdin = '', ...more: readonly string[]): Promise<Finished> {
  const about = name === 'apply' ? [what, '--name', 'boxcutter-controller', '-n', NAMESPACE, '--state-namespace', 'default'] : [what, '-n', 'default', '--yes'];
  return plane.run([name, ...about, '--timeout', '60s', ...more], { stdin });
}

beforeAll(installed, 120_000);
afterAll(() => controllers?.stop());

const established = (name: string): Promise<void> => plane.other.until(definitionRef(name), (live) => conditionIn(live, 'Established')?.status === 'True');

async function define(plural: string): Promise<ObjectRef> {
  await plane.other.apply(definition(plural, GROUP));
  await established(`${plural}.${GROUP}`);
  return definitionRef(`${plural}.${GROUP}`);
}

function requirementSpec(plural: string): JsonObject {
  const data = stringifyYaml(definition(plural, GROUP) as unknown as JsonObject);
  return { compatibilitySchema: { customResourceDefinition: { type: 'YAML', data }, requiredVersions: { defaultSelection: 'AllServed' } } };
}

async function require(name: string, plural: string, more: JsonObject = {}): Promise<ObjectRef> {
  await plane.other.apply({ ...KIND, metadata: { name }, spec: { ...requirementSpec(plural), ...more } } as KubeObject);
  await plane.other.until({ ...KIND, name }, (live) => conditionIn(live, 'Progressing')?.reason === 'UpToDate');
  return { ...KIND, name };
}

let server: ReturnType<typeof connect>;
beforeAll(() => { server = connect(plane.info.kubeconfig); });
afterAll(() => server?.close());

/** What the server would say. It takes a moment to know of a policy, and of its changes. */
async function deletion({ name }: ObjectRef, wanted: RegExp): Promise<string> {
  const endsAt = performance.now() + 30_000;
  for (;;) {
    const { status, body } = await server.send('DELETE', `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}?dryRun=All`);
    const said = `${status} ${String(body.message)}`;
    if (wanted.test(said)) return said;
    if (performance.now() > endsAt) throw new Error(said);
  }
}

const ALLOWED = /^200 /;
const refusedFor = (name: string, ...requirements: readonly string[]): string => `403 customresourcedefinitions.apiextensions.k8s.io "${name}" is forbidden: `
  + `ValidatingAdmissionPolicy 'deletion.${name}' with binding 'deletion.${name}' denied request: `
  + `cannot delete CRD because it has CompatibilityRequirements: ${requirements.join(', ')}`;
const policies = (name: string): readonly ObjectRef[] => ['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'].map(
  (kind) => ({ apiVersion: 'admissionregistration.k8s.io/v1', kind, name: `deletion.${name}` }),
);

test('without any action, a requirement keeps its definition; with the requirement, that goes', async () => {
  const [ref, other] = [await define('omegas'), await define('others')];
  const one = await require('one', 'omegas');
  expect(await deletion(ref, /^403/)).toBe(refusedFor(ref.name, 'one'));
  expect(await deletion(other, /./)).toMatch(ALLOWED);
  await plane.other.delete(one);
  await deletion(ref, ALLOWED);
  for (const policy of policies(ref.name)) await plane.other.until(policy, (live) => live === undefined);
});

test('all that require it are named, also one that cannot be read any more; the last that goes lets it go', async () => {
  const ref = definitionRef(`omegas.${GROUP}`);
  const [b, a] = [await require('b', 'omegas', { customResourceDefinitionSchemaValidation: { action: 'Warn' } }), await require('a', 'omegas')];
  await deletion(ref, /CompatibilityRequirements: a, b$/);
  expect(await deletion(ref, /./)).toBe(refusedFor(ref.name, 'a', 'b'));
  const data = '/spec/compatibilitySchema/customResourceDefinition/data';
  await plane.other.cluster.patch(b, [{ op: 'replace', path: data, value: 'no definition' }], 'kubectl');
  await plane.other.until(b, (live) => conditionIn(live, 'Progressing')?.reason === 'ConfigurationError');
  await plane.other.delete(a);
  await deletion(ref, /CompatibilityRequirements: b$/);
  await plane.other.delete(b);
  await deletion(ref, ALLOWED);
});

test('a policy that another client changes or removes is there again; one that is somebody else\'s is left alone', async () => {
  const ref = definitionRef(`omegas.${GROUP}`);
  const one = await require('one', 'omegas');
  await deletion(ref, /^403/);
  for (const policy of policies(ref.name)) {
    const { metadata: { uid, ownerReferences } } = await plane.other.get(policy);
    await plane.other.cluster.patch(policy, [{ op: 'add', path: '/metadata/ownerReferences', value: [{ ...ownerReferences?.[0], uid: 'other' }] }], 'eve');
    await plane.other.until(policy, (live) => live?.metadata.ownerReferences?.[0]?.uid === ownerReferences?.[0]?.uid);
    await plane.other.delete(policy);
    await plane.other.until(policy, (live) => live !== undefined && live.metadata.uid !== uid);
  }
  await deletion(ref, /^403/);
  await plane.other.delete(one);
  await deletion(ref, ALLOWED);
  const [, binding] = policies(ref.name) as [ObjectRef, ObjectRef];
  await plane.other.until(binding, (live) => live === undefined);
  const theirs = { apiVersion: binding.apiVersion, kind: binding.kind, metadata: { name: binding.name }, spec: { policyName: 'theirs', validationActions: ['Warn'] } };
  await plane.other.apply(theirs as unknown as KubeObject);
  await plane.other.apply({ ...KIND, metadata: { name: 'one' }, spec: requirementSpec('omegas') } as KubeObject);
  await plane.other.until(one, (live) => conditionIn(live, 'Progressing')?.reason === 'OwnershipConflict');
  expect(conditionIn(await plane.other.get(one), 'Progressing')).toMatchObject({ message: `ValidatingAdmissionPolicyBinding ${binding.name} belongs to no CompatibilityRequirement` });
  expect((await plane.other.get(binding))['spec']).toMatchObject({ policyName: 'theirs' });
  await plane.other.delete(binding);
  await deletion(ref, /^403/);
});

test('a definition that a requirement does not name any more may go; and so may that of one that was let go', async () => {
  const [others, thirds] = [definitionRef(`others.${GROUP}`), await define('thirds')];
  const one = await require('one', 'omegas');
  const naming = async (plural: string): Promise<void> => {
    const data = stringifyYaml(definition(plural, GROUP) as unknown as JsonObject);
    await plane.other.cluster.patch(one, [{ op: 'replace', path: '/spec/compatibilitySchema/customResourceDefinition/data', value: data }], 'kubectl');
  };
  const areThere = async ({ name }: ObjectRef, wanted: boolean): Promise<void> => {
    for (const policy of policies(name)) await plane.other.until(policy, (live) => (live !== undefined) === wanted);
  };
  await naming('others');
  await areThere(others, true);
  await naming('thirds');
  await areThere(thirds, true);
  await areThere(others, false);
  const { metadata: { uid = '' } } = await plane.other.get(one);
  await plane.other.cluster.delete(one, { uid, propagation: 'Orphan' });
  // The garbage collector lets them go, which hears of a new kind within half a minute.
  await areThere(thirds, false);
  await deletion(thirds, ALLOWED);
}, 90_000);

test('the definition of requirements goes first: what they kept may go, and every other definition, with the controllers and without', async () => {
  const [ref, other] = [definitionRef(`omegas.${GROUP}`), definitionRef(`others.${GROUP}`)];
  await require('one', 'omegas');
  await deletion(ref, /^403/);
  await controllers?.stop();
  await deletion(ref, /^403/);
  await plane.other.delete(REQUIREMENTS);
  await plane.other.until(REQUIREMENTS, (live) => live === undefined);
  await deletion(ref, ALLOWED);
  await deletion(other, ALLOWED);
  await plane.other.delete(other);
  await plane.other.until(other, (live) => live === undefined);
});

test('the package goes whole, with requirements and without its controllers, and every other definition may go', async () => {
  const again = await operation('apply', '-', manifests);
  expect([again.code, again.code === 0 ? '' : again.stderr]).toEqual([0, '']);
  await established(REQUIREMENTS.name);
  await startControllers();
  const ref = definitionRef(`omegas.${GROUP}`);
  await require('one', 'omegas');
  await deletion(ref, /^403/);
  await controllers?.stop();
  const kept = await operation('delete', 'boxcutter-controller');
  expect([kept.code, kept.stderr]).toEqual([6, expect.stringContaining('CompatibilityRequirement') as string]);
  const { code, stderr } = await operation('delete', 'boxcutter-controller', '', '--delete-data');
  expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
  expect(await plane.other.exists(REQUIREMENTS)).toBe(false);
  await deletion(ref, ALLOWED);
  await plane.other.delete(ref);
  await plane.other.until(ref, (live) => live === undefined);
});
