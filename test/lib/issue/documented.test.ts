/** Every code that has words is in docs/findings.md, and the sections about these rooms name no other. */
import { readFileSync } from 'node:fs';
import { constructWording } from '../../../constructs/wording';
import { configWording } from '../../../lib/config';
import { kindWording } from '../../../lib/kinds';
import { probeWording } from '../../../lib/probes';
import { revisionWording } from '../../../lib/revision';
import { schemaWording } from '../../../lib/schema';
import { yamlWording } from '../../../lib/yaml';

const sections = readFileSync('docs/findings.md', 'utf8').split(/^## /m).slice(1);

/** The codes in the first column of the tables of a section, or of all. */
function documented(title?: string): readonly string[] {
  const wanted = sections.filter((section) => title === undefined || section.startsWith(`${title}\n`));
  const rows = wanted.flatMap((section) => section.split('\n').filter((line) => line.startsWith('| `')));
  return rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code));
}

const tables = { configWording, constructWording, kindWording, probeWording, revisionWording, schemaWording, yamlWording };

test.each(Object.entries(tables))('every code of %s is documented', (_name, wording) => {
  const known = new Set(documented());
  expect(Object.keys(wording).filter((code) => !known.has(code))).toEqual([]);
});

test.each(['Reading files', 'Objects against their schemas', 'Compiling a revision', 'Constructs'])('every code of the section "%s" has words', (title) => {
  const codes = documented(title);
  const worded = new Set(Object.values(tables).flatMap((table) => Object.keys(table)));
  expect(codes.length).toBeGreaterThan(10);
  expect(codes.filter((code) => !worded.has(code))).toEqual([]);
});
