/** The page and the picture of a graph: what they say, and that nothing of others runs in them. */
import { createHash } from 'node:crypto';
import { upgradeGraphOf } from '../../../../../lib/catalog';
import { graphPage } from '../../../../../lib/cli/output/catalog-graph/page';
import { svgOf } from '../../../../../lib/cli/output/catalog-graph/svg';
import { type SmallPackage, smallCatalog } from '../../../catalog/small-catalog';

const EVIL = '</script><img src=x onerror="alert(1)">\u202e';
const graphOf = (packages: Readonly<Record<string, SmallPackage>>) => upgradeGraphOf(smallCatalog(packages)).graph;
const pageOf = (packages: Readonly<Record<string, SmallPackage>>, v0 = false): string =>
  graphPage(graphOf(packages), { source: './catalog', v0, remarks: [] });

const shop: SmallPackage = {
  defaultChannel: 'stable',
  channels: {
    stable: [
      'shop.v1.0.0', { name: 'shop.v1.1.0', replaces: 'shop.v1.0.0' },
      { name: 'shop.v1.2.0', replaces: 'shop.v1.0.0', skips: ['shop.v1.1.0'], skipRange: '>=1.0.0 <1.2.0' },
    ],
  },
  deprecations: [
    { reference: { schema: 'olm.bundle', name: 'shop.v1.0.0' }, message: 'It loses orders.' },
    { reference: { schema: 'olm.channel', name: 'stable' }, message: 'Take the fast one.' },
  ],
};

test('the list of a channel says of each version what leads to it, and to what it leads', () => {
  const words = pageOf({ shop }).replace(/<style>[^]*?<\/style>|<script>[^]*?<\/script>|<svg[^]*?<\/svg>/g, '').replace(/<[^>]*>/g, '\n');
  const lines = words.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  expect(lines.slice(lines.indexOf('stable'))).toMatchSnapshot();
});

test('what is the head, skipped or deprecated is said in words', () => {
  const marks = [...svgOf(graphOf({ shop }), { v0: false }).matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label);
  expect(marks).toEqual([
    'shop.v1.2.0, head, skipRange &#62;=1.0.0 &#60;1.2.0: 2 versions', 'shop.v1.1.0, skipped', 'shop.v1.0.0, deprecated',
  ]);
});

test('edges that OLM v0 ignores are crossed out when its semantics are asked for', () => {
  expect([pageOf({ shop }).match(/class="cross"/g)?.length, pageOf({ shop }, true).match(/class="cross"/g)?.length]).toEqual([undefined, 2]);
});

test('texts of others are no markup, and turn nothing around', () => {
  const hostile = { [EVIL]: {
    channels: { [EVIL]: [EVIL, { name: `${EVIL}2`, replaces: EVIL, skipRange: EVIL }] }, bundles: [],
    deprecations: [{ reference: { schema: 'olm.package' }, message: EVIL }],
  } };
  const page = graphPage(graphOf(hostile), { source: EVIL, v0: true, remarks: [EVIL] });
  for (const text of [page, svgOf(graphOf(hostile), { v0: true })]) {
    expect(text).not.toContain('<img');
    expect(text).not.toContain('\u202e');
  }
  expect(page.match(/<\/script>/g)).toHaveLength(1);
});

test('only the style and the script of the page are let in, by their digests', () => {
  const page = pageOf({ shop });
  const digestOf = (tag: string): string =>
    createHash('sha256').update(new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page)?.[1] ?? '').digest('base64');
  expect(page).toContain(`default-src 'none'; style-src 'sha256-${digestOf('style')}'; script-src 'sha256-${digestOf('script')}'`);
  expect(page).not.toMatch(/ (?:src|style|on\w+)=/);
});

test('of many packages each is folded at first, and there is a filter', () => {
  const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, { channels: { s: [`${name}.v1.0.0`] } }]));
  expect([pageOf(many).includes('<details open>'), pageOf(many).includes('id="filter"')]).toEqual([false, true]);
  expect([pageOf({ shop }).includes('<details open>'), pageOf({ shop }).includes('id="filter"')]).toEqual([true, false]);
});

test('the same graph gives the same bytes', () => {
  expect(pageOf({ shop })).toBe(pageOf({ shop }));
  expect(svgOf(graphOf({ shop }), { v0: false })).toBe(svgOf(graphOf({ shop }), { v0: false }));
});
