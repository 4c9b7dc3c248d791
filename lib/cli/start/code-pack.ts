/**
 * The code of all scripts of a run in one entry of the cache: a sum of all that follows, a line of JSON that says where each script stands,
 * then the code. V8 would run what a broken disk left of it, and die of it, in every run anew.
 */
import { crc32 } from 'node:zlib';

export interface CodePack {
  /** How many runs have added to it. */
  readonly runs: number;
  /** Code by the name of its script. */
  readonly code: ReadonlyMap<string, Buffer>;
}

/** From the end of the first line: where the code of a script begins, and how long it is. */
type Place = readonly [offset: number, length: number];

interface Head {
  readonly runs: number;
  readonly places: Readonly<Record<string, Place>>;
}

const LINE_END = 0x0a;
const WORD = 8;

export function writePack({ runs, code }: CodePack): Buffer {
  let offset = 0;
  const places = [...code].map(([name, { length }]): [string, Place] => {
    offset += length;
    return [name, [offset - length, length]];
  });
  const head: Head = { runs, places: Object.fromEntries(places) };
  const summed = Buffer.concat([Buffer.from(lineOf(head)), ...code.values()]);
  return Buffer.concat([Buffer.from(sumOf(summed)), summed]);
}

/** Code is made of whole words, and V8 copies what does not begin at one. */
function lineOf(head: Head): string {
  const text = JSON.stringify(head);
  return `${text.padEnd(Math.ceil((text.length + 1) / WORD) * WORD - 1)}\n`;
}

/** As long as a word. */
function sumOf(bytes: Buffer): string {
  return crc32(bytes).toString(16).padStart(WORD, '0');
}

/** @returns undefined for what is no whole pack */
export function readPack(pack: Buffer): CodePack | undefined {
  const bytes = pack.subarray(WORD);
  if (pack.toString('latin1', 0, WORD) !== sumOf(bytes)) return undefined;
  const start = bytes.indexOf(LINE_END) + 1;
  const head = readHead(bytes.toString('utf8', 0, start));
  if (head === undefined) return undefined;
  const places = Object.entries(head.places);
  const end = places.reduce((last, [, [offset, length]]) => Math.max(last, start + offset + length), start);
  if (end !== bytes.length) return undefined;
  const code = places.map(([name, [offset, length]]): [string, Buffer] => [name, bytes.subarray(start + offset, start + offset + length)]);
  return { runs: head.runs, code: new Map(code) };
}

function readHead(line: string): Head | undefined {
  try {
    const head: unknown = JSON.parse(line);
    return isHead(head) ? head : undefined;
  } catch {
    return undefined;
  }
}

function isHead(value: unknown): value is Head {
  return typeof value === 'object' && value !== null && 'runs' in value && typeof value.runs === 'number' &&
    'places' in value && typeof value.places === 'object' && value.places !== null && Object.values(value.places).every(isPlace);
}

function isPlace(value: unknown): value is Place {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isSafeInteger);
}
