/** What the API server itself recorded: the audit log of the test cluster. */
import { createReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';

export interface AuditEvent {
  readonly auditID: string;
  readonly verb: string;
  readonly stage: string;
  readonly requestURI: string;
  readonly userAgent?: string;
  readonly user: { readonly username: string };
  readonly impersonatedUser?: { readonly username: string };
  readonly objectRef?: { readonly resource?: string; readonly namespace?: string; readonly name?: string };
  readonly responseStatus?: { readonly code?: number };
}

/** Reads what is recorded from now on. */
export class AuditLog {
  private readonly path = process.env['BOXCUTTER_TEST_AUDIT_LOG'] ?? '';
  private readonly start = statSync(this.path).size;

  /** Finished requests, and watches from their beginning, that the filter lets through, in the order of the log. */
  async events(filter: (event: AuditEvent) => boolean): Promise<readonly AuditEvent[]> {
    const found = new Map<string, AuditEvent>();
    for await (const line of createInterface({ input: createReadStream(this.path, { start: this.start }) })) {
      const event = parse(line);
      if (event !== undefined && event.stage !== 'RequestReceived' && filter(event)) found.set(event.auditID, event);
    }
    return [...found.values()];
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
