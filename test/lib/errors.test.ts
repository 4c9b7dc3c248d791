/** What people see of an error, wherever it is printed. */
import { inspect } from 'node:util';
import { readFailure } from '../../lib/source/project/run-app';
import { BoxcutterError, isBoxcutterError } from '../../lib/errors';

const error = new BoxcutterError('bundle-not-locked', 'input', 'It is not in boxcutter.lock.\nNot at all.', { hint: 'Run: boxcutter bundle fetch x', details: { a: 1 } });

test('the stack, which test runners and Node print, says what to do', () => {
  expect(error.stack).toMatch(/^\w*Error: It is not in boxcutter\.lock\.\nNot at all\.\nRun: boxcutter bundle fetch x\n {4}at /);
  expect(inspect(error).split('Run: boxcutter bundle fetch x')).toHaveLength(2);
});

test('the message is without it, and programs find it apart', () => {
  expect(error.message).toBe('It is not in boxcutter.lock.\nNot at all.');
  expect(error.hint).toBe('Run: boxcutter bundle fetch x');
  expect(isBoxcutterError(error)).toBe(true);
});

test('an error without a hint has none anywhere', () => {
  const plain = new BoxcutterError('x', 'input', 'Nothing to do.');
  expect(plain.hint).toBeUndefined();
  expect(plain.stack).toMatch(/Error: Nothing to do\.\n {4}at /);
});

test('the command says once what an app that it runs ended with', () => {
  const said = `/project/main.ts:4\nfromBundle();\n^\n\n${inspect(error)}\n\nNode.js v20.19.0\n`;
  expect(readFailure(said)).toEqual({ before: '', message: 'It is not in boxcutter.lock.\nNot at all.\nRun: boxcutter bundle fetch x' });
});
