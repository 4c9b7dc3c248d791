import { performance } from 'node:perf_hooks';
import { celValue, compileRule, compileTransitionRule } from '../../../lib/cel';

const many = <T>(count: number, of: (index: number) => T): readonly T[] => Array.from({ length: count }, (_, index) => of(index));
const TEXTS = many(50_000, (index) => `item-number-${index % 7}-x`);
const NUMBERS = many(20_000, (index) => index);
const MAPS = many(1000, (index) => ({ type: `t${index}`, status: 'True', message: 'm'.repeat(50) }));
const LONG = 'a'.repeat(100_000);

interface Judged {
  readonly answer: ReturnType<ReturnType<typeof compileRule>>;
  readonly steps: number;
  readonly milliseconds: number;
}

function judged(rule: string, self: unknown, library: 'probe' | 'constraint' = 'probe'): Judged {
  const evaluate = compileRule(rule, library);
  const [value, budget] = [celValue(self), { left: 1e9 }];
  const before = performance.now();
  const answer = evaluate(value, budget);
  return { answer, steps: 1e9 - budget.left, milliseconds: performance.now() - before };
}

describe('a rule of every day has an answer, however large the object is', () => {
  test.each<[rule: string, self: unknown]>([
    ['self.list.all(x, x in ["item-number-0-x", "item-number-1-x", "item-number-2-x", "item-number-3-x", "item-number-4-x", "item-number-5-x", "item-number-6-x"])', { list: TEXTS }],
    ['self.list.filter(x, x.startsWith("item")).size() == 50000', { list: TEXTS }],
    ['self.list.map(x, x + 1).map(x, x - 1).all(x, x >= 0)', { list: NUMBERS }],
    ['self.list.map(x, x > 5, x)[3] == 9', { list: NUMBERS }],
    ['self.list.exists(c, c.type == "t999" && c.status == "True") && self == self', { list: MAPS }],
    ['self.list.all(a, self.list.exists_one(b, a.type == b.type))', { list: MAPS.slice(0, 150) }],
    ['self.text.replace("a", "b").split("b").join("") == "" && self.text.lowerAscii().contains("aaa")', { text: LONG }],
    ['self.list.all(n, n.matches("^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$"))', { list: TEXTS.slice(0, 100) }],
    ['[1, 2] + [3] == [1, 2, 3] && ([1] + [2])[1] == 2 && {"a": 1}["a"] == 1 && {1: 2}[1] == 2', {}],
  ])('%s', (rule, self) => {
    expect(judged(rule, self).answer).toBe(true);
  });

  test('a comparison with the object before', () => {
    const object = { list: MAPS, text: LONG };
    expect(compileTransitionRule('self == oldSelf')(celValue(object), celValue(structuredClone(object)))).toBe(true);
  });
});

