import type { KubeObject } from '../../api';
import type { ObserveScope, ServedKind } from '../../engine/ports';
import type { Client, Outcome } from './client';
import { ConnectionFailure, TOO_LARGE } from './failure';
import type { Lane } from './limiter';
import { scopePath } from './path';

const PAGE = 500;
/** When a page is too large to be held in memory: objects have 1.5 MB at most. */
const SMALL_PAGE = 50;
/** How often a list starts anew when the server has forgotten the page we were at. */
const RESTARTS = 3;

interface List {
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string; readonly remainingItemCount?: number };
  readonly items?: readonly KubeObject[] | null;
}

/**
 * Lists a scope page by page. Gives the resourceVersion of the whole list, or the outcome that stopped it.
 * `restart` is called when the pages so far are void, `rest` when more than `atMost` are there, with how many, if the server says it.
 */
export async function readPages(
  client: Client,
  kind: ServedKind,
  scope: ObserveScope,
  metadataOnly: boolean,
  receiver: { restart(): void; page(items: KubeObject[]): void; rest?(remaining: number | undefined): void },
  lane?: Lane,
  atMost = Number.POSITIVE_INFINITY,
): Promise<string | Outcome> {
  const accept = metadataOnly ? 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json' : 'application/json';
  let limit = Math.min(PAGE, atMost);
  let left = atMost;
  let restarts = 0;
  let position: string | undefined;
  for (;;) {
    const path = scopePath(kind, scope, { limit: String(Math.min(limit, left)), continue: position });
    const outcome = await client.send({ method: 'GET', path, verb: 'list', repeatable: true, accept, gzip: true }, lane);
    if (outcome instanceof ConnectionFailure && outcome.code === TOO_LARGE && limit > SMALL_PAGE) {
      limit = SMALL_PAGE;
      continue;
    }
    if (outcome instanceof ConnectionFailure) return outcome;
    if (outcome.status === 410 && position !== undefined && restarts < RESTARTS) {
      restarts += 1;
      position = undefined;
      left = atMost;
      receiver.restart();
      continue;
    }
    if (outcome.status !== 200) return outcome;
    let list: List;
    try {
      list = JSON.parse(outcome.body) as List;
    } catch (error) {
      return new ConnectionFailure('the list is not JSON', true, 'MALFORMED', error);
    }
    // Items of a list carry no type of their own, and metadata-only ones a general type.
    receiver.page((list.items ?? []).map((item) => ({ ...item, apiVersion: scope.apiVersion, kind: scope.kind })));
    left -= list.items?.length ?? 0;
    position = list.metadata?.continue || undefined;
    if (position !== undefined && left <= 0) receiver.rest?.(list.metadata?.remainingItemCount);
    if (position === undefined || left <= 0) return list.metadata?.resourceVersion ?? '';
  }
}
