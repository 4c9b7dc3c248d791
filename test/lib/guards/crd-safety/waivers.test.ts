/** Waivers, policies, and the text that people get. */
import {
  checkCrdUpgrade, findingsOfCrd, formatCrdErrors, formatCrdReport, parseCrdWaiver, unusedWaivers, type CrdCheckOptions, type CrdWaiver,
} from '../../../../lib/guards';
import { definition, specOf } from './definitions';

const old = definition({ v1: specOf({ mode: { enum: ['a', 'b'] }, size: { type: 'object', properties: { x: { maximum: 5 } } } }) });
const next = definition({ v1: specOf({ mode: { enum: ['a'] }, size: { type: 'object', properties: { x: { maximum: 3 } } } }) });
const ENUM = 'v1: ^.spec.mode: enum: allowed enum values removed : ["b"]';
const MAXIMUM = 'v1: ^.spec.size.x: maximum: maximum decreased : 5 -> 3';
const check = (options: CrdCheckOptions): string[] => checkCrdUpgrade(old, next, options).map(({ severity, check: name }) => `${severity} ${name}`);

test.each<[string, string[]]>([
  ['enum', ['waived enum', 'error maximum']],
  ['enum:^.spec.mode', ['waived enum', 'error maximum']],
  ['enum@v1:^.spec.mode', ['waived enum', 'error maximum']],
  ['widgets.example.com/enum@v1:^.spec.mode', ['waived enum', 'error maximum']],
  ['maximum:^.spec.size.**', ['error enum', 'waived maximum']],
  ['maximum:^.spec.**', ['error enum', 'waived maximum']],
  ['maximum:^.spec.size', ['error enum', 'error maximum']],
  ['maximum:^.spec.siz.**', ['error enum', 'error maximum']],
  ['enum@v2:^.spec.mode', ['error enum', 'error maximum']],
  ['gadgets.example.com/enum', ['error enum', 'error maximum']],
])('waiver %s', (text, expected) => {
  expect(check({ waivers: [parseCrdWaiver(text)] })).toEqual(expected);
});

test('between served versions, with or without spaces around the arrow', () => {
  const both = definition({ v1: specOf({ mode: { enum: ['a', 'b'] } }), v2: specOf({ mode: { enum: ['a'] } }) });
  for (const text of ['enum@v1 -> v2', 'enum@v1->v2:^.spec.mode']) {
    const waivers = [parseCrdWaiver(text)];
    expect(checkCrdUpgrade(definition({ v1: specOf({ mode: { enum: ['a', 'b'] } }) }), both, { waivers }).map(({ severity }) => severity)).toEqual(['waived']);
  }
});

test.each(['', 'nothing', 'enum:', 'enum:spec.mode', 'enum@', 'Enum', '/enum', 'toString', '__proto__'])('no waiver: "%s"', (text) => {
  expect(() => parseCrdWaiver(text)).toThrow(expect.objectContaining({ code: 'crd-waiver', category: 'input', hint: expect.stringContaining('storedVersionRemoval') }));
});

test('waivers that nothing needed are reported', () => {
  const waivers: CrdWaiver[] = [parseCrdWaiver('enum'), parseCrdWaiver('type:^.spec.mode')];
  expect(unusedWaivers(waivers, checkCrdUpgrade(old, next, { waivers }))).toEqual([waivers[1]]);
});

test('policy warn, and severity by check', () => {
  expect(check({ policy: 'warn' })).toEqual(['warning enum', 'warning maximum']);
  expect(check({ checks: { enum: 'warning' } })).toEqual(['warning enum', 'error maximum']);
});

test('a condition has the errors and nothing else', () => {
  expect(formatCrdErrors('widgets.example.com', checkCrdUpgrade(old, next))).toBe(`validating upgrade for CRD "widgets.example.com": ${ENUM}\n${MAXIMUM}`);
  expect(formatCrdErrors('widgets.example.com', checkCrdUpgrade(old, next, { policy: 'warn' }))).toBeUndefined();
});

test('a report has each issue, the safe alternative, and why something is waived', () => {
  const waivers = [parseCrdWaiver('enum', 'nobody ever used b')];
  expect(formatCrdReport('widgets.example.com', checkCrdUpgrade(old, next, { waivers }))).toBe([
    'widgets.example.com:',
    `  waived: ${ENUM} (nobody ever used b)`,
    `  error: ${MAXIMUM}`,
    '    Objects that are stored may break it, and could then no longer be updated. '
      + 'Check new values in the operator or in a new version instead, and leave this version as it is.',
  ].join('\n'));
  expect(formatCrdReport('widgets.example.com', [])).toBe('widgets.example.com: safe to upgrade');
});

test('as findings', () => {
  const waivers = [parseCrdWaiver('enum')];
  expect(findingsOfCrd('widgets.example.com', checkCrdUpgrade(old, next, { waivers }), 'crds/widgets.yaml')).toEqual([{
    code: 'crd-upgrade-unsafe', severity: 'error', message: 'maximum: maximum decreased : 5 -> 3', path: 'v1: ^.spec.size.x', origin: 'crds/widgets.yaml',
    subject: 'CustomResourceDefinition.apiextensions.k8s.io/v1 widgets.example.com', hint: expect.stringMatching(/^Objects that are stored/),
  }]);
});
