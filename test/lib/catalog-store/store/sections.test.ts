/** Where in a stored catalog the blobs stand that somebody asks for. */
import {
  indexText, type MetaQuery, parseIndex, type Section, SectionIndexBuilder, sectionsFor,
} from '../../../../lib/catalog-store/store/sections';
import { KEDA, KIALI, metaOf, textOf } from '../metas';

const blobs = [...KEDA, ...KIALI, { schema: 'acme.note' }, { schema: 'acme.note', name: 'stable', package: '' }];
const text = Buffer.from(textOf(blobs));
const builder = new SectionIndexBuilder();
blobs.forEach((blob, index) => void builder.add(metaOf(blob, index)));
const index = builder.build();

function found(query: MetaQuery): readonly unknown[] | undefined {
  const sections = sectionsFor(index, query);
  return sections?.flatMap(([offset, length]) => text.subarray(offset, offset + length).toString().trim().split('\n')
    .map((line): unknown => JSON.parse(line)));
}

describe('a query', () => {
  test.each<[string, MetaQuery, readonly number[] | undefined]>([
    ['for nothing is for everything', {}, undefined],
    ['for empty values is for everything, as upstream takes it', { schema: '', package: '', name: '' }, undefined],
    ['by schema', { schema: 'olm.channel' }, [1, 4]],
    ['by package also gives its olm.package, which upstream leaves out', { package: 'keda' }, [0, 1, 2]],
    ['by name', { name: 'stable' }, [1, 4, 7]],
    ['by schema and package', { schema: 'olm.bundle', package: 'kiali' }, [5]],
    ['by all three', { schema: 'olm.channel', package: 'kiali', name: 'stable' }, [4]],
    ['that nothing answers', { schema: 'olm.bundle', package: 'keda', name: 'kiali.v1.0.0' }, []],
    ['for a schema that nobody has', { schema: 'olm.csv' }, []],
    ['for a name of the language', { package: 'constructor' }, []],
  ])('%s', (_, query, expected) => {
    expect(found(query)).toEqual(expected?.map((at) => blobs[at]));
  });

  test('blobs that stand side by side are one read', () => {
    expect(sectionsFor(index, { package: 'keda' })).toEqual([[0, textOf(KEDA).length]]);
  });
});

describe('the file of the index', () => {
  test('has the form of catalogd: lists of offset and length by schema, package and name', () => {
    const { by_schema } = JSON.parse(indexText(index)) as { by_schema: Record<string, Section[]> };
    expect(Object.keys(by_schema)).toEqual(['acme.note', 'olm.bundle', 'olm.channel', 'olm.package']);
    expect(by_schema['olm.package']?.[0]).toEqual([0, metaOf(KEDA[0] ?? { schema: '' }).bytes.length]);
  });

  test('is read back to the same', () => {
    expect(parseIndex(indexText(index), text.length)?.by_package).toEqual(new Map([...index.by_package].sort()));
  });

  test.each<[string, string]>([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['a part missing', '{"by_schema":{},"by_package":{}}'],
    ['a section beyond the end of the file', `{"by_schema":{"a":[[0,${text.length + 1}]]},"by_package":{},"by_name":{}}`],
    ['sections that overlap', '{"by_schema":{"a":[[0,5],[3,4]]},"by_package":{},"by_name":{}}'],
    ['a section before the beginning', '{"by_schema":{"a":[[-1,5]]},"by_package":{},"by_name":{}}'],
    ['a section of nothing', '{"by_schema":{"a":[[1,0]]},"by_package":{},"by_name":{}}'],
    ['what is no section', '{"by_schema":{"a":["x"]},"by_package":{},"by_name":{}}'],
  ])('%s is no index', (_, damaged) => {
    expect(parseIndex(damaged, text.length)).toBeUndefined();
  });
});
