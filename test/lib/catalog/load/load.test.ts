import { catalogFilesFromMap, loadCatalog, type LoadedCatalog, walkMetas } from '../../../../lib/catalog';
import { loadWording } from '../../../../lib/catalog/load';
import { formatIssue, type Wording } from '../../../../lib/issue';

const load = (files: Readonly<Record<string, string | Buffer>>): Promise<LoadedCatalog> =>
  loadCatalog(catalogFilesFromMap('test', new Map(Object.entries(files))));
const words = ({ issues }: LoadedCatalog): readonly string[] => issues.map((issue) => formatIssue(issue, loadWording as Wording));

const PACKAGE = '{"schema":"olm.package","name":"p","defaultChannel":"s"}';
const CHANNEL = '{"schema":"olm.channel","name":"s","package":"p","entries":[{"name":"p.v1"}]}';
const BUNDLE = '{"schema":"olm.bundle","name":"p.v1","package":"p","image":"example.io/p:v1"}';

describe('what a catalog holds', () => {
  test.each([
    ['JSON values one after another', `${PACKAGE}${CHANNEL}\n\n  ${BUNDLE}`],
    ['JSON over several lines', [PACKAGE, CHANNEL, BUNDLE].map((json) => JSON.stringify(JSON.parse(json), null, 4)).join('\n')],
    ['YAML documents that are JSON', `---\n${PACKAGE}\n---\n${CHANNEL}\n--- \n${BUNDLE}\n`],
    ['JSON that goes on as YAML', `${PACKAGE}\n---\nschema: olm.channel\nname: s\npackage: p\nentries: [{name: p.v1}]\n---\n${BUNDLE}`],
    ['a mark of the byte order', `\ufeff${PACKAGE}${CHANNEL}${BUNDLE}`],
    ['line breaks of Windows', `---\r\n${PACKAGE}\r\n---\r\n${CHANNEL}\r\n---\r\n${BUNDLE}\r\n`],
  ])('is the same as %s', async (_, text) => {
    const loaded = await load({ 'catalog.txt': text });
    expect(words(loaded)).toEqual([]);
    const { packages, channels, bundles } = loaded.content;
    expect([packages, channels, bundles].map((blobs) => blobs.map(({ name }) => name))).toEqual([['p'], ['s'], ['p.v1']]);
    expect(await loaded.read(bundles[0]!.place)).toEqual(JSON.parse(BUNDLE));
  });

  test('has the place of each blob', async () => {
    const { content } = await load({
      'a/b.yaml': '# a comment\n---\n# another\n---\nschema: olm.package\nname: p\n---\n\nschema: olm.channel\nname: s\npackage: p\n...\n',
      'a.json': `\n\n${PACKAGE.replace('"p"', '"q"')}\n  ${CHANNEL}`,
    });
    expect(content.packages.map(({ place: { file, document, line } }) => [file, document, line])).toEqual([['a/b.yaml', 1, 5], ['a.json', 1, 3]]);
    expect(content.channels.map(({ place: { file, document, line } }) => [file, document, line])).toEqual([['a/b.yaml', 2, 9], ['a.json', 2, 4]]);
  });
});

describe('blobs as they are served', () => {
  test('keys are in order, digits are kept, a line each', async () => {
    const source = catalogFilesFromMap('test', new Map([['a', '{"schema":"x","b":12345678901234567890,"a":{"d":1.0,"c":"<\\u00e9>"}}']]));
    const lines: string[] = [];
    for await (const { bytes } of walkMetas(source)) lines.push(bytes.toString());
    expect(lines).toEqual(['{"a":{"c":"<é>","d":1},"b":12345678901234567890,"schema":"x"}\n']);
  });
});
