/** A place in the audit log. */
export interface AuditMark {
  readonly file: string;
  readonly offset: number;
  readonly inode: number;
}

/** What a request was about. */
export interface AuditedRef {
  readonly resource: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly apiGroup?: string;
}

export interface AuditedRequests {
  readonly all: number;
  readonly writes: number;
  readonly dryRuns: number;
  readonly others: number;
  readonly byVerb: Readonly<Record<string, number>>;
  readonly lastDelete: number | undefined;
  readonly mostWrites: number;
}

export function markAuditLog(file: string): AuditMark;
export function requestsSince(
  mark: AuditMark, how: { readonly userAgent: string; readonly isOfWorkload: (ref: AuditedRef) => boolean; readonly quietMs?: number },
): Promise<AuditedRequests>;
