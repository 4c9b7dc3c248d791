/**
 * The events of one watch on their way to the caller, with a fault done to them. Each event is a line.
 */
import { StringDecoder } from 'node:string_decoder';
import { statusOf } from './canned';
import type { WatchFault } from './faults';

/** Where events go. */
export interface WatchCaller {
  send(text: string): void;
  /** An orderly end of the answer. */
  end(): void;
  /** The connection breaks. */
  cut(): void;
}

export class WatchRelay {
  private readonly decoder = new StringDecoder('utf8');
  private rest = '';
  private passed = 0;
  /** The fault was done, where it is done once. */
  private done = false;
  /** Nothing of the server reaches the caller any more. */
  private closed = false;
  private held: string[] | undefined;
  /** The first of two events that change places. */
  private first: string | undefined;

  constructor(
    private readonly fault: WatchFault | undefined,
    private readonly caller: WatchCaller,
  ) {}

  /** The answer's headers have been passed on. */
  opened(): void {
    this.strike();
  }

  data(chunk: Buffer): void {
    const lines = (this.rest + this.decoder.write(chunk)).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') this.event(`${line}\n`);
  }

  /** The server has ended it. A frozen watch stays open all the same. */
  ended(): void {
    this.giveFirst();
    if (!this.closed && this.held === undefined) this.caller.end();
  }

  /** Lets out what a lag without end holds; events after that pass at once. */
  release(): void {
    const { held } = this;
    this.held = undefined;
    this.done = true;
    for (const line of held ?? []) this.pass(line);
  }

  private event(line: string): void {
    const { fault } = this;
    if (this.closed) return;
    if (fault === undefined || this.done || this.passed < fault.after) return this.pass(line);
    switch (fault.type) {
      case 'watch-half-line':
        this.caller.send(line.slice(0, Math.floor(line.length / 2)));
        return this.close(() => this.caller.cut());
      case 'watch-drop':
        this.done = true;
        return;
      case 'watch-duplicate':
        this.done = true;
        this.caller.send(line);
        return this.pass(line);
      case 'watch-reorder':
        return this.swap(line, fault.ms);
      case 'watch-no-bookmarks':
        return isBookmark(line) ? undefined : this.pass(line);
      case 'watch-lag':
        if (fault.ms === undefined) (this.held ??= []).push(line);
        else setTimeout(() => this.caller.send(line), fault.ms).unref();
        return;
      default:
        return this.pass(line);
    }
  }

  private swap(line: string, ms: number | undefined): void {
    if (this.first !== undefined) {
      this.pass(line);
      return this.giveFirst();
    }
    this.first = line;
    if (ms !== undefined) setTimeout(() => this.giveFirst(), ms).unref();
  }

  private giveFirst(): void {
    const { first } = this;
    if (first === undefined) return;
    this.first = undefined;
    this.done = true;
    this.pass(first);
  }

  private pass(line: string): void {
    this.caller.send(line);
    this.passed += 1;
    this.strike();
  }

  /** Faults that need no further event. */
  private strike(): void {
    const { fault } = this;
    if (fault === undefined || this.closed || this.passed !== fault.after) return;
    if (fault.type === 'watch-cut') this.close(() => this.caller.cut());
    if (fault.type === 'watch-freeze') this.close(() => undefined);
    if (fault.type === 'watch-error') {
      const status = fault.code === 410 ? statusOf({ type: 'expired' }) : statusOf({ type: 'internal-error' });
      this.caller.send(`{"type":"ERROR","object":${status.body}}\n`);
      this.close(() => this.caller.end());
    }
  }

  private close(last: () => void): void {
    this.closed = true;
    last();
  }
}

function isBookmark(line: string): boolean {
  return (JSON.parse(line) as { type?: unknown }).type === 'BOOKMARK';
}
