/** `outdated`: what could be upgraded, to what, and why not. Writes nothing. */
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import { type InstalledExtension, recordedChoices, refuseMissing } from '../../../runtime';
import { controlledExtensions } from '../../../state';
import { type CatalogSource, type CatalogSources, catalogSources, openCatalogs, type OpenedCatalogs } from '../../../source';
import { lineOf } from '../../command-line/line';
import { catalogs as catalogOptions } from '../../commands/install/options';
import type { OutdatedArgs } from '../../commands/install/outdated';
import { connection as connectionOptions } from '../../commands/options';
import { EXIT } from '../../exit';
import { outdatedDocument, type OutdatedEntry, outdatedLines } from '../../output/catalog/outdated';
import { controlledEntries } from '../../output/extension/list';
import { note } from '../../output/note';
import { isDocument, printDocument } from '../../output/print';
import { paint } from '../../output/terminal/paint';
import { printLines } from '../../output/terminal/sink';
import { connected, type Connection } from '../../session';
import { catalogFor, type Followed, sourcesFor } from './followed';
import { upgradeIntent } from './intent';
import { type Prospect, prospectOf } from './prospect';
import { type Survey, surveyOf } from './survey';

const LIMIT_MS = 60_000;

/** Exit code 10: something can be upgraded; 0: nothing can; 1: of some extension that could not be seen. */
export function outdated(args: OutdatedArgs): Promise<number> {
  return connected(args, async (connection) => {
    const survey = await surveyOf(connection, args, LIMIT_MS);
    const looked = await lookedAt(args, survey, connection);
    const given = catalogSources(args.catalog);
    const followed = await Promise.all(looked.map((one) => followedOf(connection, one)));
    const sources = sourcesFor(given, followed.flatMap((one) => one ?? []));
    const opened = sources.length === 0 ? undefined : await openCatalogs(sources, { onNote: note, offline: args.offline });
    try {
      const entries = looked.map((installed, index) => entryOf(installed, followed[index], { survey, given, sources, opened }));
      if (isDocument(args.output)) await printDocument(outdatedDocument(entries), args.output);
      else printLines(outdatedLines(entries, paint(process.stdout), upgradeLineFor(args)));
      if (args.extension === undefined) await noteControlled(connection, args, survey);
      return exitOf(entries);
    } finally {
      await opened?.close();
    }
  });
}

/** With the catalogs and the connection of this line. */
function upgradeLineFor(args: OutdatedArgs): (extension: string, namespace: string) => string {
  const given = new Map(Object.entries(args));
  return (extension, namespace) => lineOf(['upgrade', extension, '-n', namespace], { ...catalogOptions, ...connectionOptions }, given);
}

/** What the controllers upgrade is looked at elsewhere. */
async function noteControlled(
  connection: Connection, { allNamespaces }: OutdatedArgs, { stateNamespace }: Survey,
): Promise<void> {
  const heads = await connection.session(LIMIT_MS, ({ cluster }) => controlledExtensions(cluster));
  const count = controlledEntries(heads, allNamespaces ? undefined : stateNamespace).length;
  if (count === 0) return;
  const they = count === 1 ? '1 extension is' : `${count} extensions are`;
  note(`${they} run by the controllers, which look for upgrades themselves. Those that wait for approval: boxcutter upgrades`);
}

/** @throws BoxcutterError `not-found`, `run-by-controllers` (input) for the one that is named */
async function lookedAt(
  { extension, allNamespaces }: OutdatedArgs, { found, stateNamespace }: Survey, connection: Connection,
): Promise<readonly InstalledExtension[]> {
  const there = found.filter((one) => (allNamespaces || one.stateNamespace === stateNamespace) && !one.deleting);
  if (extension === undefined) return there;
  const named = there.filter((one) => one.extension === extension);
  if (named.length > 0) return named;
  // What only looks finds the only extension of its name anywhere.
  const elsewhere = found.filter((one) => one.extension === extension);
  if (elsewhere.length === 1) return elsewhere;
  return connection.session(LIMIT_MS, ({ cluster }) => refuseMissing(extension, 'upgrade', { cluster, stateNamespace }));
}

/** The record decides nothing here but which place is opened, and that only where an installer wrote it. */
async function followedOf(connection: Connection, installed: InstalledExtension): Promise<Followed | undefined> {
  const { extension, stateNamespace, newest } = installed;
  if (newest?.bundle?.catalog === undefined) return undefined;
  const recorded = await connection.session(LIMIT_MS, ({ cluster }) => recordedChoices(extension, { cluster, stateNamespace }));
  const choice = recorded?.bundle?.catalog ?? newest.bundle.catalog;
  return { installed, choice, isTrusted: recorded?.untrusted === undefined };
}

interface LookedIn {
  readonly survey: Survey;
  /** What the user names. */
  readonly given: CatalogSources;
  /** The same, with what trusted records name. */
  readonly sources: readonly CatalogSource[];
  /** Absent: there are none. */
  readonly opened: OpenedCatalogs | undefined;
}

function entryOf(
  installed: InstalledExtension, followed: Followed | undefined, { survey, given, sources, opened }: LookedIn,
): OutdatedEntry {
  const { extension, stateNamespace, complete, newest, packageName } = installed;
  const facts = { extension, stateNamespace, ...defined({ packageName, installed: (complete ?? newest)?.version }) };
  if (followed === undefined) return { ...facts, status: 'no-catalog' };
  const { choice } = followed;
  const catalog = choice.name;
  try {
    const only = catalogFor(followed, given, sources);
    const { catalog: _recorded, ...intent } = upgradeIntent(extension, choice, {});
    const asked = { ...intent, ...defined({ catalog: only }) };
    const prospect = prospectOf(installed, asked, { ...survey, catalogs: opened?.catalogs ?? [] });
    const wasGivenUp = prospect.goal !== undefined && installed.rolledBackFrom.includes(prospect.goal.bundle.name);
    return { ...facts, catalog, choice, ...prospectEntry(prospect, wasGivenUp) };
  } catch (error) {
    if (!(error instanceof BoxcutterError)) throw error;
    const why = [error.message, error.hint].filter((text) => text !== undefined).join(' ');
    return { ...facts, catalog, choice, status: 'unknown', why };
  }
}

type OfProspect = Pick<OutdatedEntry, 'status' | 'available' | 'newest' | 'deprecation' | 'why'>;

function prospectEntry(prospect: Prospect, wasGivenUp: boolean): OfProspect {
  const { goal, newest, why, deprecation } = prospect;
  const rolledBack = wasGivenUp ? 'the extension was rolled back from that version, '
    + 'so boxcutter upgrade --all does not upgrade it' : undefined;
  const reasons = [rolledBack, why].filter((text) => text !== undefined).join('; ');
  return {
    status: statusOf(prospect),
    ...defined({ available: goal?.bundle, newest: newest?.bundle, deprecation }),
    ...(reasons === '' ? {} : { why: reasons }),
  };
}

function statusOf({ goal, why, isUnknown }: Prospect): OutdatedEntry['status'] {
  if (isUnknown) return 'unknown';
  if (goal !== undefined) return 'upgradable';
  return why === undefined ? 'newest' : 'held';
}

function exitOf(entries: readonly OutdatedEntry[]): number {
  if (entries.some(({ status }) => status === 'unknown')) return EXIT.failed;
  return entries.some(({ status }) => status === 'upgradable') ? EXIT.changes : EXIT.done;
}
