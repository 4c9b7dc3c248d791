/** How bad each change is under each policy: the table of the documentation is what the code does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../../lib/api';
import {
  checkCrdUpgrade, CRD_CHECKS, crdUpgradeError, crdWarningNote, severityOf, type CrdChange, type CrdCheck,
} from '../../../../lib/guards';
import { definition, field, specOf } from './definitions';

const DIRECTIONS: readonly CrdChange[] = ['added', 'tightened', 'loosened', 'changed', 'removed', 'covered'];
const text = readFileSync(join(__dirname, '..', '..', '..', '..', 'docs', 'crd-upgrade-safety.md'), 'utf8');
/** Rows of the table under "How bad it is": checks, and a severity or nothing for each direction. */
const [, section = ''] = text.split('## How bad it is\n');
const table = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| ((?:`\w+`(?:, )?)+) \|(.*)\|$/gm)].flatMap(([, checks = '', cells = '']) => {
  const severities = cells.split('|').map((cell) => cell.trim());
  return [...checks.matchAll(/`(\w+)`/g)].flatMap(([, check]) => DIRECTIONS.map((change, index) => [
    check as CrdCheck,
    change,
    severities[index] ?? '',
  ] as const));
});

test('the documentation has every check, and each direction as the policy judges it', () => {
  expect([...new Set(table.map(([check]) => check))].sort()).toEqual(CRD_CHECKS.filter((check) => check !== 'description').sort());
  const told = table.filter(([, , severity]) => severity !== '');
  expect(told.length).toBeGreaterThan(45);
  expect(told.map(([check, change]) => [check, change, severityOf(check, change, 'enforce')])).toEqual(told);
});

test('strict is what OLM refuses, warn refuses nothing', () => {
  for (const [check, change] of table) {
    expect(severityOf(check, change, 'strict')).toBe(check === 'servedVersionRemoval' ? 'warning' : 'error');
    expect(severityOf(check, change, 'warn')).toBe('warning');
  }
});

const string = { type: 'string' };
const OPEN = { 'x-kubernetes-preserve-unknown-fields': true };
const judged = (old: JsonObject, next: JsonObject): readonly string[] => checkCrdUpgrade(field(old), field(next))
  .map(({ severity, check, change }) => `${severity} ${check} ${change}`);

test.each<[string, JsonObject, JsonObject, string]>([
  [
    'a field that is gone where unknown ones are kept',
    { ...OPEN, properties: { a: string } },
    OPEN,
    'warning existingFieldRemoval covered',
  ],
  [
    'a field that is gone where values have a schema',
    { properties: { a: string } },
    { additionalProperties: string },
    'warning existingFieldRemoval covered',
  ],
  ['a field that is gone', { properties: { a: string } }, { properties: {} }, 'error existingFieldRemoval removed'],
  [
    'required, with a default',
    { properties: { a: { default: '1' } } },
    { required: ['a'], properties: { a: { default: '1' } } },
    'warning required covered',
  ],
  [
    'required, of two only one with a default',
    { properties: { a: { default: '1' }, b: string } },
    { required: ['a', 'b'], properties: { a: { default: '1' }, b: string } },
    'error required added',
  ],
  ['an enumeration that is gone', { enum: ['a'] }, {}, 'warning enum loosened'],
  ['a value taken from an enumeration', { enum: ['a', 'b'] }, { enum: ['a'] }, 'error enum tightened'],
  ['a rule', {}, { 'x-kubernetes-validations': [{ rule: 'self > 1' }] }, 'warning unhandled added'],
  ['a rule that compares with the old value', {}, { 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] }, 'error unhandled changed'],
  [
    'a rule that is gone, another message',
    { 'x-kubernetes-validations': [{ rule: 'a' }, { rule: 'b', message: 'x' }] },
    { 'x-kubernetes-validations': [{ rule: 'b', message: 'y' }] },
    'warning unhandled loosened',
  ],
  ['unknown fields no longer kept', OPEN, {}, 'error unhandled removed'],
  ['unknown fields kept from now on', {}, OPEN, 'warning unhandled loosened'],
  ['anything allowed no longer', { additionalProperties: true }, {}, 'error unhandled removed'],
  ['a list that says what it was', {}, { 'x-kubernetes-list-type': 'atomic' }, 'warning unhandled covered'],
  ['a list that becomes a set', {}, { 'x-kubernetes-list-type': 'set' }, 'error unhandled changed'],
  ['a format', string, { ...string, format: 'ipv4' }, 'warning unhandled added'],
  ['another format', { format: 'ipv4' }, { format: 'ipv6' }, 'error unhandled changed'],
  ['a minimum that excludes itself', { minimum: 1 }, { minimum: 1, exclusiveMinimum: true }, 'error unhandled tightened'],
  ['alternatives where there were none', {}, { anyOf: [string] }, 'warning unhandled added'],
  ['other alternatives', { anyOf: [string] }, { anyOf: [string, { type: 'integer' }] }, 'error unhandled changed'],
  ['no alternatives any more', { not: string }, {}, 'warning unhandled loosened'],
  ['a keyword that nobody knows', {}, { $data: 1 }, 'error unhandled changed'],
  ['of several the worst counts', { format: 'ipv4' }, { 'x-kubernetes-list-type': 'set' }, 'error unhandled changed'],
])('%s', (_, old, next, expected) => {
  expect(judged(old, next)).toEqual([expected]);
});

