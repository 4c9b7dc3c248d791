/** `install`: a package by its name. It chooses content, and runs the same operation as `apply`. */
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import type { InstalledExtension } from '../../../runtime';
import { catalogSources, openCatalogs } from '../../../source';
import { type InstallArgs, installWords } from '../../commands/install/install';
import { parseDuration } from '../../command-line/duration';
import { note } from '../../output/note';
import { connected, type Connection } from '../../session';
import { chooseNoting } from './choose-noting';
import { defaultChannelNotes } from './default-channel';
import { deprecationNotes } from './deprecations';
import { installIntent } from './intent';
import { rollOutSteps } from './roll-out-steps';
import { stepsOf } from './steps';
import { surveyOf } from './survey';

export function install(args: InstallArgs): Promise<number> {
  return connected(args, (connection) => installOver(connection, args));
}

async function installOver(connection: Connection, args: InstallArgs): Promise<number> {
  const startedMs = performance.now();
  const timeoutMs = parseDuration(args.timeout, '--timeout');
  const opened = await openCatalogs(catalogSources(args.catalog).sources, { onNote: note, offline: args.offline });
  try {
    const survey = await surveyOf(connection, args, timeoutMs);
    const { installed, stateNamespace } = survey;
    const intent = installIntent(args.name ?? args.package, args.package, args);
    refuseUnknown(installed.find((one) => one.extension === intent.extension && one.stateNamespace === stateNamespace), args);
    const chosen = chooseNoting([intent], { ...survey, opened, ...defined({ namespace: args.namespace }) });
    deprecationNotes(chosen, opened.catalogs);
    defaultChannelNotes(chosen, opened.catalogs);
    const steps = await stepsOf(chosen, args, { opened, connection, timeoutMs, subcommand: installWords, line: args });
    return await rollOutSteps(steps, args, { connection, startedMs, timeoutMs, subcommand: installWords });
  } finally {
    await opened.close();
  }
}

/** After a recovery the record knows the objects, and not which version they are. @throws BoxcutterError `installed-unknown` (input) */
function refuseUnknown(present: InstalledExtension | undefined, args: InstallArgs): void {
  if (present === undefined || present.newest !== undefined || present.deleting || args.version !== undefined) return;
  throw new BoxcutterError(
    'installed-unknown', 'input',
    `The record of extension "${present.extension}" was rebuilt from its objects, so boxcutter does not know which version is installed.`,
    { hint: 'Name the installed version, or the one to install: --version 1.2.3' },
  );
}
