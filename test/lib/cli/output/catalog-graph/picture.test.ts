/** What of a channel is drawn, so that a hundred versions stay legible and nothing is lost. */
import { type GraphChannel, upgradeGraphOf } from '../../../../../lib/catalog';
import { textsOf } from '../../../../../lib/cli/output/catalog-graph/box-texts';
import { placed } from '../../../../../lib/cli/output/catalog-graph/layout';
import { type Picture, pictureOf } from '../../../../../lib/cli/output/catalog-graph/picture';
import { type SmallEntry, type SmallPackage, smallCatalog } from '../../../catalog/small-catalog';

const channelOf = (entries: readonly SmallEntry[], more: Partial<SmallPackage> = {}): GraphChannel => {
  const { graph } = upgradeGraphOf(smallCatalog({ p: { ...more, channels: { s: entries, ...more.channels } } }), { channel: 's' });
  return graph.packages[0]!.channels[0]!;
};

/** Bundles without the name of the package. */
const short = (name: string): string => name.replace('p.v', '');
const boxesOf = ({ boxes }: Picture): readonly string[] =>
  boxes.map(({ nodes, outsiders }) => [...nodes, ...outsiders].map(({ name }) => short(name)).join(' '));
const linesOf = (picture: Picture): readonly string[] => {
  const titles = boxesOf(picture);
  return picture.lines.map(({ from, kind, to }) => `${titles[from] ?? ''} ${kind} ${titles[to] ?? ''}`);
};

const chain = (count: number): readonly SmallEntry[] =>
  Array.from({ length: count }, (_, index) => ({ name: `p.v1.${index}.0`, ...(index === 0 ? {} : { replaces: `p.v1.${index - 1}.0` }) }));

test('a chain is drawn as it is', () => {
  const picture = pictureOf(channelOf(chain(3)));
  expect(linesOf(picture)).toEqual(['1.1.0 replaces 1.2.0', '1.0.0 replaces 1.1.0']);
});

test('a range begins at the newest version in it, and nothing is drawn where a replacement says the same', () => {
  const entries = ['p.v1.0.0', 'p.v1.1.0', { name: 'p.v1.2.0', replaces: 'p.v1.0.0', skipRange: '<1.2.0' }];
  expect(linesOf(pictureOf(channelOf(entries)))).toEqual(['1.0.0 replaces 1.2.0', '1.1.0 skipRange 1.2.0']);
  const same = [{ name: 'p.v1.1.0' }, { name: 'p.v1.2.0', replaces: 'p.v1.1.0', skipRange: '<1.2.0' }];
  expect(linesOf(pictureOf(channelOf(same)))).toEqual(['1.1.0 replaces 1.2.0']);
});

test('what is alike in all that matters shares a box, which says what is in it', () => {
  const skips = ['p.v1.0.0', 'p.v1.1.0', 'p.v1.2.0'];
  const picture = pictureOf(channelOf([...skips, { name: 'p.v2.0.0', skips }]));
  expect([boxesOf(picture), linesOf(picture)]).toEqual([['2.0.0', '1.2.0 1.1.0 1.0.0'], ['1.2.0 1.1.0 1.0.0 skips 2.0.0']]);
  expect(textsOf(picture.boxes[1]!)).toMatchObject({ title: '3 versions', marks: ['skipped'], lines: ['1.2.0, 1.1.0, 1.0.0'] });
});

test('what is deprecated does not share a box with what is not', () => {
  const skips = ['p.v1.0.0', 'p.v1.1.0', 'p.v1.2.0'];
  const deprecations = [{ reference: { schema: 'olm.bundle', name: 'p.v1.1.0' }, message: 'broken' }];
  expect(boxesOf(pictureOf(channelOf([...skips, { name: 'p.v2.0.0', skips }], { deprecations })))).toEqual(['2.0.0', '1.2.0', '1.1.0', '1.0.0']);
});

test('of many skipped versions the newest leads to the entry that skips them, and the box says how many there are', () => {
  const skips = ['p.v1.1.0', 'p.v1.2.0', 'p.v1.3.0', 'p.v1.4.0', 'p.v1.5.0'];
  const picture = pictureOf(channelOf([...chain(6), { name: 'p.v2.0.0', replaces: 'p.v1.0.0', skips }]));
  expect(linesOf(picture).filter((line) => line.includes('skips'))).toEqual(['1.5.0 skips 2.0.0']);
  expect(textsOf(picture.boxes[0]!).lines).toEqual(['skips 5 versions']);
});

