import type { ResolvedRevision } from '../api';
import type { StoredHead } from './head';
import { SizedCache } from './sized-cache';

/** How much content is held, in characters of its JSON. */
const LIMIT = 16 * 1024 * 1024;

/**
 * Contents of revisions in memory, for a process that keeps many extensions: what it repairs again and again it reads once. Objects and
 * probes of a head, a number and a digest never change; the choices of the user, which the digest does not cover, may. Beyond the limit
 * the content goes that was used longest ago.
 */
export class ContentCache {
  private readonly held: SizedCache<ResolvedRevision>;

  /** @param limit characters of JSON that are held at most */
  constructor(limit = LIMIT) {
    this.held = new SizedCache(limit);
  }

  /** What `read` gives, or what it gave before. That nothing is kept is asked anew each time. */
  async content(
    stored: StoredHead,
    number: number,
    read: () => Promise<ResolvedRevision | undefined>,
  ): Promise<ResolvedRevision | undefined> {
    const digest = stored.head.revisions.find((revision) => revision.number === number)?.digest;
    if (digest === undefined) return read();
    const key = `${stored.uid} ${number} ${digest}`;
    const known = this.held.get(key);
    if (known !== undefined) return known;
    const content = await read();
    // A run that died before it wrote its content leaves that of an earlier try under the number: it is not what this head names. And what
    // has no valid seal may be sealed by the next apply.
    const isToHold = content?.digest === digest && content.untrusted === undefined;
    if (isToHold) this.held.set(key, content, JSON.stringify(content).length);
    return content;
  }
}
