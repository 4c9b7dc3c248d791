/** lib/yaml reads as kubectl's own reader reads, but for the differences that docs/yaml.md lists. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parseDocuments } from '../../../lib/yaml';
import { Random } from '../../fuzz/random';
import { goTool } from '../../support/go-tool';
import { cases } from './kubectl-cases';
import { type KubectlAnswer, readAsKubectl } from './kubectl-reader';
import { mutant, textsBelow } from './mutants';

const root = join(__dirname, '../../..');
const program = goTool('kubectl-reader');

/** Behind any text, an error for each reader that gets there. */
const NONSENSE = '\n]}\'"\n';

interface Compared {
  readonly text: string;
  readonly kubectl: KubectlAnswer;
  /** kubectl reads the same with nonsense behind it: it stopped before the end. */
  readonly stopsEarly: boolean;
}

function compare(texts: readonly string[]): Compared[] {
  const answers = readAsKubectl(program, texts);
  const more = readAsKubectl(program, texts.map((text) => text + NONSENSE));
  return texts.map((text, index) => {
    const kubectl = answers[index] ?? { error: 'no answer' };
    return { text, kubectl, stopsEarly: kubectl.error === undefined && isDeepStrictEqual(kubectl, more[index]) };
  });
}

/** The words of kubectl for what lib/yaml takes nonetheless: nothing is lost, and YAML 1.2 has it. */
const taken: readonly (readonly [difference: string, words: RegExp, text?: RegExp])[] = [
  ['lenient-marker', /did not find expected node content|invalid Yaml document separator|did not find expected <document start>/],
  ['lenient-marker', /mapping values are not allowed in this context/, /^\s+---/],
  ['lenient-escape', /found unknown escape character/],
  [
    'lenient-tab',
    /found character that cannot start any token|found a tab character (?:that violates indentation|where an indentation space is expected)/,
  ],
  ['lenient-flow', /did not find expected ',' or '[\]}]'|did not find expected node content|could not find expected ':'/],
  ['lenient-anchor', /did not find expected alphabetic or numeric character/],
  ['lenient-json', /json: offset|invalid character/],
];

const strict = new Set(['yaml-duplicate-key', 'yaml-integer', 'yaml-not-json', 'yaml-tag', 'yaml-key', 'yaml-merge', 'yaml-alias-limit']);

/** The name of the intended difference; `same` where there is none, `unexpected` where it is not intended. */
function differenceOf({ text, kubectl, stopsEarly }: Compared): string {
  const { documents, issues } = parseDocuments(text, 'a.yaml');
  const [issue] = issues;
  if (kubectl.error !== undefined) {
    if (issue !== undefined) return 'same';
    return taken.find(([, words, form]) => words.test(kubectl.error) && form?.test(text) !== false)?.[0] ?? 'unexpected';
  }
  if (issue !== undefined) {
    if (strict.has(issue.code)) return issue.code;
    // For YAML `{{ a }}` is a mapping whose key is one.
    if (issue.code === 'yaml-template') return 'yaml-key';
    if (stopsEarly) return 'strict-rest';
    return issue.code === 'yaml-syntax' ? 'strict-flow' : 'unexpected';
  }
  const there = documents.map(({ value }) => value).filter((value) => value !== null);
  if (isDeepStrictEqual(there, kubectl.documents.filter((value) => value !== null))) return 'same';
  return stopsEarly ? 'lenient-end' : 'unexpected';
}

/** The texts of each difference. */
function sort(compared: readonly Compared[]): Map<string, string[]> {
  const sorted = new Map<string, string[]>();
  for (const one of compared) {
    const difference = differenceOf(one);
    sorted.set(difference, [...(sorted.get(difference) ?? []), one.text]);
  }
  return sorted;
}

test('each case is read as kubectl reads it, or differs as intended', () => {
  const compared = compare(cases.map(([, text]) => text));
  expect(compared.map((one, index) => [cases[index]?.[0], differenceOf(one)]))
    .toEqual(cases.map(([name, , expected = 'same']) => [name, expected]));
});

test('changed manifests are read as kubectl reads them, or differ as intended', () => {
  const real = process.env['BOXCUTTER_BUNDLES'];
  const texts = textsBelow(join(root, 'test/fixtures'), join(root, 'examples'), ...(real === undefined ? [] : [real]));
  const random = new Random(22, 11);
  const mutants = Array.from({ length: 6000 }, () => mutant(random.pick(texts), random));
  const sorted = sort(compare(mutants));
  expect(sorted.get('unexpected') ?? []).toEqual([]);
  // What differs for other reasons than data that kubectl loses is rare.
  const rare = ['strict-flow', ...new Set(taken.map(([difference]) => difference))].flatMap((difference) => sorted.get(difference) ?? []);
  expect(rare.length).toBeLessThan(mutants.length / 100);
  expect(sorted.get('same')?.length).toBeGreaterThan(mutants.length * 0.85);
});

test('docs/yaml.md lists the differences', () => {
  const page = readFileSync(join(root, 'docs/yaml.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual([
    ...strict,
    'strict-rest',
    'strict-flow',
    'lenient-end',
    ...new Set(taken.map(([name]) => name)),
    'line-separators',
  ].sort());
});
