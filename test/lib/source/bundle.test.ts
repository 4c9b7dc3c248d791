/** What a bundle is rendered with: namespace, configuration and certificates, at an installation and at an upgrade. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { JsonObject } from '../../../lib/api';
import { type Bundle, bundleFilesFromDirectory, bundleFilesOf, readBundle } from '../../../lib/formats';
import { type BundleChoices, installNamespaceOf, renderBundleInput } from '../../../lib/source/bundle';
import type { RecordedChoices, Surroundings } from '../../../lib/source/surroundings';
import { files, serviceVersion } from '../formats/sample';

const bundle = readBundle(bundleFilesFromDirectory(resolve(__dirname, '../../../examples/from-bundle/bundle'))).bundle as Bundle;

function bundleWith(spec: JsonObject): Bundle {
  const draft = files({ 'manifests/web.clusterserviceversion.yaml': JSON.stringify(serviceVersion(spec)) });
  const { bundle: read, findings } = readBundle(bundleFilesOf('web', Object.entries(draft).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]))));
  if (read === undefined) throw new Error(JSON.stringify(findings));
  return read;
}

describe('where it is installed', () => {
  test('in the namespace that is given', () => {
    expect(installNamespaceOf(bundle, { namespace: 'shop', stateNamespace: 'ops' })).toBe('shop');
  });

  test('nowhere else: not in that of the context, from which an upgrade could move it', async () => {
    const facts = jest.fn();
    const refused = renderBundleInput({ bundle, path: 'web' }, {}, { facts, onNote: () => undefined });
    await expect(refused).rejects.toMatchObject({
      code: 'usage-namespace', category: 'input', message: expect.stringContaining('guestbook-operator.v1.4.0'), hint: 'Add --namespace NAME.',
    });
    expect(facts).not.toHaveBeenCalled();
  });
});

const modes = ['AllNamespaces', 'SingleNamespace'].map((type) => ({ type, supported: true }));
const operator = bundleWith({ installModes: modes });

interface Rendering {
  readonly config: object;
  readonly certificates?: string;
  readonly notes: readonly string[];
}

type More = Partial<Surroundings> & { readonly of?: Bundle };

async function render(choices: BundleChoices, recorded?: RecordedChoices, more: More = {}): Promise<Rendering> {
  const notes: string[] = [];
  const surroundings = { onNote: (note: string): void => void notes.push(note), recorded: () => Promise.resolve(recorded), ...more };
  const { config, certificates } = await renderBundleInput({ bundle: more.of ?? operator, path: 'web' }, { namespace: 'shop', ...choices }, surroundings);
  return { config, notes, ...(certificates === undefined ? {} : { certificates }) };
}

describe('the configuration at an upgrade', () => {
  const before: RecordedChoices = { packageName: 'web', config: { watchNamespace: 'keda', deploymentConfig: { env: [{ name: 'TOKEN', value: 'hunter2' }] } } };

  test('given before, not given now: refused with the keys and the three ways, and without a value', async () => {
    const error = await render({}, before).catch((thrown: unknown) => thrown as Error & { hint: string; details: object });
    expect(error).toMatchObject({
      code: 'config-not-given', category: 'input',
      message: expect.stringContaining('Extension "web" is configured (watchNamespace, deploymentConfig.env), and no configuration is given now.'),
      hint: expect.stringMatching(/--set, .*--reuse-config, .*--reset-config/),
      details: { keys: ['watchNamespace', 'deploymentConfig.env'] },
    });
    const { message, hint, details } = error as Error & { hint: string; details: object };
    expect(JSON.stringify([message, hint, details])).not.toMatch(/hunter2|"keda"/);
  });

  test.each<[string, RecordedChoices | undefined]>([
    ['it is installed for the first time', undefined],
    ['it was installed without', { packageName: 'web', config: {} }],
    ['it was installed when that was not recorded yet', { packageName: 'web' }],
  ])('not given, and %s: nothing is refused', async (_when, recorded) => {
    await expect(render({}, recorded)).resolves.toEqual({ config: {}, notes: [] });
  });

  test('given again: that is the configuration, and what is left out is said', async () => {
    const given = { set: ['watchNamespace=other'] };
    await expect(render(given, before)).resolves.toEqual({ config: { watchNamespace: 'other' }, notes: [expect.stringMatching(/^No longer configured: deploymentConfig\.env\. /)] });
  });

  test('the same again says nothing', async () => {
    await expect(render({ set: ['watchNamespace=keda'] }, { packageName: 'web', config: { watchNamespace: 'keda' } })).resolves.toMatchObject({ notes: [] });
  });

  test('--reuse-config: what is on record, with what is given over it; a list is changed in its place', async () => {
    await expect(render({ reuseConfig: true }, before)).resolves.toEqual({ config: before.config, notes: [] });
    const changed = render({ reuseConfig: true, set: ['deploymentConfig.env[0].value=changed'] }, before);
    await expect(changed).resolves.toMatchObject({ config: { watchNamespace: 'keda', deploymentConfig: { env: [{ name: 'TOKEN', value: 'changed' }] } } });
  });

  test('--reuse-config of what is not on record is refused; at the first installation there is nothing to reuse', async () => {
    await expect(render({ reuseConfig: true }, { packageName: 'web' })).rejects.toMatchObject({ code: 'config-unknown', category: 'input' });
    await expect(render({ reuseConfig: true }, undefined)).resolves.toMatchObject({ config: {} });
  });

  test('--reset-config: none, or what is given, without a word about the rest', async () => {
    await expect(render({ resetConfig: true }, before)).resolves.toEqual({ config: {}, notes: [] });
    await expect(render({ resetConfig: true, set: ['watchNamespace=other'] }, before)).resolves.toEqual({ config: { watchNamespace: 'other' }, notes: [] });
  });

  test('of another package: refused before anything else; with --change-package nothing of it is taken', async () => {
    await expect(render({}, { ...before, packageName: 'keda' })).rejects.toMatchObject({ code: 'package-differs', message: expect.stringMatching(/is package keda, and this is package web/) });
    await expect(render({ changePackage: true }, { ...before, packageName: 'keda' })).resolves.toEqual({ config: {}, notes: [] });
  });
});

describe('who issues certificates', () => {
  const webhook = { type: 'ValidatingAdmissionWebhook', generateName: 'v.web.example', deploymentName: 'web', containerPort: 443, admissionReviewVersions: ['v1'], sideEffects: 'None', failurePolicy: 'Fail', rules: [] };
  const serving = bundleWith({ installModes: modes, webhookdefinitions: [webhook] });
  const facts = jest.fn(() => Promise.resolve({ certificates: 'service-ca' as const, kubernetesVersion: '1.36.0', apiVersions: [] }));
  beforeEach(() => facts.mockClear());

  test('whom the cluster has, at the first installation', async () => {
    await expect(render({}, undefined, { of: serving, facts })).resolves.toMatchObject({ certificates: 'service-ca' });
  });

  test('at an upgrade who did before, whoever is there as well by now; the cluster is not asked', async () => {
    await expect(render({}, { config: {}, certificates: 'cert-manager' }, { of: serving, facts })).resolves.toMatchObject({ certificates: 'cert-manager' });
    expect(facts).not.toHaveBeenCalled();
  });

  test('whoever is chosen', async () => {
    await expect(render({ certificates: 'service-ca' }, { certificates: 'cert-manager' }, { of: serving, facts })).resolves.toMatchObject({ certificates: 'service-ca' });
  });

  test('nobody is a mistake of the option', async () => {
    await expect(render({ certificates: 'none' }, undefined, { of: serving })).rejects.toMatchObject({ code: 'certificates-needed', message: expect.stringContaining('--certificates none') });
  });

  test('none where none are needed', async () => {
    expect(await render({}, { certificates: 'cert-manager' }, { facts })).not.toHaveProperty('certificates');
  });
});

test('a plain bundle without a schema: what lets a configuration pass is named as the option it is', async () => {
  const manifest = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
  const { bundle: plain } = readBundle(bundleFilesOf('web', [['manifests/a.yaml', manifest]]));
  await expect(render({ set: ['a=b'] }, undefined, { of: plain as Bundle })).rejects.toMatchObject({
    message: expect.stringMatching(/does not support configuration\. .* add --dangerously-accept-bundles-without-config-schema /),
  });
});

describe('a chart that helm cannot render', () => {
  const before = process.env['HELM'];
  const folder = mkdtempSync(join(tmpdir(), 'boxcutter-helm-test-'));
  afterAll(() => {
    if (before === undefined) delete process.env['HELM'];
    else process.env['HELM'] = before;
    rmSync(folder, { recursive: true });
  });

  test('is said to be just that, not to be configured wrongly', async () => {
    const helm = join(folder, 'helm');
    const failing = "#!/bin/sh\n[ \"$1\" = version ] && echo v3.18.0 && exit 0\necho 'Error: execution error at (shop/templates/a.yaml:3:4): no size' >&2\nexit 1\n";
    writeFileSync(helm, failing, { mode: 0o755 });
    process.env['HELM'] = helm;
    const { bundle: chart } = readBundle(bundleFilesOf('shop', [
      ['Chart.yaml', 'apiVersion: v2\nname: shop\nversion: 1.0.0\n'],
      ['templates/a.yaml', 'a: {{ required "no size" .Values.size }}\n'],
    ]));
    await expect(render({}, undefined, { of: chart as Bundle })).rejects.toMatchObject({
      code: 'input-invalid', message: expect.stringMatching(/^Chart shop\S* cannot be rendered:\ntemplates\/a\.yaml:3: helm cannot render chart shop: no size\./),
    });
  });
});
