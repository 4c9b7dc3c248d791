/** Conditions and forms that a request states in its headers (RFC 9110). Pure. */
import type { IncomingHttpHeaders } from 'node:http';

/** What is known of the content before it is sent. */
export interface Validator {
  /** Strong, in quotes. */
  readonly etag: string;
  /** In whole seconds. */
  readonly since: Date;
}

/** Whether the client has it already. An ETag decides alone, where there is one. */
export function isUnchanged(headers: IncomingHttpHeaders, { etag, since }: Validator): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.trim() === '*' || tags.split(',').some((tag) => weak(tag) === weak(etag));
  const date = dateOf(headers['if-modified-since']);
  return date !== undefined && since.getTime() <= date;
}

/** Tags of the compressed form end otherwise, as strong tags have to; for "is it unchanged" they are the same. */
function weak(tag: string): string {
  return tag.trim().replace(/^W\//, '').replace(/-gzip"$/, '"');
}

export function compressedTag(etag: string): string {
  return etag.replace(/"$/, '-gzip"');
}

export function acceptsGzip(header: string | readonly string[] | undefined): boolean {
  const codings = new Map(String(header ?? '').split(',').map((part) => {
    const [coding = '', ...parameters] = part.trim().toLowerCase().split(';').map((word) => word.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return [coding, weight === undefined ? 1 : Number(weight.slice(2))] as const;
  }));
  const weight = codings.get('gzip') ?? codings.get('x-gzip') ?? codings.get('*');
  return weight !== undefined && weight > 0;
}

export type RangeAnswer = 'whole' | 'unsatisfiable' | { readonly start: number; readonly length: number };

/** One range of bytes. Several at once, or what is no range, are answered with the whole, as they may be. */
export function rangeOf(headers: IncomingHttpHeaders, size: number, { etag, since }: Validator): RangeAnswer {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined || from + to === '') return 'whole';
  const condition = headers['if-range'];
  const isStill = typeof condition !== 'string' || condition.trim() === etag || dateOf(condition) === since.getTime();
  if (!isStill) return 'whole';
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return 'whole';
  return start > end ? 'unsatisfiable' : { start, length: end - start + 1 };
}

function dateOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : time;
}
