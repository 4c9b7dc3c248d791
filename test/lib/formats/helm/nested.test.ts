/** Schemas of a chart and of all charts within it refer to nothing outside of themselves, and helm gets nothing that was not read here. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFilesOf } from '../../../../lib/formats';
import { checkedCharts } from '../../../../lib/formats/helm/nested/checked-charts';
import { outsideReferences } from '../../../../lib/formats/helm/nested/schema-references';
import { helmWording } from '../../../../lib/formats/helm/wording';
import { findingOf, type Issue } from '../../../../lib/issue';
import { type Draft, lines, packed, readChart } from './sample-chart';

/** The files of a small chart with a schema. */
function small(name: string, schema: unknown, more: Draft = {}) {
  return bundleFilesOf(name, Object.entries({
    'Chart.yaml': `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n`,
    'values.schema.json': typeof schema === 'string' ? schema : JSON.stringify(schema),
    ...more,
  }));
}

function linesOf(issues: readonly Issue[]): string[] {
  return lines({ findings: issues.map((issue) => findingOf(issue, helmWording)) });
}

function findingsOf(entries: readonly (readonly [string, Buffer | string])[]): string[] {
  const issues: Issue[] = [];
  checkedCharts(bundleFilesOf('shop', entries), issues);
  return linesOf(issues);
}

describe('references of a schema', () => {
  test.each([
    ['a host', { $ref: 'http://127.0.0.1/x.json' }, ['$ref', 'http://127.0.0.1/x.json']],
    ['a file', { properties: { a: { $ref: 'file:///etc/passwd' } } }, ['properties.a.$ref', 'file:///etc/passwd']],
    ['a path, which helm takes for a file', { items: [{ $ref: '/etc/passwd#/a' }] }, ['items.0.$ref', '/etc/passwd#/a']],
    ['a relative path', { $defs: { a: { $ref: 'dev/zero' } } }, ['$defs.a.$ref', 'dev/zero']],
    ['what its own base makes of a relative path', { $id: 'file:///etc/', $ref: 'passwd' }, ['$ref', 'passwd']],
    ['another scheme', { $ref: 'urn:x:y' }, ['$ref', 'urn:x:y']],
    ['nothing at all, which is the base', { $id: 'http://127.0.0.1/', $ref: '' }, ['$ref', '']],
    ['a dynamic one', { $dynamicRef: 'http://127.0.0.1/#a' }, ['$dynamicRef', 'http://127.0.0.1/#a']],
    ['a recursive one', { $recursiveRef: 'http://127.0.0.1/' }, ['$recursiveRef', 'http://127.0.0.1/']],
    ['a draft of another client', { $schema: 'http://127.0.0.1/draft' }, ['$schema', 'http://127.0.0.1/draft']],
    [
      'in a place that is no schema until something refers to it',
      { anything: { $ref: '//127.0.0.1/x' } },
      ['anything.$ref', '//127.0.0.1/x'],
    ],
  ])('to %s', (_name, schema, [path, reference]) => {
    expect(outsideReferences(schema)).toEqual([{
      path: path?.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
      reference,
    }]);
  });

  test('within itself are fine, whatever its name is', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://example.com/values.schema.json',
      $ref: '#/$defs/a',
      properties: { $ref: { type: 'string' }, $schema: { type: 'string' }, b: { $dynamicRef: '#b' } },
      $defs: { a: { $anchor: 'b', type: 'object' } },
    };
    expect(outsideReferences(schema)).toEqual([]);
    expect(outsideReferences({ $schema: 'http://json-schema.org/draft-07/schema#' })).toEqual([]);
  });

  test('are found however deep they lie', () => {
    let schema: { items?: object } = { items: { $ref: 'file:///dev/zero' } };
    for (let depth = 0; depth < 20_000; depth += 1) schema = { items: schema };
    expect(outsideReferences(schema as Parameters<typeof outsideReferences>[0]))
      .toEqual([expect.objectContaining({ reference: 'file:///dev/zero' })]);
  });
});

