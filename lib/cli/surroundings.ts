/** What a source asks of the cluster: over the connection of the command, when it matters, and once. */
import type { RecordedChoices } from '../api';
import { defined } from '../defined';
import { isBoxcutterError } from '../errors';
import type { ClusterFacts } from '../formats';
import type { ScopeOf, Surroundings } from '../source';
import { trustOptions, type TrustArgs } from './actions/operation/trust-options';
import { stateNamespace, type Connection } from './session';
import { note } from './output/note';

/** What rendering depends on. */
export function factsOf(connection: Connection, timeoutMs: number): () => Promise<ClusterFacts> {
  let known: Promise<ClusterFacts> | undefined;
  return () => (known ??= connection.session(timeoutMs, async ({ cluster }) => {
    const { bundleFacts } = await import('../runtime/index.js');
    return bundleFacts(cluster);
  }));
}

/** Where objects live of kinds that only the cluster knows. */
export function scopesOver(connection: Connection, timeoutMs: number): ScopeOf {
  return (apiVersion, kind) => connection.session(timeoutMs, async ({ cluster }) => {
    const { scopesIn } = await import('../runtime/internal.js');
    return scopesIn(cluster)(apiVersion, kind);
  });
}

type StatePlace = TrustArgs & { readonly namespace?: string | undefined; readonly stateNamespace?: string | undefined };

/** What is asked for a rollout, or a plan of one. */
type RolloutArgs = StatePlace & {
  readonly skipUnserved: boolean;
  readonly checkPermissions: boolean;
  readonly reuseConfig: boolean;
  readonly offline: boolean;
};

/** What was chosen when an extension was applied last; undefined: it is not installed. */
function recordOf(
  connection: Connection,
  place: StatePlace,
  timeoutMs: number,
): (extension: string) => Promise<RecordedChoices | undefined> {
  return (extension) => connection.session(timeoutMs, async ({ cluster }) => {
    const { recordedChoices } = await import('../runtime/index.js');
    return recordedChoices(extension, { cluster, stateNamespace: stateNamespace(place, cluster), ...trustOptions(place) });
  });
}

/**
 * Where permissions are to be checked, a record that may not be read is left to that check, which lists it with all else that is missing.
 */
function choicesOf(connection: Connection, args: RolloutArgs, timeoutMs: number): NonNullable<Surroundings['recorded']> {
  const recorded = recordOf(connection, args, timeoutMs);
  if (!args.checkPermissions || args.reuseConfig) return recorded;
  return (extension) => recorded(extension).catch((error: unknown) => {
    if (isBoxcutterError(error) && error.code === 'state-refused') return undefined;
    throw error;
  });
}

/** Packages of all extensions that may be listed. */
function packagesOf(connection: Connection, args: StatePlace, timeoutMs: number): NonNullable<Surroundings['packages']> {
  return () => connection.session(timeoutMs, async ({ cluster }) => {
    const { installedExtensions } = await import('../runtime/index.js');
    const installed = await installedExtensions({ cluster, otherwise: stateNamespace(args, cluster), onNote: note });
    return installed.flatMap(({ packageName, complete }) => (
      packageName === undefined || complete === undefined ? [] : [{ packageName, ...defined({ version: complete.version }) }]));
  });
}

/** Of what is going to be rolled out over this connection, or planned to be. */
export function rolloutSurroundings(connection: Connection, args: RolloutArgs, timeoutMs: number, writes: boolean): Surroundings {
  const { skipUnserved: skipsUnserved, offline } = args;
  const recorded = choicesOf(connection, args, timeoutMs);
  const asked = { facts: factsOf(connection, timeoutMs), recorded, packages: packagesOf(connection, args, timeoutMs) };
  return { onNote: note, ...asked, writes, rollsOut: true, skipsUnserved, offline };
}
