import picocolors from 'picocolors';
import { keyLines } from '../../../../lib/cli/actions/config';

const description = `How the operator ${'watches namespaces and '.repeat(6)}restarts.`;
const keys = [
  { key: 'watch', type: 'string', required: true, secret: false, default: 'n'.repeat(50), description },
  { key: 'auth.password', type: 'string', required: false, secret: true, default: 'hidden', description: '' },
  { key: 'replicas', type: 'integer', required: false, secret: false, description: 'How many.\nMore about that.' },
];
const paint = picocolors.createColors(false);

test.each([80, 100, 120])('what can be configured fits %d columns, and nothing of it is cut', (width) => {
  const lines = keyLines(keys, paint, width);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(width);
  expect(lines.map((line) => line.trim()).join(' ')).toContain(description);
  expect(lines.join('').replace(/\s/g, '')).toContain('n'.repeat(50));
});

test('a key, what it takes, and what it is for; no default of a secret', () => {
  expect(keyLines(keys.slice(1), paint, 80)).toEqual([
    'auth.password: string, default: (secret)',
    'replicas: integer',
    '    How many.',
  ]);
});
