import { counted, formatBytes, table } from '../../../../../lib/cli/output/terminal/table';

test('figures for people', () => {
  expect([0, 1023, 1536, 3 * 1024 * 1024].map(formatBytes)).toEqual(['0 B', '1023 B', '1.5 KiB', '3.0 MiB']);
  expect([counted(1, 'object'), counted(0, 'object')]).toEqual(['1 object', '0 objects']);
  expect(table(['A', 'LONG'], [['wide', 'x'], ['b', '']]).join('\n')).toBe('A     LONG\nwide  x\nb');
  // A colour takes no room.
  const colour = (text: string): string => `<${text}>`;
  expect(table(['A', 'B'], [[{ text: 'on', colour }, 'x'], [{ text: 'off', colour }, 'y']]).join('\n')).toBe('A    B\n<on>   x\n<off>  y');
});

test('what is read from elsewhere makes no table of gigabytes: a long cell is cut, and makes no column wider', () => {
  const lines = table(['NAME', 'B'], [['n'.repeat(3_000_000), 'x'], ['short', 'y'], ...Array.from({ length: 200_000 }, () => ['a', 'z'])]);
  expect(lines.slice(0, 4)).toEqual(['NAME   B', `${'n'.repeat(2000)}…  x`, 'short  y', 'a      z']);
});
