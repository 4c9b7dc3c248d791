import { execFileSync } from 'node:child_process';
import { shellWord } from '../../lib/shell-word';

test.each(['shop', './my bundle', "it's", 'a={x,y}', '$HOME', '~/x', '', 'a*b', 'line\nbreak'])('%j is one word of a shell', (word) => {
  expect(execFileSync('sh', ['-c', `printf %s ${shellWord(word)}`], { encoding: 'utf8' })).toBe(word);
});

test('plain words are left as they are', () => {
  expect(shellWord('ghcr.io/shop/web:1.0@sha256=ab')).toBe('ghcr.io/shop/web:1.0@sha256=ab');
});
