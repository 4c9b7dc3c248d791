import { diffLines } from '../../../../../lib/cli/output/plan/diff';
import type { FieldChange } from '../../../../../lib/runtime';

const lines = (change: FieldChange): readonly string[] => diffLines(change)
  .map(({ sign, text, nested }) => `${nested ? '  ' : ''}${sign} ${text}`);

describe('one changed field', () => {
  test('text of several lines shows the lines around', () => {
    const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].join('\n');
    expect(lines({ path: ['data', 'app.conf'], before, after: before.replace('e', 'E') })).toEqual([
      '~ data["app.conf"]', '    ...', '    c', '    d', '  - e', '  + E', '    f', '    g', '    ...',
    ]);
  });

  test('lists and maps as YAML', () => {
    expect(lines({
      path: ['spec', 'args'],
      before: ['--a', '--b'],
      after: ['--a', '--c'],
    })).toEqual(['~ spec.args', '  - [--a, --b]', '  + [--a, --c]']);
    expect(lines({ path: ['spec', 'nodeSelector'], after: { disk: 'fast' } })).toEqual(['+ spec.nodeSelector:', '  + disk: fast']);
    expect(lines({ path: ['spec', 'paused'], before: true })).toEqual(['- spec.paused: true']);
    expect(lines({ path: ['data', 'a'], before: 'true', after: '1' })).toEqual(['~ data.a', "  - 'true'", "  + '1'"]);
  });

  test('a short list beside a long one is written as the long one is', () => {
    const long = Array.from({ length: 9 }, (_, index) => `--argument=${index}`);
    const [head, ...rest] = lines({ path: ['spec', 'args'], before: long.slice(0, 2), after: long });
    expect(head).toBe('~ spec.args');
    expect(rest).toEqual([...long.slice(0, 2).map((item) => `    - ${item}`), ...long.slice(2).map((item) => `  + - ${item}`)]);
  });

  test('a list of values beside a list of objects, too; an empty list has one form', () => {
    expect(lines({ path: ['a'], before: ['x'], after: [{ name: 'x' }] })).toEqual(['~ a', '  - - x', '  + - name: x']);
    expect(lines({ path: ['a'], before: [], after: ['x'] })).toEqual(['~ a', '  - []', '  + [x]']);
  });

  test('only the end of the last line differs', () => {
    expect(lines({ path: ['data', 'a'], before: 'x\ny', after: 'x\ny\n' })).toEqual(['~ data.a', '  ~ only the line break at its end']);
  });

  test('of a Secret sizes', () => {
    expect(lines({
      path: ['data', 'password'],
      secret: { beforeBytes: 12, afterBytes: 15 },
    })).toEqual(['~ data.password: (changed, 12 bytes → 15 bytes)']);
    expect(lines({ path: ['data', 'password'], secret: { afterBytes: 1 } })).toEqual(['+ data.password: (new, 1 byte)']);
  });
});
