import { gzipSync } from 'node:zlib';
import { randomBytes, randomUUID } from 'node:crypto';
import type { InventoryEntry } from '../../../lib/engine';
import { tooLargeHead, type Head } from '../../../lib/state';
import { HEAD_LIMIT_BYTES } from '../../../lib/state/head-size';

const HEAD: Head = { extension: 'web', revisions: [], inventory: [] };
const entries = (count: number, nameOf: (index: number) => string): readonly InventoryEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    ref: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: nameOf(index) }, order: 0, phase: 'configuration',
  }));
const plain = (index: number): string => `settings-of-the-shop-${index}`;
const random = (): string => randomBytes(100).toString('hex');
const applied = (entry: InventoryEntry): InventoryEntry =>
  ({ ...entry, uid: randomUUID(), desired: randomBytes(16).toString('hex'), owned: randomBytes(16).toString('hex') });

test('the record of 10,000 objects with plain names fits', () => {
  expect(tooLargeHead(HEAD, entries(10_000, plain))).toBeUndefined();
});

test('what the record takes is known before uids and digests are', () => {
  const sized = (inventory: readonly InventoryEntry[]): number => gzipSync(JSON.stringify({ ...HEAD, inventory }), { level: 9 }).length;
  const inventory = entries(8_000, random);
  const real = sized(inventory.map(applied)) / 1024 / 1024;
  expect(real).toBeGreaterThan(1);
  const said = /would take ([\d.]+) MiB/.exec(tooLargeHead(HEAD, inventory)?.message ?? '')?.[1];
  expect(Math.abs(Number(said) - real)).toBeLessThan(0.02);
});

test('names that do not compress leave room for some 5,000 objects', () => {
  expect(tooLargeHead(HEAD, entries(5_000, random))).toBeUndefined();
  expect(tooLargeHead(HEAD, entries(6_500, random))).toMatchObject({ code: 'state-too-large', category: 'input' });
});

test('a record that is small as plain text is not compressed to know its size', () => {
  const text = JSON.stringify({ ...HEAD, inventory: entries(2_000, plain).map(applied) });
  expect(Buffer.byteLength(text)).toBeLessThan(HEAD_LIMIT_BYTES);
  expect(tooLargeHead(HEAD, entries(2_000, plain))).toBeUndefined();
});

test('what compresses so well that it fits is refused all the same where it could not be read again', () => {
  const long = entries(10_000, (index) => `${'a'.repeat(1_800)}${index}`);
  expect(tooLargeHead(HEAD, long)).toMatchObject({ code: 'state-too-large', message: expect.stringContaining('MiB as text') });
});
