import type { ResolvedRevision } from '../api';
import type { StoredHead } from './head';

/** How much content is held, in characters of its JSON. */
const LIMIT = 16 * 1024 * 1024;

/**
 * Contents of revisions in memory, for a process that keeps many extensions: what it repairs again and again it reads once. Objects and
 * probes of a head, a number and a digest never change; the choices of the user, which the digest does not cover, may. Beyond the limit
 * the content goes that was used longest ago.
 */
export class ContentCache {
  private readonly held = new Map<string, { readonly content: ResolvedRevision; readonly size: number }>();
  private size = 0;

  /** @param limit characters of JSON that are held at most */
  constructor(private readonly limit = LIMIT) {}

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
    const content = known?.content ?? (await read());
    this.forget(key);
    // A run that died before it wrote its content leaves that of an earlier try under the number: it is not what this head names. And what
    // has no valid seal may be sealed by the next apply.
    const isToHold = content?.digest === digest && content.untrusted === undefined;
    if (isToHold) this.hold(key, content, known?.size ?? JSON.stringify(content).length);
    return content;
  }

  private hold(key: string, content: ResolvedRevision, size: number): void {
    if (size > this.limit) return;
    this.held.set(key, { content, size });
    this.size += size;
    for (const oldest of this.held.keys()) {
      if (this.size <= this.limit) return;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    this.size -= this.held.get(key)?.size ?? 0;
    this.held.delete(key);
  }
}
