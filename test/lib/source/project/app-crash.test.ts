/** Reports of Node, of several loaders, as people read them. */
import { readCrash } from '../../../../lib/source/project/app-crash';

const INTERNAL = `    at Module._compile (node:internal/modules/cjs/loader:1521:14)
    at Object.transformer (/home/ann/shop/node_modules/tsx/dist/register.cjs:22:2188)`;
const END = '\n\nNode.js v20.20.2\n';
const crash = (text: string) => readCrash(text, '/home/ann/shop');

test('an exception has the place in the user\'s own code, and what the app said before', () => {
  expect(crash(`npm warn\nstarting\n/home/ann/shop/lib/helper.ts:2\n  return a.b.c;\n             ^\n\n\nTypeError: Cannot read properties of undefined (reading 'c')
    at helper (/home/ann/shop/lib/helper.ts:2:14)\n    at <anonymous> (/home/ann/shop/main.ts:3:1)\n${INTERNAL}${END}`)).toEqual({
    before: 'npm warn\nstarting\n', message: "TypeError: Cannot read properties of undefined (reading 'c')", place: 'lib/helper.ts:2:14',
  });
});

test('what a library throws is placed where the user called it', () => {
  expect(crash(`/home/ann/shop/node_modules/constructs/lib/construct.js:328\n            throw new Error('x');\n            ^\n\nError: There is already a Construct with name 'a'
    at Node.addChild (/home/ann/shop/node_modules/constructs/lib/construct.js:328:19)\n    at async file:///home/ann/shop/main.mjs:7:1\n${INTERNAL}${END}`))
    .toMatchObject({ message: "Error: There is already a Construct with name 'a'", place: 'main.mjs:7:1' });
});

test.each<[string, string, string, string | undefined]>([
  [
    'a module that is not there',
    `node:internal/modules/cjs/loader:1207\n  const err = new Error(message);\n              ^\n\nError: Cannot find module './helpr'\nRequire stack:\n- /home/ann/shop/bad.ts\n${INTERNAL} {
  code: 'MODULE_NOT_FOUND',\n  requireStack: [ '/home/ann/shop/bad.ts' ]\n}${END}`,
    "Error: Cannot find module './helpr'",
    'bad.ts',
  ],
  [
    'a mistake of syntax',
    `node:internal/modules/run_main:123\n    triggerUncaughtException(\n    ^\n\nError: Transform failed with 1 error:\n/home/ann/shop/syn.ts:1:9: ERROR: Unexpected "="\n${INTERNAL} {\n  name: 'TransformError'\n}${END}`,
    'Error: Transform failed with 1 error:\nsyn.ts:1:9: ERROR: Unexpected "="',
    undefined,
  ],
  [
    'a text that was thrown',
    `\n/home/ann/shop/thr.js:1\nthrow "text"\n^\ntext\n(Use \`node --trace-uncaught ...\` to show where the exception was thrown)${END}`,
    'text',
    'thr.js:1',
  ],
  ['a message of several lines', `/home/ann/shop/a.js:1\nthrow x\n^\n\nError: one\ntwo\n    at a (/home/ann/shop/a.js:1:7)${END}`, 'Error: one\ntwo', 'a.js:1:7'],
])('%s', (_what, text, message, place) => {
  const found = crash(text);
  expect([found?.message, found?.place]).toEqual([message, place]);
});

test.each([
  ['an exit of its own', 'the region is not set\n'],
  ['a report that is not the last word', `/home/ann/shop/a.js:1\nthrow x\n^\n\nError: one\n    at a (/home/ann/shop/a.js:1:7)${END}npm error\n`],
])('none: %s', (_what, text) => {
  expect(crash(text)).toBeUndefined();
});
