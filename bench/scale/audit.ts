/** What the API server itself has on record of our requests: its audit log. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';

export interface Mark {
  readonly file: string;
  readonly offset: number;
  readonly inode: number;
}

export function mark(file: string): Mark {
  const { size, ino } = statSync(file);
  return { file, offset: size, inode: ino };
}

/**
 * Requests by verb since the mark of clients that call themselves boxcutter; undefined when the log was rotated meanwhile.
 * @param resource only those for this one
 */
export function requestsSince({ file, offset, inode }: Mark, resource?: string): Readonly<Record<string, number>> | undefined {
  const { size, ino } = statSync(file);
  if (ino !== inode) return undefined;
  const descriptor = openSync(file, 'r');
  const buffer = Buffer.alloc(size - offset);
  try {
    readSync(descriptor, buffer, 0, buffer.length, offset);
  } finally {
    closeSync(descriptor);
  }
  const seen = new Map<string, string>();
  for (const line of buffer.toString('utf8').split('\n').slice(0, -1)) {
    if (!line.includes('"userAgent":"boxcutter') && !line.includes('"userAgent":"cdk8s-boxcutter')) continue;
    const event = JSON.parse(line) as {
      readonly auditID: string; readonly verb: string; readonly stage: string; readonly objectRef?: { readonly resource?: string };
    };
    if (resource !== undefined && event.objectRef?.resource !== resource) continue;
    // A watch is logged when it begins and when it ends: only its beginning is a request of this time.
    if (event.verb === 'watch' && event.stage !== 'ResponseStarted') continue;
    seen.set(event.auditID, event.verb);
  }
  const byVerb: Record<string, number> = {};
  for (const verb of seen.values()) byVerb[verb] = (byVerb[verb] ?? 0) + 1;
  return byVerb;
}
