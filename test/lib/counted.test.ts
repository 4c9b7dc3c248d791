import { counted } from '../../lib/counted';

test.each<[string, string]>([
  [counted(0, 'object'), '0 objects'],
  [counted(1, 'object'), '1 object'],
  [counted(2, 'object'), '2 objects'],
  [counted(1, 'process', 'processes'), '1 process'],
  [counted(3, 'process', 'processes'), '3 processes'],
])('%s', (text, expected) => expect(text).toBe(expected));
