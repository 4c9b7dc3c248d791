/** Objects on their way into a bundle: what has to be said beside them, and where they are to be installed. */
import type { JsonObject, KubeObject, ResolvedRevision } from '../../../../lib/api';
import type { BundleFiles } from '../../../../lib/formats';
import { type Content, exported } from '../../../../lib/source/build/export';
import type { BuildChoices } from '../../../../lib/source/choices';

const object = (kind: string, name: string, namespace?: string, content: object = {}): Content['objects'][number] => ({
  manifest: {
    apiVersion: kind === 'Deployment' ? 'apps/v1' : 'v1', kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) }, ...content,
  } as JsonObject,
  origin: { source: 'objects.yaml' },
});
const web = (namespace: string) => object('Deployment', 'web', namespace, {
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'example.com/web:1' }] } },
  },
});
const settings = (namespace?: string) => object('ConfigMap', 'settings', namespace);

const said: BuildChoices = { format: 'plain+v0', package: 'shop', packageVersion: '1.2.0' };

function build(objects: Content['objects'], choices: BuildChoices = {}) {
  const notes: string[] = [];
  const files = exported({ objects }, 'objects.yaml', { ...said, ...choices }, (note) => void notes.push(note));
  return { files, notes };
}

const texts = (files: BundleFiles): string => files.paths().map((path) => files.read(path)?.toString() ?? '').join('\n');

test('objects become the files of a bundle with this name and version', () => {
  const { files } = build([settings('shop')]);
  expect(files.origin).toBe('shop.v1.2.0');
  expect(texts(files)).toContain('name: settings');
});

describe('what a bundle is has to be said', () => {
  const example = 'For example: --format plain+v0 --package shop --package-version 1.2.0.';
  test.each<[readonly (keyof BuildChoices)[], string, string]>([
    [['format'], '--format', 'For OLM and for boxcutter: --format registry+v1. For its users to configure it, from its project: --format package+v1'],
    [['package', 'packageVersion'], '--package, --package-version', example],
    [['format', 'package', 'packageVersion'], '--format, --package, --package-version', example],
  ])('without %j: what is missing is named', (left, missing, hint) => {
    const choices = Object.fromEntries(left.map((name) => [name, undefined]));
    expect(() => build([settings('shop')], choices)).toThrow(expect.objectContaining({
      code: 'usage-build', category: 'input', message: `objects.yaml does not say what the bundle is; missing: ${missing}.`,
      hint,
    }));
  });
});

test('a revision says itself which package it is of; what is given counts more', () => {
  const manifest = settings('shop').manifest as unknown as KubeObject;
  const revision: ResolvedRevision = {
    extension: 'web', number: 3, packageName: 'shop', version: '1.2.0', probes: [], digest: 'sha256:1',
    phases: [{ name: 'deploy', objects: [{ object: manifest, collisionProtection: 'Prevent' }] }],
  };
  const content: Content = { objects: [settings('shop')], revision };
  const name = (choices: BuildChoices): string => exported(content, 'r.yaml', { format: 'plain+v0', ...choices }, () => undefined).origin;
  expect(name({})).toBe('shop.v1.2.0');
  expect(name({ packageVersion: '1.3.0' })).toBe('shop.v1.3.0');
});

describe('where it is installed', () => {
  const other = object('ConfigMap', 'other', 'ops');

  test.each<[string, Content['objects'], BuildChoices]>([
    ['where the user says', [settings(), web('elsewhere'), other], { namespace: 'shop' }],
    ['where the Deployments are, whatever lies elsewhere', [settings(), web('shop'), other], {}],
    ['where everything is', [settings(), object('ConfigMap', 'more', 'shop')], {}],
  ])('%s: there goes what names no namespace', (_, objects, choices) => {
    expect(texts(build(objects, choices).files)).toMatch(/name: settings\n +namespace: shop\n/);
  });

  test.each<[string, Content['objects']]>([
    ['Deployments in two namespaces, as everything', [web('shop'), web('ops')]],
    ['objects in two namespaces and no Deployment', [settings('shop'), other]],
    ['no object in any namespace', [settings()]],
  ])('%s: it has to be said', (_, objects) => {
    expect(() => build(objects)).toThrow(expect.objectContaining({ code: 'usage-namespace', category: 'input', hint: 'Add --namespace NAME.' }));
  });
});

test('what the format cannot hold is refused with everything at once', () => {
  const broken = object('ConfigMap', '', 'shop');
  expect(() => build([broken, broken])).toThrow(expect.objectContaining({
    code: 'input-invalid', message: expect.stringMatching(/^objects\.yaml has \d+ mistakes?:/),
  }));
});
