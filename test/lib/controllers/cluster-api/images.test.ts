/** Images with manifests: how they are read from registries. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ManifestImages } from '../../../../lib/controllers/cluster-api/source/images';

test('one after the other, for each may take much memory: after one that is not there, no other is asked for', async () => {
  const asked = new Set<string>();
  const server = createServer(({ url = '' }, answer) => {
    const [, repository] = /^\/v2\/(\w+)\//.exec(url) ?? [];
    if (repository !== undefined) asked.add(repository);
    answer.writeHead(404, { 'content-type': 'application/json' }).end('{"errors":[{"code":"MANIFEST_UNKNOWN","message":"unknown"}]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const images = new ManifestImages({ plainHttp: true, cache: false, env: {} });
  const digest = `sha256:${'0'.repeat(64)}`;
  await expect(images.all([`${host}/one@${digest}`, `${host}/two@${digest}`])).rejects.toThrow(expect.objectContaining({ code: 'image-not-found' }));
  server.close();
  expect([...asked]).toEqual(['one']);
});
