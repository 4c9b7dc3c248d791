import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScript } from '../../../../lib/cli/start/scripts';

let folder: string;
const script = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, `(function(exports,require,module,__filename,__dirname){${text}\n})\n`);
  return file;
};
/** A script runs outside of the sandbox of the tests: it says things by writing a file. */
const say = (value: string): string => `require('node:fs').writeFileSync(__dirname+'/said',JSON.stringify(${value}))`;
const said = (): unknown => JSON.parse(readFileSync(join(folder, 'said'), 'utf8'));

const none = (): undefined => undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxcutter-scripts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('Scripts ask for each other, for themselves in a circle, and for modules of Node', () => {
  script('b.js', "exports.early=require('./a.js').first;exports.base=require('node:path').basename(__filename);exports.here=__dirname");
  const list = '[b.early,b.base,b.here,require("./b.js")===b]';
  runScript(script('a.js', `exports.first=1;const b=require('./b.js');${say(list)}`), none);
  expect(said()).toEqual([1, 'b.js', folder, true]);
});

test('Code of an earlier run is taken, and what it lacks is compiled', () => {
  script('b.js', 'module.exports={two:2}');
  const file = script('a.js', say("require('./b.js').two"));
  const first = runScript(file, none);
  expect(first.compiled).toBe(2);
  const code = first.code();
  expect([...code.keys()]).toEqual(['a.js', 'b.js']);
  expect(runScript(file, (name) => code.get(name)).compiled).toBe(0);
  expect(runScript(file, (name) => (name === 'a.js' ? undefined : code.get(name))).compiled).toBe(1);
  expect(said()).toBe(2);
});

test('Code that V8 refuses is compiled anew', () => {
  const file = script('a.js', say('3'));
  expect(runScript(file, () => Buffer.from('no code of V8')).compiled).toBe(1);
  expect(said()).toBe(3);
});

test('What a script throws comes out, with its file in the stack', () => {
  const file = script('a.js', "throw new Error('oh')");
  expect(() => runScript(file, none)).toThrow(expect.objectContaining({ message: 'oh', stack: expect.stringContaining(file) }));
});
