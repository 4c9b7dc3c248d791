/** An approval covers the packages that come along with an upgrade. */
import { upgradeDigest } from '../../../../../lib/controllers/approval/upgrade-digest';
import { unexpected } from '../../../../../lib/controllers/extension/dependencies';

const IMAGE_DIGEST = `sha256:${'1'.repeat(64)}`;
const IMAGE = `example.com/shop@${IMAGE_DIGEST}`;
const brought = (...names: readonly string[]) => names.map((packageName) => ({ packageName, version: '1.0.0', needs: [] }));

test('what comes along by now, and did not when it was looked at', () => {
  expect(unexpected(brought('db', 'evil'), ['db'])).toEqual(['evil']);
  expect(unexpected(brought('db'), ['db', 'cache'])).toEqual([]);
});

test('the digest is that of the image, and another one for whatever comes along with it', () => {
  expect([upgradeDigest(IMAGE, []), upgradeDigest(IMAGE_DIGEST, [])]).toEqual([IMAGE_DIGEST, IMAGE_DIGEST]);
  const digests = [[], ['db'], ['evil'], ['db', 'evil']].map((packages) => upgradeDigest(IMAGE, packages));
  expect(new Set(digests).size).toBe(4);
  expect(upgradeDigest(IMAGE, ['evil', 'db'])).toBe(upgradeDigest(IMAGE, ['db', 'evil']));
});
