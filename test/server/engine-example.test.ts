/** The example in docs/engine.md is run as it stands there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import * as runtime from '../../lib/runtime';
import { Bench, kubeconfig } from './support/extension';

test('docs/engine.md', async () => {
  const [, source = ''] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(__dirname, '../../docs/engine.md'), 'utf8')) ?? [];
  const { code } = transformSync(source, { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } });
  const example: { main?: (path: string, namespace: string) => Promise<string[]> } = {};
  new Function('require', 'exports', code)(() => runtime, example);
  const bench = await Bench.open('example');
  try {
    await expect(example.main?.(kubeconfig, bench.namespace)).resolves.toEqual(['first: Created', 'second: Created', 'second: Deleted', 'first: Deleted']);
  } finally {
    await bench.close();
  }
});
