import type { IncomingHttpHeaders } from 'node:http';
import type { Impersonation } from '../auth';

/** How a request is counted (see `KubeCluster.requests`). */
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'dryRun' | 'discovery';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With query, below the server's address. */
  readonly path: string;
  readonly verb: Verb;
  /** Sending it again does no harm: reads and dry runs. */
  readonly repeatable: boolean;
  /** @default application/json */
  readonly accept?: string;
  readonly contentType?: string;
  readonly body?: string;
  /** Ask for a compressed answer: worth it for lists. */
  readonly gzip?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as this user, whoever the connection acts as. */
  readonly as?: Impersonation;
  /** The first request to a server: an address where nothing answers is more likely wrong than busy, so that two attempts are enough. */
  readonly firstContact?: boolean;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
