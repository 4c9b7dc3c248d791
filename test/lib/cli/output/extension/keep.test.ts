import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { describeKeepEvent, keepDocument } from '../../../../../lib/cli/output/extension/keep';
import type { KeepEvent } from '../../../../../lib/runtime';

const kept = { extension: 'shop', stateNamespace: 'shop' };
const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'web' };
const lines: readonly (readonly [event: KeepEvent, line: string | undefined])[] = [
  [{ type: 'steady', extensions: 1, objects: 3 }, undefined],
  [{ type: 'drift', ref, reason: 'changed', paused: false, ...kept }, undefined],
  [
    { type: 'drift', ref, reason: 'missing', paused: true, ...kept },
    'ConfigMap shop/web: it is gone; the extension is paused, so it is not repaired',
  ],
  [
    { type: 'repaired', object: { ref, phase: 'p', action: 'Recovered', interference: [{ path: 'data.a', manager: 'kubectl' }] }, ...kept },
    'ConfigMap shop/web: Recovered data.a (changed by kubectl)',
  ],
  [
    { type: 'interference', ref, manager: 'hpa', paths: ['spec.replicas'], count: 4, until: 31_000, ...kept },
    'ConfigMap shop/web: hpa changes spec.replicas again and again (4 times); the next repair is in 30 s',
  ],
  [{ type: 'readiness', ref, ready: { status: 'fail', message: 'no replica' }, ...kept }, 'ConfigMap shop/web: not ready: no replica'],
  [
    { type: 'failed', message: 'No permission.', againAt: 5_000, ...kept },
    'failed: No permission; the next attempt is in 4 s, or when something changes',
  ],
  [{ type: 'extension', change: 'gone', ...kept }, 'the extension was deleted'],
];

test.each(lines)('%j is one line', (event, line) => {
  expect(describeKeepEvent(event, 1_000)).toBe(line);
});

test('programs get every event as a document with its time', () => {
  expect(keepDocument({ type: 'steady', extensions: 1, objects: 3 }, 1_000)).toEqual({
    schema: 'boxcutter.keep/v1',
    type: 'steady',
    at: '1970-01-01T00:00:01.000Z',
    extensions: 1,
    objects: 3,
  });
});

test.each(lines)('%j is a document of the published schema', (event) => {
  const schema = JSON.parse(readFileSync(join(__dirname, '..', '..', '..', '..', '..', 'docs', 'schemas', 'keep.json'), 'utf8')) as Record<string, unknown>;
  const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: false });
  addFormats(ajv);
  const validate = ajv.compile({ ...schema, additionalProperties: false });
  validate(JSON.parse(JSON.stringify(keepDocument(event, 1_000))));
  expect(validate.errors ?? []).toEqual([]);
});
