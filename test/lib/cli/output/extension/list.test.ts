/** The table of `list`, and what `list --watch` says of changes. */
import { paint } from '../../../../../lib/cli/output/terminal/paint';
import { doubles, listChanges, listLines, type ListEntry } from '../../../../../lib/cli/output/extension/list';

const entry = (given: Partial<ListEntry> = {}): ListEntry =>
  ({ extension: 'shop', stateNamespace: 'home', runBy: 'command', status: 'complete', objects: 2, revision: 1, version: '1.0.0', ...given });

test.each<[what: string, before: readonly ListEntry[], now: readonly ListEntry[], lines: readonly string[]]>([
  ['nothing', [entry()], [entry()], []],
  ['what is not shown in a line', [entry()], [entry({ appliedAt: '2026-01-01T00:00:00Z' })], []],
  ['a new one', [], [entry({ objects: 1 })], ['shop in home: complete; revision 1, version 1.0.0, 1 object']],
  ['another state', [entry()], [entry({ status: 'locked (apply revision 2)' })], [
    'shop in home: locked (apply revision 2); revision 1, version 1.0.0, 2 objects',
  ]],
  [
    'a pause with a reason', [entry()], [entry({ status: 'paused', pause: { since: '', by: 'ada', reason: 'freeze\nnow' } })],
    ['shop in home: paused (freeze now); revision 1, version 1.0.0, 2 objects'],
  ],
  ['one that went, beside one of that name elsewhere', [entry(), entry({ stateNamespace: 'ops' })], [entry()], ['shop in ops: deleted']],
])('%s', (_what, before, now, lines) => {
  expect(listChanges(before, now)).toEqual(lines);
});

test('where extensions came from is a column where it is known of one', () => {
  const lines = (...entries: readonly ListEntry[]): readonly string[] =>
    listLines(entries, undefined, paint({ isTTY: false } as never)).map((line) => line.replace(/ +/g, ' '));
  expect(lines(entry())).toEqual(['EXTENSION STATE IN VERSION REVISION STATUS OBJECTS AGE', 'shop home 1.0.0 1 complete 2 -']);
  const long = `https://example.com/${'a'.repeat(200)}`;
  expect(lines(entry({ source: { repository: 'github.com/acme/shop', path: 'web' } }), entry(), entry({ source: { url: long } }))).toEqual([
    'EXTENSION STATE IN VERSION REVISION STATUS OBJECTS AGE FROM',
    'shop home 1.0.0 1 complete 2 - github.com/acme/shop (web)', 'shop home 1.0.0 1 complete 2 - -', `shop home 1.0.0 1 complete 2 - ${long.slice(0, 99)}…`,
  ]);
});

test('who runs it is a column where the controllers run one of them; a name that both have is told', () => {
  const { stateNamespace: _none, ...cluster } = entry({ runBy: 'controllers' });
  const lines = (...entries: readonly ListEntry[]): readonly string[] => listLines(entries, undefined, paint({})).map((line) => line.trimEnd());
  expect(lines(entry(), cluster)).toEqual([
    'EXTENSION  STATE IN  BY           VERSION  REVISION  STATUS    OBJECTS  AGE',
    'shop       home      command      1.0.0    1         complete  2        -',
    'shop       -         controllers  1.0.0    1         complete  2        -',
  ]);
  expect(lines(entry())[0]).not.toContain(' BY ');
  expect([doubles([entry(), cluster]), doubles([cluster]), doubles([entry(), entry({ stateNamespace: 'ops' })])]).toEqual([['shop'], [], []]);
  expect(listChanges([entry(), cluster], [entry()])).toEqual(['shop of the controllers: deleted']);
});
