/** Who issues the certificates of a bundle. */
import { bundleWith, modes, render } from './operator';

const webhook = {
  type: 'ValidatingAdmissionWebhook',
  generateName: 'v.web.example',
  deploymentName: 'web',
  containerPort: 443,
  admissionReviewVersions: ['v1'],
  sideEffects: 'None',
  failurePolicy: 'Fail',
  rules: [],
};
const serving = bundleWith({ installModes: modes, webhookdefinitions: [webhook] });
const facts = jest.fn(() => Promise.resolve({ certificates: 'service-ca' as const, kubernetesVersion: '1.36.0', apiVersions: [] }));
beforeEach(() => facts.mockClear());

test('whom the cluster has, at the first installation', async () => {
  await expect(render({}, undefined, { of: serving, facts })).resolves.toMatchObject({ certificates: 'service-ca' });
});

test('at an upgrade the issuer of before, even if another one is there by now; the cluster is not asked', async () => {
  await expect(render({}, { config: {}, certificates: 'cert-manager' }, { of: serving, facts })).resolves.toMatchObject({ certificates: 'cert-manager' });
  expect(facts).not.toHaveBeenCalled();
});

test('an issuer on record that is not trusted counts for nothing: the cluster is asked as at the first installation', async () => {
  const recorded = { config: {}, certificates: 'cert-manager', untrusted: { secret: 'shop/content', why: 'unsealed' as const } };
  await expect(render({}, recorded, { of: serving, facts })).resolves.toMatchObject({ certificates: 'service-ca' });
});

test('the issuer that is chosen', async () => {
  await expect(render({ certificates: 'service-ca' }, { certificates: 'cert-manager' }, { of: serving, facts })).resolves.toMatchObject({ certificates: 'service-ca' });
});

test('no issuer is a mistake of the option', async () => {
  await expect(render({ certificates: 'none' }, undefined, { of: serving })).rejects.toMatchObject({
    code: 'certificates-needed',
    message: expect.stringContaining('--certificates none'),
  });
});

test('none where none are needed', async () => {
  expect(await render({}, { certificates: 'cert-manager' }, { facts })).not.toHaveProperty('certificates');
});

describe('a bundle that brings cert-manager', () => {
  const definition = { kind: 'CustomResourceDefinition', apiVersion: 'apiextensions.k8s.io/v1', metadata: { name: 'certificates.cert-manager.io' } };
  const circular = { ...serving, crds: [...serving.crds, { manifest: definition, origin: { source: 'manifests/certificates.yaml' } }] } as typeof serving;
  const nobody = () => Promise.resolve({ certificates: 'none' as const, kubernetesVersion: '1.36.0', apiVersions: [] });

  test.each(['auto', 'cert-manager'] as const)('is not told to install cert-manager first: %s', async (certificates) => {
    await expect(render({ certificates }, undefined, { of: circular, facts: nobody })).rejects.toMatchObject({
      code: 'certificates-needed',
      message: expect.stringContaining('brings cert-manager itself') as string,
      hint: expect.stringContaining('its own chart or manifests') as string,
    });
  });

  test('is fine where something else issues them', async () => {
    await expect(render({}, undefined, { of: circular, facts })).resolves.toMatchObject({ certificates: 'service-ca' });
    await expect(render({ certificates: 'service-ca' }, undefined, { of: circular, facts: nobody })).resolves.toMatchObject({ certificates: 'service-ca' });
  });
});
