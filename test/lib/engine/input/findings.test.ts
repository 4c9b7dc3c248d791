/** Issues of the engine's input in words: their paths, and that each code is documented. */
import { readFileSync } from 'node:fs';
import { findingOf } from '../../../../lib/engine/input/findings';
import { inputIssue, type Path } from '../../../../lib/engine/input/issues';
import { pathText } from '../../../../lib/engine/input/path-text';
import { checkRevision } from '../../../../lib/engine/input/validation';
import { inputWording } from '../../../../lib/engine/input/wording';

test.each<[string, Path]>([
  ['', []],
  ['phases[0].objects[2].metadata.uid', ['phases', 0, 'objects', 2, 'metadata', 'uid']],
  ['phases[0].objects[0].data.tls.crt', ['phases', 0, 'objects', 0, 'data', 'tls.crt']],
  ['object.metadata.annotations["example.com/ready"]', ['object', 'metadata', 'annotations', 'example.com/ready']],
  ['metadata.labels["app"]', ['metadata', 'labels', 'app']],
  ['metadata.labels', ['metadata', 'labels']],
  ['phases[0].objects[0].spec.labels.app', ['phases', 0, 'objects', 0, 'spec', 'labels', 'app']],
  ['labels["a b"]', ['labels', 'a b']],
  ['overrides.phases["p"].paused', ['overrides', 'phases', 'p', 'paused']],
  ['overrides.phases["phases"].phases', ['overrides', 'phases', 'phases', 'phases']],
  ['probes[1].selector.matchLabels["a.b/c"]', ['probes', 1, 'selector', 'matchLabels', 'a.b/c']],
  ['overrides.probes[0].assertions[0].cel.rule', ['overrides', 'probes', 0, 'assertions', 0, 'cel', 'rule']],
  ['phases[0].objects[0].data.probes.a.b', ['phases', 0, 'objects', 0, 'data', 'probes', 'a.b']],
])('the path %j', (text, path) => expect(pathText(path)).toBe(text));

test('a hint is a sentence after the message', () => {
  const issue = inputIssue('owner-invalid', { field: 'uid', given: { type: 'nothing' } }, { path: ['owner', 'uid'] });
  expect(findingOf(issue)).toEqual({
    code: 'owner-invalid',
    path: 'owner.uid',
    message: 'The owner\'s uid is nothing; it must be a text. An owner must exist before it can own anything.',
  });
});

describe('places in the words of the caller', () => {
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', uid: 'u' } };
  const input = { name: 'web', number: 1, phases: [{ name: 'p', objects: [configMap, { object: configMap }] }] };
  const found = (scope: 'revision' | 'phase') => checkRevision(input, {}, scope).map(findingOf)
    .map(({ code, path, message }) => [code, path, message]);
  const forbidden = 'ConfigMap.v1 a: metadata.uid must not be set, because the API server gives it.';

  test.each([['revision', 'phases[0].'], ['phase', '']] as const)('of a %s, also of what stands in it already', (scope, around) => {
    expect(found(scope)).toEqual([
      ['field-forbidden', `${around}objects[0].metadata.uid`, forbidden],
      ['field-forbidden', `${around}objects[1].object.metadata.uid`, forbidden],
      ['object-duplicate', `${around}objects[1].object`, `ConfigMap.v1 a is in ${around}objects[0] already (versions do not count).`],
    ]);
  });

  test('of a single object', () => {
    const one = { name: 'object', number: 0, phases: [{ name: 'object', objects: [{ object: configMap, paused: 1 }] }] };
    expect(checkRevision(one, {}, 'object').map(({ path }) => path)).toEqual([['number'], ['paused'], ['object', 'metadata', 'uid']]);
  });
});

test('issues are plain JSON, and show no content of objects', () => {
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'a', labels: { a: { deep: 'aHVzaA==' } } },
    data: { key: 'aHVzaA==', bad: 1n },
  };
  const issues = checkRevision({ name: 'web', number: 1, phases: [{ name: 'p', objects: [secret], extra: secret }], probes: secret });
  expect(issues.map(({ code }) => code)).toEqual(['wrong-type', 'unknown-field', 'wrong-type', 'not-json']);
  expect(JSON.parse(JSON.stringify(issues))).toEqual(issues);
  expect(JSON.stringify(issues)).not.toContain('aHVzaA==');
});

test('docs/engine.md names exactly the codes that there are', () => {
  const section = readFileSync('docs/engine.md', 'utf8').split('### What is refused at once\n')[1]?.split('\n#')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const codes = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code));
  expect(codes.sort()).toEqual(Object.keys(inputWording).sort());
});
