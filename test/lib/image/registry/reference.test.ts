import { formatReference, parseImageReference } from '../../../../lib/image/registry';
import { cpuMilliseconds } from '../../../support/cpu-time';

const digest = `sha256:${'a'.repeat(64)}`;

describe('the name of an image', () => {
  test.each([
    ['quay.io/org/app:v1', { registry: 'quay.io', repository: 'org/app', tag: 'v1' }],
    ['oci://quay.io/org/app:v1', { registry: 'quay.io', repository: 'org/app', tag: 'v1' }],
    ['quay.io/org/app', { registry: 'quay.io', repository: 'org/app' }],
    [`quay.io/org/app@${digest}`, { registry: 'quay.io', repository: 'org/app', digest }],
    [`quay.io/org/app:v1@${digest}`, { registry: 'quay.io', repository: 'org/app', tag: 'v1', digest }],
    ['localhost/app', { registry: 'localhost', repository: 'app' }],
    ['localhost:5000/a/b/c__d.e-f:V1_2', { registry: 'localhost:5000', repository: 'a/b/c__d.e-f', tag: 'V1_2' }],
    ['registry:5000/app', { registry: 'registry:5000', repository: 'app' }],
    ['[::1]:5000/app:v1', { registry: '[::1]:5000', repository: 'app', tag: 'v1' }],
    ['Registry.Example/app', { registry: 'registry.example', repository: 'app' }],
    ['docker.io/nginx:1', { registry: 'docker.io', repository: 'library/nginx', tag: '1' }],
    ['docker.io/org/app', { registry: 'docker.io', repository: 'org/app' }],
    [`quay.io/app@sha512:${'0'.repeat(128)}`, { registry: 'quay.io', repository: 'app', digest: `sha512:${'0'.repeat(128)}` }],
  ])('%s', (text, expected) => {
    expect(parseImageReference(text)).toEqual(expected);
  });

  test.each([
    ['nginx', 'it names no registry'],
    ['/layouts/shop:v1', 'it is a path'],
    ['./shop:v1', 'it is a path'],
    ['org/app:v1', 'it names no registry'],
    ['', 'it names no registry'],
    ['https://quay.io/org/app', 'it begins with a scheme that is not oci://'],
    ['quay.io/Org/app', '"Org" cannot be part of a repository'],
    ['quay.io/org/../app', '".." cannot be part of a repository'],
    ['quay.io//app', 'a part of the repository is empty'],
    ['quay.io/', 'a part of the repository is empty'],
    ['quay.io/app:', '"" is not a tag'],
    ['quay.io/app:-x', '"-x" is not a tag'],
    ['quay.io/app@sha256:abc', '"sha256:abc" is not a digest'],
    ['my-bundle@sha256:xyz123', '"my-bundle@sha256:xyz123" cannot be the name of an image: it names no registry'],
    [`my-bundle@${digest}`, 'it names no registry'],
    [`quay.io/app@md5:${'a'.repeat(32)}`, 'is not a digest'],
    ['quay.io:99999/app', '"quay.io:99999" is not a host'],
    ['-.io/app', '"-.io" is not a host'],
    ['quay.io/a b', '"a b" cannot be part of a repository'],
    [`quay.io/${'a'.repeat(256)}`, 'longer than 255'],
  ])('not %s: %s', (text, why) => {
    expect(() => parseImageReference(text)).toThrow(expect.objectContaining({ code: 'image-reference-invalid', category: 'input', message: expect.stringContaining(why) }));
  });

  test('a short name is not guessed: the hint has the whole one', () => {
    expect(() => parseImageReference('nginx')).toThrow(expect.objectContaining({ hint: expect.stringContaining('docker.io/library/nginx') }));
  });

  test('credentials in a name are refused without repeating them', () => {
    const thrown = (() => {
      try {
        return parseImageReference('ann:secret@quay.io/org/app');
      } catch (error) {
        return error as Error;
      }
    })();
    expect(thrown).toMatchObject({ code: 'image-reference-invalid' });
    expect(JSON.stringify({ ...thrown, text: String(thrown) })).not.toContain('secret');
  });

  test('is understood in linear time', () => {
    const text = `quay.io/${'a-'.repeat(100_000)}!`;
    const started = cpuMilliseconds();
    expect(() => parseImageReference(text)).toThrow();
    expect(cpuMilliseconds() - started).toBeLessThan(500);
  });

  test('is written as it was read', () => {
    for (const text of ['quay.io/org/app:v1', `quay.io/org/app:v1@${digest}`, '[::1]:5000/app']) expect(formatReference(parseImageReference(text))).toBe(text);
  });
});