describe('a rule is stopped by the work of its calls, and not only by the number of its iterations', () => {
  const dots = '150 characters in three texts';
  const literal = `'${'a'.repeat(150)}'`;
  test.each<[what: string, rule: string, self: unknown]>([
    ['a list in which each of a list is looked for', 'self.a.all(x, x in self.b)', { a: TEXTS, b: [...TEXTS, 'z'] }],
    ['none of them is in it', 'self.a.all(x, !(x in self.b))', { a: TEXTS, b: many(50_000, (index) => `b${index % 10}`) }],
    ['two texts that are split', 'self.want.split(",").all(x, x in self.have.split(","))', { want: 'a,'.repeat(4000), have: 'b,'.repeat(20_000) + 'a' }],
    ['a text that is split for each of its characters', 'self.split("").all(x, x in self.split(""))', LONG],
    ['a text that is replaced by itself', 'self.replace("a", self).size() > 0', LONG],
    [dots, `${literal}.replace('a', ${literal}).replace('a', ${literal}).size() > 0`, {}],
    ['a text that doubles', `["aaaaaaaaaa"]${'.map(a, a + a)'.repeat(60)} == ["a"]`, {}],
    ['a list that doubles', `[[self, self]]${'.map(a, [a, a])'.repeat(60)}.all(a, a == a)`, MAPS],
    ['lists that are put together', 'self.all(x, (self + self).size() > 0)', NUMBERS],
    ['large values that are equal', 'self.list.all(x, self == self)', { list: NUMBERS, maps: MAPS }],
    ['large values that differ in the end', 'self.list.all(x, self.maps + [1] != self.maps + [2])', { list: NUMBERS, maps: MAPS }],
    ['macros that end at the first element', 'self.all(x, self.exists(y, true))', NUMBERS],
    ['a number among the keys of a map', 'self.list.all(x, self.map[x] == 1 || true)', { list: NUMBERS, map: Object.fromEntries(NUMBERS.map((n) => [`k${n}`, n])) }],
    ['the same number', 'self.list.all(x, self.map[1] == 1 || true)', { list: NUMBERS, map: Object.fromEntries(NUMBERS.map((n) => [`k${n}`, n])) }],
    ['whether it is a key', 'self.list.all(x, x in self.map || true)', { list: NUMBERS, map: Object.fromEntries(NUMBERS.map((n) => [`k${n}`, n])) }],
    ['fields that are missing', `self.all(x, ${many(300, () => 'self.a').join(' || ')} || true)`, NUMBERS],
    ['a chain of fields', `self.all(x, self${'.a'.repeat(500)} == 1 || true)`, NUMBERS],
    ['a pattern with many states', 'self.matches("(?i)(a|b)*a(a|b){900}z")', `${'ab'.repeat(10_000)}z`],
    ['a pattern that is large', `self.matches("${'a{1000}'.repeat(500)}")`, 'a'],
    ['classes of Unicode', 'self.all(x, !"a".matches("\\\\p{L}\\\\p{N}"))', NUMBERS],
    ['texts that are measured', 'self.list.all(x, self.text.size() > 0)', { list: NUMBERS, text: LONG }],
    ['texts that are searched from the end', 'self.all(x, (self[0] + "b").lastIndexOf("b" + self[0]) < 0)', [LONG]],
    ['an object as a text', 'self.list.all(x, "%s".format([self.maps]) != "")', { list: NUMBERS, maps: MAPS }],
    ['lists that are joined', 'self.all(x, self.map(y, "a").join(",") != "")', NUMBERS],
    ['numbers with too many digits', 'self.list.all(x, int(self.digits) > 0 || true)', { list: NUMBERS, digits: '9'.repeat(10_000) }],
    ['time zones', 'self.all(x, timestamp("2026-01-01T00:00:00Z").getHours("Europe/Berlin") >= 0)', NUMBERS],
    ['loops in loops', 'self.all(a, self.all(b, self.all(c, a + b + c >= 0)))', NUMBERS],
  ])('%s', (_, rule, self) => {
    const { answer, milliseconds } = judged(rule, self);
    expect(answer).toEqual({ why: 'the rule takes more than 2000000 steps', isTooLong: true });
    // Without the limit, the worst of these take minutes. It is some tenths of a second where nothing else runs.
    expect(milliseconds).toBeLessThan(5000);
  });

  test('whose error cannot be hidden behind what is true', () => {
    expect(judged('self.replace("a", self).size() > 0 || true', LONG).answer).toMatchObject({ isTooLong: true });
  });

  test('over the properties of a bundle as well', () => {
    expect(judged(`${literal}.replace('a', ${literal}).replace('a', ${literal}).size() > 0`, [], 'constraint').answer).toMatchObject({ isTooLong: true });
  });

  test('and takes what is left of a budget that it shares', () => {
    const budget = { left: 1000 };
    const rule = compileRule('self.all(x, x >= 0)');
    expect(rule(celValue(NUMBERS), budget)).toEqual({ why: 'the rule takes more than 1000 steps', isTooLong: true });
    expect(budget.left).toBeLessThan(0);
  });
});

test('a rule is no longer than what is read in a moment', () => {
  expect(() => compileRule(`true${' && true'.repeat(2000)}`)).toThrow('the rule has 16004 characters; at most 10000 are read');
});

test.each([
  ['"aXbXc".replace("X", "-")', 'a-b-c'], ['"aXbXc".replace("X", "-", 1)', 'a-bXc'], ['"aXb".replace("X", "-", 0)', 'aXb'],
  ['"aXbX".replace("X", "XX", -1)', 'aXXbXX'], ['"ab".replace("", "-")', '-a-b-'], ['"ab".replace("", "-", 2)', '-a-b'], ['"a".replace("b", "c")', 'a'],
])('replace is as Kubernetes has it: %s', (call, expected) => {
  expect(compileRule(`${call} == "${expected}"`)(null)).toBe(true);
});

test('what has been converted is not converted again', () => {
  const known = new WeakMap();
  const object = { part: { a: 1 } };
  const whole = celValue(object, known);
  expect(celValue(object, known)).toBe(whole);
  expect(compileRule('self.a == 1')(celValue(object.part, known))).toBe(true);
});
