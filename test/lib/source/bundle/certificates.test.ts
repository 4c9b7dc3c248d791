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
