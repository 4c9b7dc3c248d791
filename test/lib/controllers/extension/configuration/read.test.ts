import type { ClusterExtension, KubeObject } from '../../../../../lib/api';
import { configurationOf } from '../../../../../lib/controllers/extension/configuration';
import { DigestKey } from '../../../../../lib/controllers/extension/configuration/digest-key';
import { requestDigest } from '../../../../../lib/controllers/extension/generate';

const extension = (config?: ClusterExtension['spec']['config']): ClusterExtension => ({
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', metadata: { name: 'shop', uid: 'uid-1' },
  spec: { namespace: 'shop', source: { sourceType: 'Catalog', catalog: { packageName: 'p' } }, ...(config === undefined ? {} : { config }) },
});
const holding = (kind: string, text: string): KubeObject => (
  { apiVersion: 'v1', kind, metadata: { name: 's' }, data: { k: kind === 'Secret' ? Buffer.from(text).toString('base64') : text } } as unknown as KubeObject
);

/** A server with one Secret: that of the key. */
function keyServer(): { readonly key: DigestKey; readonly requests: string[] } {
  let secret: KubeObject | undefined;
  const requests: string[] = [];
  const key = new DigestKey({
    get: async () => {
      requests.push('get');
      return secret === undefined ? { type: 'gone' } : { type: 'object', object: secret, created: false };
    },
    create: async (object) => {
      requests.push('create');
      secret = object;
      return { type: 'object', object, created: true };
    },
  } as ConstructorParameters<typeof DigestKey>[0], 'system', 'manager');
  return { key, requests };
}

const place = (object: KubeObject | undefined, digestKey = keyServer().key) => ({ sources: { use: async () => object }, digestKey });

test('one that stands in the extension', async () => {
  expect(await configurationOf(extension({ configType: 'Inline', inline: { a: 1 } }), place(undefined)))
    .toEqual({ config: { a: 1 }, isConfidential: false, acceptUnchecked: false });
});

test('none', async () => {
  expect(await configurationOf(extension(), place(undefined))).toEqual({ isConfidential: false, acceptUnchecked: false });
});

test('one in a ConfigMap is what it would be in the extension', async () => {
  const config = { configType: 'ConfigMap', configMap: { name: 's', key: 'k' }, dangerouslyAcceptBundlesWithoutConfigSchema: true } as const;
  expect(await configurationOf(extension(config), place(holding('ConfigMap', 'a: 1'))))
    .toEqual({ config: { a: 1 }, isConfidential: false, acceptUnchecked: true });
});

test('a digest stands for one in a Secret: the same for the same value, and nothing that can be worked out without the key', async () => {
  const config = { configType: 'Secret', secret: { name: 's', key: 'k' } } as const;
  const { key, requests } = keyServer();
  const standOf = async (text: string, digestKey: DigestKey): Promise<string> => {
    const found = await configurationOf(extension(config), place(holding('Secret', text), digestKey));
    if ('problem' in found) throw new Error(found.problem);
    expect(found).toMatchObject({ isConfidential: true });
    return requestDigest({ bundle: { name: 'p', version: '1' }, packageName: 'p', namespace: 'shop', config: found.stand ?? {} });
  };
  const first = await standOf('{"b": 2, "a": 1}', key);
  expect(await standOf('a: 1\nb: 2\n', key)).toBe(first);
  expect(await standOf('a: 1\nb: 3\n', key)).not.toBe(first);
  expect(await standOf('a: 1\nb: 2\n', keyServer().key)).not.toBe(first);
  expect(requests).toEqual(['get', 'create']);
});

test('what is missing is a problem', async () => {
  const config = { configType: 'Secret', secret: { name: 's' } } as const;
  expect(await configurationOf(extension(config), place(undefined))).toEqual({ problem: 'Secret shop/s does not exist' });
});
