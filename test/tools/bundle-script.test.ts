/** The chunks of the command as scripts: what others import is a plain member, and what could not be is refused. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The module is an ES module, which jest does not load without more ado. Answers, or the message of what it throws. */
function answers(expressions: readonly string[]): readonly unknown[] {
  const module = pathToFileURL(join(__dirname, '..', '..', 'tools', 'bundle', 'script.mjs')).href;
  const script = `import { commonJs, refuseCircles } from ${JSON.stringify(module)};
    const tried = (work) => { try { return work() ?? null } catch ({ message }) { return message } };
    const made = (text, isRequired = false) => commonJs(text, { name: 'x.js', isRequired, names: new Set(['b.js']) });
    console.log(JSON.stringify([${expressions.map((one) => `tried(() => ${one})`).join(',')}]));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })) as readonly unknown[];
}

const made = (text: string, isRequired = false): string => `made(${JSON.stringify(text)}, ${isRequired})`;

test('Imports are variables, exports are members', () => {
  const cases: readonly (readonly [text: string, script: string])[] = [
    ['import{a as b,c}from"./b.js";b(c);', 'var{a:b,c:c}=require("./b.js");b(c);'],
    ['import"./b.js";import x from"node:fs";x();', 'require("./b.js");var x=require("node:fs");x();'],
    ['import*as y from"node:os";y();', 'var y=require("node:os");y();'],
    ['function f(){}var $=1;class C{}export{f as a,$,C as default};', 'function f(){}var $=1;class C{}module.exports={a:f,$:$,default:C};'],
    ['let f=()=>import("./b.js"),g=()=>import("cdk8s");', 'let f=()=>Promise.resolve().then(()=>require("./b.js")),g=()=>import("cdk8s");'],
    ['export default r();', 'module.exports={default:r()};'],
  ];
  expect(answers(cases.map(([text]) => made(text)))).toEqual(cases.map(([, script]) => script));
  expect(answers([made('export default r();', true)])).toEqual(['module.exports=r();']);
});

test('What changes its value is not exported: others would keep the one of before', () => {
  const changing = 'x.js exports v, whose value changes: others would keep the one of before';
  const texts = [
    'var v;export{v};', 'var v=1;v=2;export{v};', 'var v=1;function f(){v++}export{v as a};', 'var v=1;[v]=[2];export{v};',
    'var v=1;({a:v}={a:2});export{v};', 'var v=1;for(v of[1,2]);export{v};', 'var v=1;({v}={v:2});export{v};', 'var v=1;v??=2;export{v};',
  ];
  expect(answers(texts.map((text) => made(text)))).toEqual(texts.map(() => changing));
});

test('A statement that esbuild has not written so far is refused', () => {
  expect(answers([made('import a,{b}from"./b.js";')])).toEqual(['x.js has a statement that is not expected: import a,{b}from"./b.js";']);
});

test('Scripts that load each other in a circle are refused; what is loaded late is no circle', () => {
  const outputs = (kind: string): string => JSON.stringify({
    a: { imports: [{ path: 'b', kind: 'import-statement' }, { path: 'node:fs', kind: 'import-statement', external: true }] },
    b: { imports: [{ path: 'a', kind }] },
  });
  expect(answers([`refuseCircles(${outputs('import-statement')})`, `refuseCircles(${outputs('dynamic-import')})`])).toEqual([
    'scripts load each other in a circle: a → b → a',
    null,
  ]);
});
