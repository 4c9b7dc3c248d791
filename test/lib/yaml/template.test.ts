/** Templates of charts that are given as manifests. */
import { formatIssues } from '../../../lib/issue';
import { objectsOfText, parseDocuments, yamlWording } from '../../../lib/yaml';

const said = (text: string): string => formatIssues(objectsOfText(text, 'web.yaml').issues, yamlWording);
const object = (name: string, more = ''): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n${more}`;
const HINT = 'Name the folder of its chart instead, or give the output of helm template.';

test.each([
  ['an action on a line of its own', `{{- if .Values.on }}\n${object('web')}{{- end }}\n`, 1],
  ['an action for a value', object('{{ .Values.name }}'), 4],
  ['an action in a list', object('web', 'data:\n  - {{ .Values.a }}\n'), 6],
  ['several actions, of which YAML makes several mistakes', object('{{ .Values.name }}', '  namespace: {{ .Release.Namespace }}\n'), 4],
  ['an action that breaks the syntax', object('web', 'data:\n  a: {{ .Values.a | quote }}\n'), 6],
  ['an action in a mapping on one line', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { labels: {}, name: {{ .Release.Name }} }\n', 3],
  ['an action in a list on one line', object('web', 'data:\n  a: [{{ .Values.a }}]\n'), 6],
  ['an action in quotes, for a name', object('"{{ .Values.name }}"'), 1],
  ['an action in quotes, for a namespace', object('web', '  namespace: "{{ .Release.Namespace }}-x"\n'), 1],
])('%s makes one mistake of it', (_what, text, line) => {
  expect(said(text)).toBe(`web.yaml:${line}: this looks like a Helm template, not a manifest. ${HINT}`);
});

test.each([
  ['templates of other programs in a text', object('web', 'data:\n  a: |\n    {{ range .Alerts }}x{{ end }}\n')],
  ['an action in quotes, elsewhere', object('web', 'data:\n  a: "{{ .Labels.job }}"\n')],
])('no mistake at all: %s', (_what, text) => {
  expect(said(text)).toBe('');
});

test('a line of brackets costs no more than its length', () => {
  const startedMs = performance.now();
  said(`a: [${'{'.repeat(200_000)}`);
  expect(performance.now() - startedMs).toBeLessThan(10_000);
});

test('another mistake beside an action in a quoted value stays what it is', () => {
  expect(parseDocuments('a: "{{ .x }}"\nb: [1, 2\nc: 3\n', 'a.yaml').issues.map(({ code }) => code)).toEqual(['yaml-syntax']);
});
