/** The controllers as their users install and upgrade them, also where others have been before. */
import type { KubeObject, ObjectRef } from '../../../../lib/api';
import { ANNOTATION_GENERATOR, crds, GENERATOR } from '../../../../lib/kinds';
import type { Finished, Running } from '../../cli/command';
import { CatalogFolder } from '../../cli/catalogs/fixture';
import { extension, revision } from '../fleet';
import { ownPlane } from './plane';

const NAMESPACE = 'olmv1-system';
const plane = ownPlane('installed');
const DEFINITION = 'clusterextensions.olm.operatorframework.io';
const definition: ObjectRef = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: DEFINITION };
const deployment: ObjectRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'boxcutter-controller', namespace: NAMESPACE };

async function install(manifests: readonly string[], ...more: readonly string[]): Promise<Finished> {
  const { stdout } = await plane.run(['controller', 'manifests', ...manifests]);
  const args = ['apply', '-', '--name', 'boxcutter-controller', '-n', NAMESPACE, '--state-namespace', 'default', '--timeout', '60s', ...more];
  return plane.run(args, { stdin: stdout });
}

interface VersionOfTheirs {
  readonly schema: { readonly openAPIV3Schema: { readonly properties: { readonly spec: { readonly properties: Record<string, object> } } } };
}

/** What another project has under the names of our kinds. */
function theirs(): readonly KubeObject[] {
  return crds().map((crd) => {
    const copy = structuredClone(crd) as KubeObject & { metadata: { annotations?: object }; spec: { versions: VersionOfTheirs[] } };
    delete copy.metadata.annotations;
    for (const { schema } of copy.spec.versions) delete schema.openAPIV3Schema.properties.spec.properties['config'];
    return copy;
  });
}

const generatorOf = async (): Promise<string | undefined> => (await plane.other.get(definition)).metadata.annotations?.[ANNOTATION_GENERATOR];

let controllers: Running;
let said = '';
const ready = async (): Promise<string> => {
  const [, url = ''] = /"health":"([^"]+)"/.exec(said) ?? [];
  const answer = await fetch(`${url}/readyz`);
  return `${answer.status} ${await answer.text()}`;
};
/** @param server kubeconfig, if it is not the administrator's */
const process = (server?: string): Running => plane.start([
  'controller', 'run', '--no-leader-election', '--namespace', NAMESPACE, '--health-address', '127.0.0.1:0', '--metrics-address', '127.0.0.1:0',
  '--catalogs-address', '127.0.0.1:0', '--catalogs-directory', `${plane.scratch.path}/catalogs`,
], server);

beforeAll(() => {
  controllers = process();
  controllers.child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
});

test('Without the definitions the process waits for them, and says so', async () => {
  await controllers.printed(/"listening"/);
  await controllers.printed(new RegExp(`${DEFINITION} is missing`));
  expect(await ready()).toMatch(new RegExp(
    `^503 not ready: definitions: .*CustomResourceDefinition ${DEFINITION} is missing\\. Install it: boxcutter controller crds \\| kubectl`,
  ));
});

test('Definitions of others are not worked with, and not written over', async () => {
  for (const crd of theirs()) await plane.other.apply(crd);
  await controllers.printed(/it lacks spec\.config\./);
  expect(await ready()).toMatch(/^503 not ready: definitions: .*clusterextensions\.\S+ is of another release or another project: it lacks spec\.config\./);
  const prevented = await install(['--image', 'registry.example/boxcutter:1.0.0']);
  expect([prevented.code, await generatorOf()]).toEqual([4, undefined]);
  const adopted = await install(['--image', 'registry.example/boxcutter:1.0.0'], '--collision-protection', 'None');
  expect([adopted.code, adopted.stderr]).toEqual([4, expect.stringMatching(/others have made them; nothing was written\.\n.*--take-over-crds/) as string]);
  expect(await generatorOf()).toBeUndefined();
});

test('--take-over-crds replaces them, and the process that waited begins', async () => {
  const { uid } = (await plane.other.get(definition)).metadata;
  const taken = await install(['--image', 'registry.example/boxcutter:1.0.0'], '--take-over-crds');
  expect([taken.code, taken.code === 0 ? '' : taken.stderr]).toEqual([0, '']);
  const after = await plane.other.get(definition);
  expect([after.metadata.uid, await generatorOf()]).toEqual([uid, GENERATOR]);
  await controllers.printed(/"reconciling"/);
  expect(await ready()).toMatch(/^200 ready: definitions\n/);
});

test('Another configuration is another template; the definitions stay what they are', async () => {
  const before = await plane.other.get(deployment);
  const { uid } = (await plane.other.get(definition)).metadata;
  const upgraded = await install(['--image', 'registry.example/boxcutter:1.1.0', '--log-level', 'debug']);
  expect([upgraded.code, upgraded.code === 0 ? '' : upgraded.stderr]).toEqual([0, '']);
  const after = await plane.other.get(deployment);
  expect(after.metadata.uid).toBe(before.metadata.uid);
  expect(templateOf(after).image).toBe('registry.example/boxcutter:1.1.0');
  expect(templateOf(after).configuration).not.toBe(templateOf(before).configuration);
  expect((await plane.other.get(definition)).metadata.uid).toBe(uid);
  const again = await install(['--image', 'registry.example/boxcutter:1.1.0', '--log-level', 'debug']);
  expect([again.code, (await plane.other.get(deployment)).metadata.generation]).toEqual([0, after.metadata.generation]);
});

