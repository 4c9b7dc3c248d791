/** docs/security.md names tests: each of them exists, and every attack on state that is tested is on the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingAmong, namedIn, tableRows, titlesOf } from './named-tests';

const named = namedIn(tableRows(readFileSync(join(__dirname, '..', 'docs', 'security.md'), 'utf8')));

test('every test that is named exists', () => {
  expect(named.length).toBeGreaterThan(35);
  expect(missingAmong(named)).toEqual([]);
});

test('every row of an attack names a test', () => {
  const rows = tableRows(readFileSync(join(__dirname, '..', 'docs', 'security.md'), 'utf8'));
  expect(rows.filter(({ test: cell }) => namedIn([{ what: '', test: cell, outcome: '' }]).length === 0)).toEqual([]);
});

/** Tests of what works, and of what it costs. */
const NO_ATTACKS = [
  'is rolled back without a word: its content is sealed',
  'content from before there were seals, or that lost its seal, is sealed by the next apply, which changes nothing else',
  'a record that the administrator recovers stands in for the lost one',
  'installs, upgrades and rolls back what stays within its namespace, without a word',
  'rolls back what lends rights within its namespace when it says that it trusts its state',
  'what it costs: a read of the key for each connection that installs, a create for each cluster, nothing where nothing changes',
];

test('every attack on the state that is tested is on the page', () => {
  const titles = new Set(named.filter(([file]) => file === 'server/state/trust').map(([, title]) => title));
  expect([...titlesOf('server/state/trust').tests].filter((title) => !titles.has(title) && !NO_ATTACKS.includes(title))).toEqual([]);
});
