/** What code that nobody trusts can do in the sandbox of packages: nothing but give a text, or end with one outcome. */
import { SANDBOX_LIMITS, type SandboxLimits } from '../../../../lib/formats/package-v1/sandbox/limits';
import { runInSandbox, runInSandboxApart } from '../../../../lib/formats/package-v1/sandbox/run-in-sandbox';

const tight: SandboxLimits = {
  ...SANDBOX_LIMITS, interrupts: 300, memory: 16 * 1024 * 1024, output: 10_000, input: 1000, script: 10_000, thrown: 1000,
};

function run(script: string, limits: Partial<SandboxLimits> = {}) {
  return runInSandbox(script, '"given"', { ...tight, ...limits });
}

test('a script defines render, which is given a text and gives one', () => {
  expect(run('globalThis.render = (text) => text.toUpperCase() + "\\u00e4\\ud83d\\ude00"')).toEqual({ kind: 'output', text: '"GIVEN"ä😀' });
});

test.each([
  ['loops without end', 'render = () => { for (;;); }', 'too-long'],
  ['loops while it starts, and holds on to it', 'for (;;) { try { for (;;); } catch {} }', 'too-long'],
  ['loops in what is read of its error', 'throw { get message() { for (;;); } }', 'too-long'],
  ['searches with a pattern that takes for ever', 'render = () => String(/^(a+)+$/.test("a".repeat(40) + "b"))', 'too-long'],
  ['takes all memory', 'render = () => { const all = []; for (;;) all.push(new Array(10000).fill(all.length)); }', 'memory'],
  ['makes a text that is too long', 'render = () => "x".repeat(20000)', 'too-large'],
  ['calls itself without end', 'render = function f() { return f(); }', 'recursion'],
  ['nests its text without end', 'render = () => JSON.parse("[".repeat(1000000))', 'recursion'],
  ['gives an object', 'render = () => ({})', 'no-text'],
  ['gives a promise', 'render = async () => "later"', 'no-text'],
  ['gives an object that pretends to be a text', 'render = () => new String("x")', 'no-text'],
  ['defines nothing', '1 + 1', 'no-function'],
  ['defines something else', 'render = "render"', 'no-function'],
  ['throws where its function is looked for', 'Object.defineProperty(globalThis, "render", { get() { throw new Error("no") } })', 'no-function'],
])('a script that %s: %s', (_what, script, kind) => {
  expect(run(script)).toEqual({ kind });
});

describe('while the caller goes on', () => {
  test.each([
    ['gives a text', 'render = (text) => text + "!"', { kind: 'output', text: '"given"!' }],
    ['throws', 'render = () => { throw new Error("no") }', { kind: 'threw', message: 'no' }],
    ['takes all memory', 'render = () => { const all = []; for (;;) all.push(new Array(10000).fill(all.length)); }', { kind: 'memory' }],
    ['is too long', `//${'x'.repeat(20_000)}`, { kind: 'too-large' }],
  ])('a script that %s ends as it does otherwise', async (_what, script, outcome) => {
    expect(await runInSandboxApart(script, '"given"', tight)).toEqual(outcome);
  });

  test('timers run, and one that stays within one step is ended with its thread', async () => {
    let turns = 0;
    const timer = setInterval(() => { turns += 1; }, 20);
    const script = 'render = () => Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)';
    expect(await runInSandboxApart(script, '', { ...tight, milliseconds: 700 })).toEqual({ kind: 'too-long' });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
  });
});

test('a script that stays within one step of the interpreter is ended with its thread', () => {
  expect(run('render = () => Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)', { milliseconds: 700 })).toEqual({ kind: 'too-long' });
});

test.each([
  ['an error', 'throw new RangeError("too many")', 'too many'],
  ['a text', 'throw "a text"', 'a text'],
  ['a symbol', 'throw Symbol("s")', 'a value of type symbol'],
  ['nothing', 'throw undefined', 'a value of type undefined'],
  ['an object without a message', 'throw { toString() { return "tricked" } }', 'a value that is no error'],
  ['an object whose message throws', 'throw { get message() { throw 1 } }', 'a value that is no error'],
  ['a proxy that throws', 'throw new Proxy({}, { get() { throw 1 } })', 'a value that is no error'],
  ['an error with a long message', 'throw new Error("x".repeat(500))', 'x'.repeat(500)],
  ['an error with a very long message', 'throw new Error("x".repeat(5000))', 'a text that is too long'],
])('%s that is thrown has its message', (_what, script, message) => {
  expect(run(`render = () => { ${script} }`)).toEqual({ kind: 'threw', message });
});

test('a script that throws while it starts is told from one that throws when it is called', () => {
  expect(run('throw new Error("no")')).toEqual({ kind: 'broken-script', message: 'no' });
});

test('a script that is no JavaScript says so', () => {
  expect(run('syntax error(')).toMatchObject({ kind: 'broken-script' });
});

test('nothing of Node.js or of a browser is there', () => {
  const names = [
    'process', 'require', 'module', 'fetch', 'XMLHttpRequest', 'WebAssembly', 'Worker', 'setTimeout', 'console', 'std', 'os', 'Buffer',
  ];
  const { text = '' } = run(`render = () => JSON.stringify(${JSON.stringify(names)}.filter((name) => name in globalThis))`) as { text?: string };
  expect(JSON.parse(text)).toEqual([]);
  expect(run('render = () => String(import("node:fs") instanceof Promise)')).toEqual({ kind: 'output', text: 'true' });
  expect(run('render = () => String(render.constructor("return this")() === globalThis)')).toEqual({ kind: 'output', text: 'true' });
});

test('clock, chance and time zone are the same every time, and nothing stays from one run to the next', () => {
  const script = `globalThis.runs = (globalThis.runs ?? 0) + 1; Object.prototype.left = true;
    render = () => JSON.stringify([runs, Date.now(), new Date(2020, 6, 1), new Date(2020, 6, 1).getTimezoneOffset(), Math.random()])`;
  const first = run(script);
  expect(first).toMatchObject({ kind: 'output', text: expect.stringMatching(/^\[1,0,"2020-07-01T00:00:00.000Z",0,0\.\d+\]$/) });
  expect(run(script)).toEqual(first);
  expect(({} as { left?: boolean }).left).toBeUndefined();
});

test.each([
  ['script', 'x'.repeat(10_001), '""'],
  ['input', 'render = () => ""', 'x'.repeat(1001)],
])('a %s that is too large is not run', (_what, script, input) => {
  expect(runInSandbox(script, input, tight)).toEqual({ kind: 'too-large' });
});