describe('charts', () => {
  const evil = { $ref: 'file:///etc/passwd' };
  const refused = (origin: string): string =>
    `error chart-schema-reference ${origin} $ref: the schema refers to "file:///etc/passwd", which lies outside of it: `
    + 'helm would follow the reference to a file of this machine or to any host';

  test('are refused before helm runs, when one of their schemas leads out', () => {
    expect(lines(readChart({ 'values.schema.json': JSON.stringify(evil) }))).toContainEqual(refused('values.schema.json:1'));
    const nested = {
      'charts/db/Chart.yaml': 'apiVersion: v2\nname: db\nversion: 1.0.0\n',
      'charts/db/charts/disk/values.schema.json': JSON.stringify(evil),
    };
    expect(lines(readChart(nested)))
      .toEqual([expect.stringMatching(/^error chart-schema-reference charts\/db\/charts\/disk\/values\.schema\.json/)]);
  });

  test('packed ones too, in folders and in packed ones, at any depth', () => {
    const disk = packed('disk', small('disk', evil));
    const inner = bundleFilesOf('db', [['Chart.yaml', 'apiVersion: v2\nname: db\nversion: 1.0.0\n'], ['charts/disk-1.0.0.tgz', disk]]);
    expect(findingsOf([['charts/disk.tgz', disk]])).toEqual([refused('charts/disk.tgz:values.schema.json')]);
    expect(findingsOf([['charts/db/charts/disk.tgz', disk]])).toEqual([refused('charts/db/charts/disk.tgz:values.schema.json')]);
    expect(findingsOf([['charts/db.tgz', packed('db', inner)]]))
      .toEqual([refused('charts/db.tgz:charts/disk-1.0.0.tgz:values.schema.json')]);
  });

  test('with a schema that is no JSON, or that helm may read otherwise, are refused', () => {
    expect(findingsOf([['charts/db/values.schema.json', '{']]))
      .toEqual([expect.stringContaining('chart-schema-unreadable charts/db/values.schema.json')]);
    expect(findingsOf([['values.schema.json', '\ufeff{}']])).toEqual([expect.stringContaining('chart-schema-unreadable')]);
    expect(findingsOf([[
      'values.schema.json',
      Buffer.from([0x22, 0xff, 0x22]),
    ]])).toEqual([expect.stringContaining('chart-schema-unreadable')]);
  });

  test('packed deeper than any real chart are refused', () => {
    let chart = small('last', {});
    for (let depth = 0; depth < 12; depth += 1) {
      chart = bundleFilesOf('more', [
        ['Chart.yaml', 'apiVersion: v2\nname: more\nversion: 1.0.0\n'],
        ['charts/next.tgz', packed('next', chart)],
      ]);
    }
    const issues: Issue[] = [];
    checkedCharts(chart, issues);
    expect(linesOf(issues))
      .toEqual([expect.stringMatching(/^error chart-unreadable (charts\/next\.tgz:)+.* lies in more than 10 charts$/)]);
  });

  test('an archive that holds no chart is refused', () => {
    const twice = packed('..', bundleFilesOf('x', []));
    expect(findingsOf([['charts/db.tgz', twice]])).toEqual([expect.stringContaining('chart-unreadable charts/db.tgz')]);
    const two = bundleFilesOf('x', [
      ['a/Chart.yaml', 'name: a'],
      ['b/Chart.yaml', 'name: b'],
      ['b/values.schema.json', JSON.stringify(evil)],
    ]);
    expect(findingsOf([['charts/db.tgz', packed('db', two)]])).toEqual([expect.stringMatching(/is not a packed chart$/)]);
  });

  test('what helm gets of a packed chart is what was read, and nothing that stood in the archive beside it', () => {
    const hidden = packed('db', small('db', {}, { 'templates/a.yaml': 'a: 1\n' }));
    // A second archive behind the first: readers differ in whether they go on.
    const files = checkedCharts(bundleFilesOf('shop', [['charts/db.tgz', Buffer.concat([hidden, Buffer.from('rest')])]]), []);
    const again = checkedCharts(bundleFilesOf('shop', [['charts/db.tgz', hidden]]), []);
    const content = again.read('charts/db.tgz') ?? Buffer.alloc(0);
    expect(files.paths()).toEqual(['charts/db.tgz']);
    const folder = mkdtempSync(join(tmpdir(), 'boxcutter-nested-'));
    try {
      writeFileSync(join(folder, 'db.tgz'), content);
      const listed = execFileSync('tar', ['-tzf', join(folder, 'db.tgz')], { encoding: 'utf8' }).trim().split('\n');
      expect(listed).toEqual(['chart/', 'chart/Chart.yaml', 'chart/templates/', 'chart/templates/a.yaml', 'chart/values.schema.json']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
