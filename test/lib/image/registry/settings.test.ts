import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadRegistrySettings, parseImageReference, parseRegistrySettings, registrySource, type Mirror } from '../../../../lib/image/registry';
import { endpointsOf } from '../../../../lib/image/registry/endpoint';
import { caCert } from '../../kube/certificates';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'boxcutter-settings-'));
});
afterEach(() => rmSync(home, { recursive: true }));

describe('the file', () => {
  test('has mirrors, and what is special about hosts; certificates are named relative to it', () => {
    writeFileSync(join(home, 'ca.pem'), caCert);
    const text = `
mirrors:
  - source: quay.io/org
    mirrors: [mirror.example:5000/quay, other.example]
registries:
  mirror.example:5000: {ca: ca.pem}
  localhost:5000: {plainHttp: true}
`;
    expect(parseRegistrySettings(text, join(home, 'registries.yaml'))).toEqual({
      mirrors: [{ source: 'quay.io/org', mirrors: ['mirror.example:5000/quay', 'other.example'] }],
      registries: { 'mirror.example:5000': { ca: caCert }, 'localhost:5000': { plainHttp: true } },
    });
  });

  test('may be empty', () => {
    expect(parseRegistrySettings('# nothing yet\n', 'registries.yaml')).toEqual({});
  });

  test.each([
    ['mirrors: {}', 'mirrors: a list is needed'],
    ['mirrors: [quay.io]', 'mirrors[0]: a map with source and mirrors is needed'],
    ['mirrors: [{source: quay.io}]', 'mirrors[0].mirrors: a list is needed'],
    ['mirrors: [{source: "https://quay.io", mirrors: [a.b]}]', 'mirrors[0].source: a registry'],
    ['mirrors: [{source: quay.io, mirrors: [1]}]', 'mirrors[0].mirrors[0]: a registry'],
    ['mirror: []', 'mirror: unknown key; known are mirrors and registries'],
    ['registries: {quay.io: {plainHTTP: true}}', 'registries["quay.io"].plainHTTP: unknown key'],
    ['registries: {quay.io: {plainHttp: "yes"}}', 'registries["quay.io"].plainHttp: true or false is needed'],
    ['registries: {quay.io/org: {}}', 'registries["quay.io/org"]: a host is needed'],
    ['registries: {quay.io: {ca: none.pem}}', 'none.pem cannot be read (ENOENT)'],
    ['[]', 'it is not a map'],
    ['a: b: c', 'not valid YAML'],
    ['mirrors: []\n---\nmirrors: []', 'several documents'],
  ])('%s: %s', (text, why) => {
    expect(() => parseRegistrySettings(text, join(home, 'registries.yaml'))).toThrow(
      expect.objectContaining({ code: 'registry-settings', category: 'input', message: expect.stringContaining(why) }),
    );
  });

  test('all that is wrong is reported at once', () => {
    expect(() => parseRegistrySettings('mirrors: 1\nregistries: 2', 'registries.yaml')).toThrow(expect.objectContaining({ details: expect.objectContaining({ problems: [expect.any(String), expect.any(String)] }) }));
  });

  test('is found where $BOXCUTTER_REGISTRIES says, else in the configuration of the user', () => {
    expect(loadRegistrySettings({ HOME: home })).toEqual({});
    mkdirSync(join(home, '.config', 'boxcutter'), { recursive: true });
    writeFileSync(join(home, '.config', 'boxcutter', 'registries.yaml'), 'registries: {a.b: {plainHttp: true}}');
    expect(loadRegistrySettings({ HOME: home })).toEqual({ registries: { 'a.b': { plainHttp: true } } });
    expect(() => loadRegistrySettings({ HOME: home, BOXCUTTER_REGISTRIES: join(home, 'none') })).toThrow(expect.objectContaining({ code: 'registry-settings' }));
  });
});

test('mirrors that a program gives are checked, too', () => {
  expect(() => registrySource('quay.io/org/app', { env: { HOME: home }, mirrors: [{ source: 'quay.io', mirrors: ['https://mirror.example'] }] })).toThrow(
    expect.objectContaining({ code: 'registry-settings', message: expect.stringContaining('mirrors[0].mirrors[0]') }),
  );
});

describe('where an image is looked for', () => {
  const mirrors: Mirror[] = [
    { source: 'quay.io', mirrors: ['all.example'] },
    { source: 'quay.io/org', mirrors: ['one.example/quay', 'two.example:5000'] },
  ];
  const places = (name: string, plain: readonly string[] = []): string[] =>
    endpointsOf(parseImageReference(name), { mirrors, registries: Object.fromEntries(plain.map((host) => [host, { plainHttp: true }])) }).map(
      ({ base, repository, isMirror }) => `${base.origin}/${repository}${isMirror ? ' (mirror)' : ''}`,
    );

  test.each([
    ['quay.io/org/app', ['https://one.example/quay/app (mirror)', 'https://two.example:5000/app (mirror)', 'https://quay.io/org/app']],
    ['quay.io/organisation/app', ['https://all.example/organisation/app (mirror)', 'https://quay.io/organisation/app']],
    ['quay.io.example/org/app', ['https://quay.io.example/org/app']],
    ['docker.io/nginx', ['https://registry-1.docker.io/library/nginx']],
  ])('%s', (name, expected) => {
    expect(places(name)).toEqual(expected);
  });

  test('plain HTTP where it was asked for, and nowhere else', () => {
    expect(places('quay.io/org/app', ['two.example:5000'])).toEqual([
      'https://one.example/quay/app (mirror)', 'http://two.example:5000/app (mirror)', 'https://quay.io/org/app',
    ]);
  });
});
