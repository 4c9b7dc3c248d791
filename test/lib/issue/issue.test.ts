/** Issues as data, and how they become words. */
import {
  findingOf, formatFindings, formatIssue, formatIssues, formatOrigin, formatPath, formatPointer, formatSubject, hasErrors, issuesOf, type None,
  pointerSegments, type WordingOf,
} from '../../../lib/issue';

interface Kinds {
  'too-small': { readonly least: number };
  'unnamed': None;
  'bad-default': None;
}

const issue = issuesOf<Kinds>();
const wording: WordingOf<Kinds> = {
  'too-small': ({ least }) => ({ message: `must be at least ${least}`, hint: 'Choose a larger number.' }),
  'unnamed': () => ({ message: 'it has no name!' }),
  'bad-default': (_, { path }) => ({ message: 'the default does not fit', place: formatPointer(path) }),
};

test('an issue is an error at the object as a whole unless it says otherwise', () => {
  expect(issue('unnamed', {})).toEqual({ code: 'unnamed', severity: 'error', path: [], data: {} });
  expect(hasErrors([issue('unnamed', {}, { severity: 'warning' })])).toBe(false);
  expect(hasErrors([issue('unnamed', {})])).toBe(true);
});

test('as a line: origin, subject, path, what is wrong, what to do', () => {
  const subject = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };
  const place = { origin: { source: 'app.yaml', line: 3, document: 2 }, subject, path: ['spec', 'replicas'] };
  expect(formatIssue(issue('too-small', { least: 1 }, place), wording))
    .toBe('app.yaml:3 (document 2): Deployment.apps/v1 shop/web: spec.replicas: must be at least 1. Choose a larger number.');
  expect(formatIssue(issue('unnamed', {}), wording)).toBe('it has no name!');
});

test('errors come before warnings; control characters of the input reach no terminal', () => {
  const issues = [issue('unnamed', {}, { severity: 'warning', origin: { source: 'a\nb\u001b[31m' } }), issue('too-small', { least: 2 })];
  expect(formatIssues(issues, wording)).toBe('must be at least 2. Choose a larger number.\na b\ufffd[31m: warning: it has no name!');
  expect(formatIssues([], wording)).toBe('');
  expect(formatFindings([{ code: 'x', severity: 'error', message: 'bad', path: 'spec' }])).toBe('spec: bad.');
});

test('a table may write the path in its own way, and a code without words shows itself', () => {
  expect(findingOf(issue('bad-default', {}, { path: ['properties', 'a/b', 0] }), wording)).toEqual({
    code: 'bad-default', severity: 'error', message: 'the default does not fit', path: '/properties/a~1b/0',
  });
  expect(findingOf(issue('unnamed', {}), {})).toMatchObject({ message: 'unnamed' });
});

test('paths, origins, subjects and pointers as text', () => {
  expect(formatPath(['metadata', 'labels', 'app.kubernetes.io/name'])).toBe('metadata.labels["app.kubernetes.io/name"]');
  expect(formatPath(['spec', 'containers', 0, 'image'])).toBe('spec.containers[0].image');
  expect(formatOrigin({ source: 'all.yaml', line: 12, document: 2, items: [3, 1], made: { kind: 'Deployment', namespace: 'shop', name: 'web' } }))
    .toBe('all.yaml:12 (document 2) (item 3) (item 1) (Deployment shop/web)');
  expect(formatOrigin({ source: 'app/web' })).toBe('app/web');
  expect(formatSubject({ apiVersion: 'v1', kind: 'ConfigMap' })).toBe('ConfigMap.v1 (no name)');
  expect(pointerSegments('/a~1b/~0/0')).toEqual(['a/b', '~', '0']);
  expect(pointerSegments('')).toEqual([]);
});
