/**
 * The code of all scripts of a run in one entry of the cache: how long the head is, a line of JSON that says where each script stands, then
 * the code. Each has a sum: V8 would run what a broken disk left of it, and die of it, in every run anew.
 */
import { crc32 } from 'node:zlib';
import type { Bytes } from './bytes';

export interface CodePack {
  /** How many runs have added to it. */
  readonly runs: number;
  /** Scripts whose code is in it. */
  readonly names: readonly string[];
  /** The code of a script, until the next is asked for; undefined when there is none, or none as it was written. */
  code(name: string): Buffer | undefined;
}

/** Where the code of a script begins after the head, how long it is, and its sum. */
type Place = readonly [offset: number, length: number, sum: number];

interface Head {
  readonly runs: number;
  readonly places: Readonly<Record<string, Place>>;
}

/** Length and sum of the head, eight hexadecimal digits each. */
const DIGITS = 8;
const BEFORE_HEAD = 2 * DIGITS;

/** @param code by the name of its script */
export function writePack(runs: number, code: ReadonlyMap<string, Buffer>): Buffer {
  let offset = 0;
  const places = [...code].map(([name, bytes]): [string, Place] => {
    offset += bytes.length;
    return [name, [offset - bytes.length, bytes.length, crc32(bytes)]];
  });
  const head = Buffer.from(JSON.stringify({ runs, places: Object.fromEntries(places) } satisfies Head));
  return Buffer.concat([Buffer.from(`${digits(head.length)}${digits(crc32(head))}`), head, ...code.values()]);
}

function digits(value: number): string {
  return value.toString(16).padStart(DIGITS, '0');
}

/** @returns undefined for what is no whole pack */
export function readPack(pack: Bytes): CodePack | undefined {
  const sizes = partOf(pack, 0, BEFORE_HEAD).toString('latin1');
  const length = Number.parseInt(sizes.slice(0, DIGITS), 16);
  if (!(length <= pack.size)) return undefined;
  const bytes = partOf(pack, BEFORE_HEAD, length);
  if (sizes !== `${digits(length)}${digits(crc32(bytes))}`) return undefined;
  const { runs, places } = JSON.parse(bytes.toString()) as Head;
  const start = BEFORE_HEAD + length;
  const end = Object.values(places).reduce((last, [offset, size]) => Math.max(last, start + offset + size), start);
  if (end !== pack.size) return undefined;
  return {
    runs,
    names: Object.keys(places),
    code: (name) => {
      const place = Object.hasOwn(places, name) ? places[name] : undefined;
      if (place === undefined) return undefined;
      const [offset, size, sum] = place;
      const code = partOf(pack, start + offset, size);
      return crc32(code) === sum ? code : undefined;
    },
  };
}

/** What cannot be read has no sum that is right. */
function partOf(pack: Bytes, position: number, length: number): Buffer {
  try {
    return pack.read(position, length);
  } catch {
    return Buffer.alloc(0);
  }
}
