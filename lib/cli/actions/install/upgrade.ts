/** `upgrade`: what follows a catalog goes on to the newest version that may follow. */
import type { RecordedChoices, Untrusted } from '../../../api';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import { type InstalledExtension, recordedChoices, refuseMissing } from '../../../runtime';
import { shellWord } from '../../../shell-word';
import { catalogSources, openCatalogs, type OpenedCatalogs } from '../../../source';
import { type UpgradeArgs, upgradeWords } from '../../commands/install/upgrade';
import { outdatedWords } from '../../commands/install/outdated';
import { parseDuration } from '../../command-line/duration';
import { lineOf } from '../../command-line/line';
import { EXIT } from '../../exit';
import { note } from '../../output/note';
import { isDocument } from '../../output/print';
import { printLines } from '../../output/terminal/sink';
import { connected, type Connection } from '../../session';
import { trustOptions } from '../operation/trust-options';
import type { Chosen } from './choose';
import { chooseNoting } from './choose-noting';
import { defaultChannelNotes } from './default-channel';
import { deprecationNotes } from './deprecations';
import { catalogFor, type Followed, sourcesFor } from './followed';
import { heldBackNotes } from './held-back';
import { type Intent, upgradeIntent } from './intent';
import { prospectOf } from './prospect';
import { rollOutSteps } from './roll-out-steps';
import { stepsOf } from './steps';
import { type Survey, surveyOf } from './survey';

export function upgrade(args: UpgradeArgs): Promise<number> {
  refuseBadWords(args);
  return connected(args, (connection) => upgradeOver(connection, args));
}

/** @throws BoxcutterError `usage-upgrade` (input) */
function refuseBadWords({ extension, all }: UpgradeArgs): void {
  if ((extension === undefined) === all) return;
  const message = all ? '--all upgrades every extension, so no extension can be named with it.' : 'No extension is named.';
  throw new BoxcutterError('usage-upgrade', 'input', message, { hint: 'Name one extension, or all with --all.' });
}

async function upgradeOver(connection: Connection, args: UpgradeArgs): Promise<number> {
  const startedMs = performance.now();
  const timeoutMs = parseDuration(args.timeout, '--timeout');
  const survey = await surveyOf(connection, args, timeoutMs);
  const followed = await followedOf(connection, args, survey, timeoutMs);
  if (followed.length === 0) {
    const none = `No extension in namespace ${survey.stateNamespace} was installed from a catalog. Elsewhere: boxcutter outdated -A`;
    if (!isDocument(args.output)) printLines([none]);
    return EXIT.done;
  }
  const given = catalogSources(args.catalog);
  const sources = sourcesFor(given, followed);
  const intents = followed.map((one): Intent => {
    const { catalog: _recorded, ...intent } = upgradeIntent(one.installed.extension, one.choice, args);
    return { ...intent, ...defined({ catalog: catalogFor(one, given, sources) }) };
  });
  const opened = await openCatalogs(sources, { onNote: note, offline: args.offline });
  try {
    const possible = args.all ? intents.filter((intent) => isPossible(intent, survey, opened)) : intents;
    const chosen = chooseNoting(possible, { ...survey, opened, ...defined({ namespace: undefined }) });
    const todo = args.all ? changing(chosen) : chosen;
    deprecationNotes(todo, opened.catalogs);
    defaultChannelNotes(todo, opened.catalogs);
    if (!args.all) heldBackNotes(chosen, intents, survey, opened);
    if (todo.length === 0) {
      const outdated = lineOf(['outdated'], outdatedWords.options, new Map(Object.entries(args)));
      if (!isDocument(args.output)) printLines([`Nothing can be upgraded. To see what prevents newer versions: ${outdated}`]);
      return EXIT.done;
    }
    const untrusted = new Map(followed.flatMap(({ installed: { extension, stateNamespace }, untrusted: why }) => (
      why === undefined ? [] : [[`${stateNamespace}/${extension}`, why] as const])));
    const steps = await stepsOf(todo, installArgs(args), {
      opened, connection, timeoutMs, untrusted, subcommand: upgradeWords, line: args,
    });
    return await rollOutSteps(steps, installArgs(args), { connection, startedMs, timeoutMs, subcommand: upgradeWords });
  } finally {
    await opened.close();
  }
}

