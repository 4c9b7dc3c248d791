/** What the API server itself recorded: the audit log of the test cluster. */
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

export interface AuditEvent {
  readonly auditID: string;
  readonly verb: string;
  readonly stage: string;
  readonly requestURI: string;
  readonly userAgent?: string;
  readonly user: { readonly username: string };
  readonly impersonatedUser?: { readonly username: string };
  readonly objectRef?: {
    readonly apiGroup?: string; readonly resource?: string; readonly subresource?: string; readonly namespace?: string; readonly name?: string;
  };
  readonly responseStatus?: { readonly code?: number };
}

/** Reads what is recorded from now on. */
export class AuditLog {
  private readonly start;

  /** @param path of the log of another control plane than that of the tests */
  constructor(private readonly path = process.env['BOXCUTTER_TEST_AUDIT_LOG'] ?? '') {
    this.start = statSync(path);
  }

  /** Finished requests, and watches from their beginning, that the filter lets through, in the order of the log. */
  async events(filter: (event: AuditEvent) => boolean): Promise<readonly AuditEvent[]> {
    const found = new Map<string, AuditEvent>();
    for (const { path, start } of this.files()) {
      for await (const line of createInterface({ input: createReadStream(path, { start }) })) {
        const event = parse(line);
        if (event !== undefined && event.stage !== 'RequestReceived' && filter(event)) found.set(event.auditID, event);
      }
    }
    return [...found.values()];
  }

  /** The API server renames a log that has become large, and begins another: the one that was there at the start, and all after it. */
  private files(): readonly { readonly path: string; readonly start: number }[] {
    const folder = dirname(this.path);
    const logs = readdirSync(folder).filter((name) => name.startsWith('audit')).map((name) => {
      const path = join(folder, name);
      return { path, stat: statSync(path) };
    }).sort((a, b) => a.stat.mtimeMs - b.stat.mtimeMs);
    const first = logs.findIndex(({ stat }) => stat.ino === this.start.ino);
    if (first === -1) throw new Error(`${this.path} was rotated away since it was looked at`);
    return logs.slice(first).map(({ path }, index) => ({ path, start: index === 0 ? this.start.size : 0 }));
  }
}

/** The last line may be half written. */
function parse(line: string): AuditEvent | undefined {
  try {
    return JSON.parse(line) as AuditEvent;
  } catch {
    return undefined;
  }
}