test('every version that leads somewhere has a line', () => {
  const skips = ['p.v1.0.0', 'p.v1.1.0', 'p.v1.2.0', 'p.v1.3.0', 'p.v1.4.0'];
  const picture = pictureOf(channelOf([...skips, { name: 'p.v1.9.0', skips: ['p.v1.0.0'] }, { name: 'p.v2.0.0', skips: [...skips, 'p.v1.9.0'] }]));
  const begun = new Set(picture.lines.map(({ from }) => from));
  expect(picture.boxes.flatMap((_, place) => (begun.has(place) ? [] : [place]))).toEqual([0]);
});

test('versions of other channels in a range share a box, and one that is replaced has its own', () => {
  const channel = channelOf([{ name: 'p.v2.0.0', replaces: 'p.v1.9.0', skipRange: '>=1.0.0 <1.9.0' }], {
    channels: { t: ['p.v1.0.0', 'p.v1.1.0', 'p.v1.9.0'], u: ['p.v1.0.0'] },
  });
  const picture = pictureOf(channel);
  expect(boxesOf(picture)).toEqual(['2.0.0', '1.9.0', '1.1.0 1.0.0']);
  expect(textsOf(picture.boxes[2]!)).toMatchObject({ title: '2 versions', marks: ['other channel'], lines: ['in t, u', '1.1.0, 1.0.0'] });
});

test('what a channel names and nobody lists is there, and so is an entry without a bundle', () => {
  const picture = pictureOf(channelOf([{ name: 'p.v2.0.0', replaces: 'p.v1.0.0' }], { bundles: [] }));
  expect(picture.boxes.map((box) => textsOf(box).marks)).toEqual([['head', 'no bundle'], ['no channel']]);
});

test('a range that cannot be read is told as such', () => {
  const picture = pictureOf(channelOf(['p.v1.0.0', { name: 'p.v2.0.0', replaces: 'p.v1.0.0', skipRange: '>v1.0.0' }]));
  expect(textsOf(picture.boxes[0]!).lines).toEqual(['skipRange >v1.0.0: cannot be read']);
});

test('a cycle, an entry that replaces itself and one whose range has it in it are drawn', () => {
  const entries = [
    { name: 'p.v1.0.0', replaces: 'p.v2.0.0' }, { name: 'p.v2.0.0', replaces: 'p.v1.0.0', skipRange: '<=2.0.0' }, { name: 'p.v3.0.0', replaces: 'p.v3.0.0' },
  ];
  expect(placed(pictureOf(channelOf(entries))).boxes).toHaveLength(3);
});

test.each([
  ['a chain of a hundred versions', chain(100)],
  ['a chain of which all is skipped', [...chain(99), { name: 'p.v2.0.0', replaces: 'p.v1.0.0', skips: chain(99).slice(1).map((entry) => (typeof entry === 'string' ? entry : entry.name)) }]],
  ['versions without any edge', Array.from({ length: 30 }, (_, index) => `p.v1.${index}.0`)],
  ['a thousand versions, the oldest in one box', chain(1000)],
])('in the picture of %s no box lies over another', (_, entries) => {
  const { boxes, width, height } = placed(pictureOf(channelOf(entries)));
  const apart = boxes.every((a, index) => boxes.slice(index + 1).every((b) =>
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y));
  const isWithin = boxes.every(({ x, y, ...box }) => x >= 0 && y >= 0 && x + box.width <= width && y + box.height <= height);
  expect([apart, isWithin, boxes.length <= 401]).toEqual([true, true, true]);
});

test.each([
  ['p.v1.2.3', 'p.v1.2.3'], ['p.v1.2.3+4', 'p.v1.2.3+4'], [`p.v1.2.3-${'x'.repeat(60)}`, `p.v1.2.3-${'x'.repeat(13)}…${'x'.repeat(21)}`],
])('%s is called %s', (name, title) => {
  expect(textsOf(pictureOf(channelOf([name])).boxes[0]!).title).toBe(title);
});
