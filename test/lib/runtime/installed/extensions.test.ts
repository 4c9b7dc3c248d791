/** An extension as upgrades and dependencies see it. */
import type { InstalledBundle } from '../../../../lib/api';
import { installedOf } from '../../../../lib/runtime';
import { leftCatalogNote } from '../../../../lib/runtime/operations/left-catalog';
import type { Head, RevisionRecord } from '../../../../lib/state';

const catalog = { name: 'own', where: './catalog', packageName: 'web', policy: 'CatalogProvided' as const };
const bundle = (name: string, more: Partial<InstalledBundle> = {}): InstalledBundle => ({ name, properties: [], ...more });
const record = (number: number, more: Partial<RevisionRecord> = {}): RevisionRecord => ({ number, digest: `d${number}`, at: 'then', ...more });
const head = (...revisions: readonly RevisionRecord[]): Head => ({ extension: 'web', packageName: 'web', revisions, inventory: [] });

test('is what its newest revision is; upgrades go on from the newest that was complete', () => {
  const complete = record(2, { version: '2.0.0', completeAt: 'now', bundle: bundle('web.v2', { catalog }) });
  const two = { revision: 2, version: '2.0.0', bundle: bundle('web.v2', { catalog }) };
  const facts = { extension: 'web', stateNamespace: 'shop', packageName: 'web', rolledBackFrom: [], paused: false, deleting: false };
  expect(installedOf(head(complete, record(1)), 'shop')).toEqual({ ...facts, newest: two, complete: two });
  expect(installedOf(head(record(3), complete), 'shop')).toEqual({ ...facts, newest: { revision: 3 }, complete: two });
  expect(installedOf(head(record(1)), 'shop')).toEqual({ ...facts, newest: { revision: 1 } });
});

test('of an earlier version of this package has no bundle; a recovered one has no revision', () => {
  expect(installedOf(head(record(1)), 'shop').newest).toEqual({ revision: 1 });
  expect(installedOf(head(), 'shop')).not.toHaveProperty('newest');
});

test('was given up by a rollback: everything after the revision that it went back to', () => {
  const revisions = [
    record(4, { rollbackOf: 1, bundle: bundle('web.v1') }), record(3, { bundle: bundle('web.v3') }), record(2, { bundle: bundle('web.v2') }),
    record(1, { bundle: bundle('web.v1') }),
  ];
  expect(installedOf(head(...revisions), 'shop').rolledBackFrom).toEqual(['web.v3', 'web.v2']);
});

describe('content that is named by hand', () => {
  const followed = head(record(1, { bundle: bundle('web.v1', { catalog }) }));
  const content = { extension: 'web', number: 1, phases: [], probes: [], digest: 'new' };
  const noted = expect.stringMatching(/^Extension "web" was installed from catalog own \(package web\)\. This content does not come from there,/);
  test.each([
    ['other objects', content, noted],
    ['an image of the same package', { ...content, bundle: bundle('web.v2') }, noted],
    ['the same image', { ...content, digest: 'd1', bundle: bundle('web.v1') }, noted],
    ['the same objects, of which nothing is known', { ...content, digest: 'd1' }, undefined],
    ['what the catalog chose', { ...content, bundle: bundle('web.v2', { catalog }) }, undefined],
  ])('leaves the catalog: %s', (_, revision, expected) => expect(leftCatalogNote(revision, followed)).toEqual(expected));
  test('of an extension that never followed one is nothing to say', () => {
    expect(leftCatalogNote(content, head(record(1)))).toBeUndefined();
    expect(leftCatalogNote(content, undefined)).toBeUndefined();
  });
});
