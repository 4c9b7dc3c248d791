import type { JsonObject } from '../../../lib/api';
import { compileProbes } from '../../../lib/probes';
import { probe, widget } from './objects';

const compile = (rule: string, message = 'not yet') => compileProbes([probe({ type: 'CEL', cel: { rule, message } })]);
const content: JsonObject = {
  spec: { replicas: 2, ratio: 1.5, list: [1, 2], names: ['a', 'b'], created: '2026-01-01T00:00:00Z', 'dotted.key': 'x' },
  status: {
    ready: 2,
    phase: 'Active',
    nothing: null,
    members: [{ health: 'healthy' }, { health: 'ill' }, { health: 'healthy' }],
    loadBalancer: { ingress: [] },
    conditions: [{ type: 'Ready', status: 'True' }],
  },
};

describe('a CEL rule', () => {
  test.each([
    'self.kind == "Widget"',
    'self.metadata.name.matches("^w[a-z]+$")',
    'self.spec.replicas == self.status.ready',
    'self.metadata.generation + 1 == self.spec.replicas',
    'type(self.spec.replicas) == int && type(self.spec.ratio) == double',
    'self.spec.ratio > 1',
    'has(self.status.phase) && !has(self.status.missing)',
    'self.status.nothing == null',
    'self.spec["dotted.key"] == "x"',
    'self.status.conditions.exists(c, c.type == "Ready" && c.status == "True")',
    'self.status.conditions.filter(c, c.type == "Ready").map(c, c.status)[0] == "True"',
    'self.spec.list.all(x, x > 0) && self.spec.list.exists_one(x, x == 1) && 2 in self.spec.list',
    'self.spec.names.all(a, self.spec.names.exists(b, a == b))',
    'size(self.spec.list) == 2 && self.spec.names.join("-") == "a-b"',
    '"phase" in self.status ? self.status.phase.lowerAscii() == "active" : false',
    'timestamp(self.spec.created) < timestamp("2027-01-01T00:00:00Z")',
    'duration("90s") > duration("1m")',
    'strings.quote("a") == "\\"a\\""',
    '!has(self.metadata.managedFields)',
    // Those of docs/probes.md.
    'self.status.members.filter(m, m.health == "healthy").size() >= self.spec.replicas',
    'has(self.status.loadBalancer.ingress)',
    'dyn(true)',
  ])('holds: %s', (rule) => {
    expect(compile(rule)(widget(content, { managedFields: [] }))).toEqual({ status: 'pass', message: '', terminal: false });
  });

  test('that is false gives its message', () => {
    expect(compile('self.spec.replicas == 3', 'wants three')(widget(content))).toEqual({ status: 'fail', message: 'wants three', terminal: false });
  });

  test.each([
    ['self.status.missing == 1', 'CEL rule "self.status.missing == 1" cannot be evaluated: field not found: missing'],
    ['self.status.constructor == 1', 'CEL rule "self.status.constructor == 1" cannot be evaluated: field not found: constructor'],
    ['self.status.ready', 'CEL rule "self.status.ready" cannot be evaluated: it does not give a boolean'],
    ['self.spec.list[7] == 1', expect.stringContaining('cannot be evaluated: index 7 out of bounds')],
    ['self.spec.replicas / 0 == 1', expect.stringContaining('cannot be evaluated: ')],
    ['self.spec.replicas + "a" == "2a"', expect.stringContaining('no matching overload')],
  ])('without an answer is unknown: %s', (rule, message) => {
    expect(compile(rule)(widget(content))).toEqual({ status: 'unknown', message, terminal: false });
  });

  test.each([
    ['1 +', 'end of input'],
    ['selv.x == 1', 'unknown variable selv; the object is the variable self'],
    ['self.list.all(x, y == 1)', 'unknown variable y'],
    ['self.list.all(x, x == 1) && x == 1', 'unknown variable x'],
    ['isReady(self)', 'unknown function isReady'],
    ['self.list.isSorted()', 'unknown function isSorted'],
    ['quantity("1Gi") == quantity("1024Mi")', 'unknown function quantity'],
    ['1', 'the rule gives int, not a boolean'],
    ['"yes"', 'the rule gives string, not a boolean'],
    ['[true]', 'the rule gives list, not a boolean'],
    ['{"a": 1}', 'the rule gives map, not a boolean'],
    ['size(self.list)', 'the rule gives int, not a boolean'],
    ['self.a - 1', 'the rule gives a number, time, text or list, not a boolean'],
    [`${'('.repeat(600)}true${')'.repeat(600)}`, 'the rule has brackets nested 600 deep; at most 100 are read'],
    [`self.x == ${'['.repeat(101)}${']'.repeat(101)}`, 'the rule has brackets nested 101 deep; at most 100 are read'],
    [`self.x == "${'y'.repeat(4096)}"`, 'may have at most 4096 characters'],
  ])('that cannot work is refused at once: %.40s', (rule, message) => {
    expect(() => compile(rule)).toThrow(message);
  });

  test('may have brackets in its texts, and as many beside each other as it needs', () => {
    const rule = `self.metadata.name != "${'(['.repeat(200)}" && ${Array.from({ length: 150 }, () => '(true)').join(' && ')}`;
    expect(compile(rule)(widget(content)).status).toBe('pass');
  });

  test('cannot keep the process busy', () => {
    const rule = 'self.spec.list.all(a, self.spec.list.all(b, self.spec.list.all(c, a + b + c >= 0)))';
    const object = widget({ spec: { list: Array.from({ length: 1000 }, (_, index) => index) } });
    const verdict = compile(rule)(object);
    expect(verdict).toMatchObject({ status: 'unknown', message: expect.stringContaining('the rule takes more than 2000000 steps') });
    // Rules about one object share what they may take.
    const many = compileProbes(Array.from({ length: 20 }, (_, index) => probe({ type: 'CEL', cel: { rule: `${rule} || ${index} < 0`, message: 'no' } })));
    expect(many(object).message).toContain('the rule takes more than 0 steps');
    // The count starts anew each time.
    expect(compile('self.spec.list.all(a, a >= 0)')(object).status).toBe('pass');
  });
});