/** Without a word the configuration stays as it is on record. */
function installArgs({ extension, all: _all, ...args }: UpgradeArgs): Parameters<typeof stepsOf>[1] {
  return { ...args, reuseConfig: !args.resetConfig, ...defined({ name: extension }) };
}

/** One that can go nowhere does not keep the others: it is said, and left as it is. */
function isPossible(intent: Intent, survey: Survey, opened: OpenedCatalogs): boolean {
  const { installed, stateNamespace } = survey;
  const present = installed.find((one) => one.extension === intent.extension && one.stateNamespace === stateNamespace);
  if (present === undefined) return false;
  const { why, goal } = prospectOf(present, intent, { ...survey, catalogs: opened.catalogs });
  if (goal !== undefined && present.rolledBackFrom.includes(goal.bundle.name)) {
    note(`Extension "${intent.extension}" was rolled back from ${goal.bundle.name}, so it was not upgraded. `
      + `To upgrade it nevertheless: boxcutter upgrade ${intent.extension} -n ${stateNamespace}`);
    return false;
  }
  if (goal === undefined && why !== undefined) note(`Extension "${intent.extension}" was not upgraded: ${why}`);
  return goal !== undefined;
}

/** What stays as it is has nothing to be rolled out. */
function changing(chosen: readonly Chosen[]): readonly Chosen[] {
  return chosen.filter(({ action }) => action !== 'same');
}

interface FollowedRecord extends Followed {
  readonly untrusted?: Untrusted;
}

/** @throws BoxcutterError `not-found`, `run-by-controllers`, `no-catalog` (input) for the one that is named */
async function followedOf(
  connection: Connection, args: UpgradeArgs, { installed, stateNamespace }: Survey, timeoutMs: number,
): Promise<readonly FollowedRecord[]> {
  const here = installed.filter((one) => one.stateNamespace === stateNamespace && !one.deleting);
  if (args.extension === undefined) {
    const followed = here.filter(({ newest }) => newest?.bundle?.catalog !== undefined);
    const found: FollowedRecord[] = [];
    for (const one of followed) found.push(...await recordOf(connection, args, one, timeoutMs));
    return found;
  }
  const present = here.find(({ extension }) => extension === args.extension);
  if (present === undefined) {
    const name = args.extension;
    return connection.session(timeoutMs, ({ cluster }) => refuseMissing(name, 'upgrade', { cluster, stateNamespace }));
  }
  const [record] = await recordOf(connection, args, present, timeoutMs);
  if (record !== undefined) return [record];
  const what = `Extension "${args.extension}" follows no catalog: it was not installed from a catalog, or other content was applied since.`;
  const install = `boxcutter install --name ${args.extension} -n ${stateNamespace} ${shellWord(present.packageName ?? 'PACKAGE')}`;
  throw new BoxcutterError('no-catalog', 'input', what, { hint: `Install its package from a catalog: ${install}` });
}

/** What an upgrade acts on is read from the sealed content, and not from the head. */
async function recordOf(
  connection: Connection, args: UpgradeArgs, installed: InstalledExtension, timeoutMs: number,
): Promise<readonly FollowedRecord[]> {
  const { extension, stateNamespace } = installed;
  const recorded: RecordedChoices | undefined = await connection.session(timeoutMs, ({ cluster }) =>
    recordedChoices(extension, { cluster, stateNamespace, ...trustOptions(args) }));
  const choice = recorded?.bundle?.catalog;
  if (recorded === undefined || choice === undefined) return [];
  return [{ installed, choice, isTrusted: recorded.untrusted === undefined, ...defined({ untrusted: recorded.untrusted }) }];
}