describe('The controllers as an extension of the controllers that are installed', () => {
  const itself = extension('boxcutter-controller');

  beforeAll(async () => {
    controllers.child.kill('SIGTERM');
    await controllers.finished;
    // As itself: nobody else makes a revision one of an extension.
    await process(plane.kubeconfigWith(await plane.tokenOf(NAMESPACE, 'boxcutter-controller'))).printed(/"reconciling"/);
    const manifests = await plane.run(['controller', 'manifests', '--image', 'registry.example/boxcutter:2.0.0']);
    const image = `${plane.front.host}/boxcutter/bundle:v2.0.0`;
    const folder = plane.scratch.write('plain/manifests.yaml', manifests.stdout).replace(/manifests\.yaml$/, '');
    const built = await plane.run([
      'bundle', 'build', folder, '--format', 'plain+v0', '--package', 'boxcutter-controller', '--package-version', '2.0.0', '--push', image,
    ]);
    if (built.code !== 0) throw new Error(built.stderr);
    const catalog = new CatalogFolder(plane.scratch, 'own', plane.shard);
    catalog.bundle('boxcutter-controller', '2.0.0', { image });
    catalog.package('boxcutter-controller', { stable: [{ name: '2.0.0' }] }).save();
    const ref = `${plane.front.host}/boxcutter/catalog:v1`;
    const pushed = await plane.run(['catalog', 'push', catalog.path, ref]);
    if (pushed.code !== 0) throw new Error(pushed.stderr);
    await plane.other.apply({
      apiVersion: itself.apiVersion, kind: 'ClusterCatalog', metadata: { name: 'own' }, spec: { source: { type: 'Image', image: { ref } } },
    });
    await plane.other.apply({
      apiVersion: itself.apiVersion, kind: 'ClusterExtension', metadata: { name: itself.name },
      spec: { namespace: NAMESPACE, source: { sourceType: 'Catalog', catalog: { packageName: 'boxcutter-controller' } } },
    });
  });

  test('It touches nothing that the installation has, and says so', async () => {
    const before = await plane.other.get(deployment);
    await plane.until(itself, 'Progressing True Retrying: that exist already');
    expect((await plane.other.get(deployment)).metadata.generation).toBe(before.metadata.generation);
  });

  test('Deleting it takes nothing of the installation down', async () => {
    const uids = await Promise.all([definition, deployment].map(async (ref) => (await plane.other.get(ref)).metadata.uid));
    await plane.other.delete(itself);
    await plane.other.until(itself, (live) => live === undefined);
    const after = await Promise.all([definition, deployment].map(async (ref) => (await plane.other.get(ref)).metadata));
    expect(after.map(({ uid, deletionTimestamp }) => [uid, deletionTimestamp])).toEqual(uids.map((uid) => [uid, undefined]));
  });
});

test('Let go of by the command, they become a revision of their own, and from then on upgrade themselves', async () => {
  const refs = [definition, deployment];
  const uidsOf = () => Promise.all(refs.map(async (ref) => (await plane.other.get(ref)).metadata.uid));
  const before = await uidsOf();
  const byThemselves = async (version: string, ...more: readonly string[]): Promise<void> => {
    const { stdout } = await plane.run(['controller', 'manifests', '--image', `registry.example/boxcutter:${version}`]);
    const args = ['apply', '-', '--name', 'boxcutter-controller', '-n', NAMESPACE, '--via-controller', '--timeout', '60s', ...more];
    const { code, stderr } = await plane.run(args, { stdin: stdout });
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    expect(templateOf(await plane.other.get(deployment)).image).toBe(`registry.example/boxcutter:${version}`);
    expect(await uidsOf()).toEqual(before);
  };
  const orphaned = await plane.run(['orphan', 'boxcutter-controller', '-n', 'default', '--yes']);
  expect([orphaned.code, orphaned.code === 0 ? '' : orphaned.stderr]).toEqual([0, '']);
  await byThemselves('1.2.0', '--collision-protection', 'IfNoController');
  await byThemselves('1.3.0');
  await plane.until(revision('boxcutter-controller-1'), 'Progressing False Archived');
  // A definition holds data of others, so it is none of the garbage collector's.
  const [natively, byAnnotation] = await Promise.all([deployment, definition].map((ref) => plane.other.get(ref)));
  const { ownerReferences = [] } = natively?.metadata ?? {};
  expect(ownerReferences.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['ClusterExtensionRevision boxcutter-controller-2']);
  const { ownerReferences: none, annotations } = byAnnotation?.metadata ?? {};
  expect(none).toBeUndefined();
  expect(annotations?.['olm.operatorframework.io/owners']).toContain('"boxcutter-controller-2"');
  // With the definitions everything would go that is of them, this revision first of all.
  await plane.other.delete(revision('boxcutter-controller-2'));
  await plane.until(revision('boxcutter-controller-2'), 'Progressing False Blocked: ClusterExtensionRevision');
  expect(await uidsOf()).toEqual(before);
}, 180_000);

function templateOf({ spec }: KubeObject): { readonly image: string | undefined; readonly configuration: string | undefined } {
  const { template } = spec as { readonly template: Template };
  return { image: template.spec.containers[0]?.image, configuration: template.metadata.annotations['olm.operatorframework.io/configuration'] };
}

interface Template {
  readonly metadata: { readonly annotations: Readonly<Record<string, string>> };
  readonly spec: { readonly containers: readonly { readonly image: string }[] };
}