describe('the error that stops a run', () => {
  const many = (count: number, limit: number): JsonObject => definition({ v1: specOf(Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, { maximum: limit }]))) });
  const upgrade = (crd: string, count: number) => ({ crd, issues: checkCrdUpgrade(many(count, 5), many(count, 3)) });

  test('lists forty issues by definition, and counts the rest; its details have all', () => {
    const upgrades = [upgrade('a.example.com', 30), upgrade('b.example.com', 30), upgrade('c.example.com', 30)];
    const error = crdUpgradeError(upgrades);
    const lines = error?.message.split('\n') ?? [];
    expect(lines).toHaveLength(45);
    expect([lines[1], lines[32], lines.at(-2)]).toEqual(['  a.example.com', '  b.example.com', '  … and 50 more']);
    const inWords = upgrades.map(({ crd, issues }) => ({
      crd, issues: issues.map(({ data: _, ...issue }) => ({ ...issue, message: 'maximum decreased : 5 -> 3', hint: expect.stringMatching(/^Objects/) })),
    }));
    expect(error?.details).toEqual({ upgrades: inWords });
    expect(error?.hint).toMatch(/To apply it nevertheless: `crdSafety\.waivers: 'maximum'`$/);
  });

  test('of a rollback there is no path that could be compared', () => {
    const upgrades = [upgrade('a.example.com', 41)];
    expect(crdUpgradeError(upgrades)?.hint).toMatch(/^To see each with its safe alternative: `checkCrdUpgrades`\. To apply it nevertheless: /);
    const error = crdUpgradeError(upgrades, { from: 'record' });
    expect(error?.hint).toBe("Each with its safe alternative: `details.upgrades`. To apply it nevertheless: `crdSafety.waivers: 'maximum'`");
    expect(error?.message).toContain('… and 1 more\n');
  });

  test('spells out the waivers of a few, each for its definition where there are several', () => {
    expect(crdUpgradeError([upgrade('a.example.com', 2)])?.hint)
      .toMatch(/: `crdSafety\.waivers: 'maximum:\^\.spec\.f0'` `crdSafety\.waivers: 'maximum:\^\.spec\.f1'`$/);
    expect(crdUpgradeError([
      upgrade('a.example.com', 1),
      upgrade('b.example.com', 1),
    ])?.hint).toContain("`crdSafety.waivers: 'b.example.com/maximum:^.spec.f0'`");
  });

  test('what was not compared to its end cannot be waived', () => {
    expect(crdUpgradeError([upgrade('a.example.com', 600)])?.hint).toMatch(/: `crdSafety\.policy: 'warn'`$/);
  });

  test('warnings stop nothing: they are counted in a line', () => {
    const warned = { crd: 'a.example.com', issues: checkCrdUpgrade(field({}), field({ maximum: 1 })) };
    expect(crdUpgradeError([warned])).toBeUndefined();
    expect(crdWarningNote([warned])).toMatch(/^CRD upgrade safety: 1 warning \(1 in a\.example\.com\)\. /);
    expect(crdWarningNote([upgrade('a.example.com', 1)])).toBeUndefined();
    expect(crdWarningNote([{ ...warned, stored: { count: 0 } }])).toContain('(1 in a.example.com, while no object is stored)');
    const several = (count: number) => crdWarningNote(Array.from({ length: count }, (_, index) => ({ ...warned, crd: `x${index}.example.com` })));
    expect(several(6)).toContain('1 in x4.example.com; and 1 more definition). ');
    expect(several(7)).toContain('1 in x4.example.com; and 2 more definitions). ');
  });

  test('warnings of a rollback are listed by its dry run, those that strict does not refuse as well, and a run that writes names that', () => {
    const both = { v2: specOf({}), v1: specOf({}) };
    const warned = { crd: 'a.example.com', issues: checkCrdUpgrade(definition(both), definition(both, { unserved: ['v1'] }), { policy: 'strict' }) };
    expect(warned.issues.map(({ check, severity }) => `${check} ${severity}`)).toEqual(['servedVersionRemoval warning']);
    expect(crdWarningNote([warned], undefined, { from: 'record' }))
      .toBe('CRD upgrade safety: 1 warning (1 in a.example.com). To see them: the same again with `dryRun: true`.');
    const listed = crdWarningNote([warned], undefined, { from: 'record', listed: true })?.split('\n');
    expect(listed?.slice(0, 3)).toEqual([
      'CRD upgrade safety: 1 warning (1 in a.example.com).',
      'a.example.com:',
      expect.stringMatching(/^ {2}warning: servedVersionRemoval: .*v1/),
    ]);
  });
});
