/** Which namespace a bundle is installed into. */
import { resolve } from 'node:path';
import { type Bundle, bundleFilesFromDirectory, readBundle } from '../../../lib/bundle';
import { installNamespaceOf } from '../../../lib/cli/bundle-input';

const bundle = readBundle(bundleFilesFromDirectory(resolve(__dirname, '../../../examples/from-bundle/bundle'))).bundle as Bundle;
const facts = () => Promise.resolve({ defaultNamespace: 'of-the-context' });
const refusal = (message: string) => ({ code: 'usage-namespace', category: 'input', message, hint: expect.stringContaining('Add --namespace NAME') });

test('the one that is given, and no cluster is asked', async () => {
  const asked = jest.fn(facts);
  await expect(installNamespaceOf(bundle, { namespace: 'shop', stateNamespace: 'ops' }, asked)).resolves.toBe('shop');
  expect(asked).not.toHaveBeenCalled();
});

test('otherwise that of the context, where its state is looked for, too', async () => {
  await expect(installNamespaceOf(bundle, {}, facts)).resolves.toBe('of-the-context');
});

test('with the state elsewhere it has to be given: an upgrade without it would find the extension and move it', async () => {
  const why = 'with --state-namespace it is not taken from the context, since an upgrade could move it by that';
  await expect(installNamespaceOf(bundle, { stateNamespace: 'ops' }, facts)).rejects.toMatchObject(
    refusal(`Bundle guestbook-operator.v1.4.0 needs a namespace to be installed into; ${why}.`),
  );
});

test('without a cluster it has to be given, and nothing is said of a context', async () => {
  await expect(installNamespaceOf(bundle, { stateNamespace: 'ops' })).rejects.toMatchObject(
    refusal('Bundle guestbook-operator.v1.4.0 needs a namespace to be installed into.'),
  );
});
