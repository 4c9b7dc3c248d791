import type { ObserveScope, ServedKind } from '../../engine/ports';
import { ConnectionFailure, scopePath, type Client, type Lane } from '../http';

interface List {
  readonly metadata?: { readonly resourceVersion?: string };
}

/** The version at which the server is now, as a list of one object says it; undefined when the answer does not tell. */
export async function readVersion(
  client: Client, kind: ServedKind, scope: ObserveScope, lane: Lane,
): Promise<string | ConnectionFailure | undefined> {
  const path = scopePath(kind, scope, { limit: '1' });
  const outcome = await client.send({ method: 'GET', path, verb: 'list', repeatable: true }, lane);
  if (outcome instanceof ConnectionFailure) return outcome;
  if (outcome.status !== 200) return undefined;
  try {
    return (JSON.parse(outcome.body) as List | null)?.metadata?.resourceVersion;
  } catch {
    return undefined;
  }
}
