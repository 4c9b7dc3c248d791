import { BoxcutterError } from '../../../errors';
import { beginRecord, type BegunRecord } from '../../../runtime';
import { shellWord } from '../../../shell-word';
import { readRevisions } from '../../../source';
import { shownPath } from '../../../source/url/shown-path';
import { applyWords, type ApplyArgs } from '../../commands/apply';
import { parseGiveUp } from '../../command-line/give-up';
import { parseDuration } from '../../command-line/duration';
import { stateNamespace, type Connection } from '../../session';
import { rolloutSurroundings, scopesOver } from '../../surroundings';
import type { ShownPlan } from './confirm';
import { goesBack } from './go-back';
import { refusalOptions } from './refusal-options';
import { rollOut } from './roll-out';
import { note } from '../../output/note';
import { decidedOptions, refuseDecided } from '../saved/frozen';
import { isSavedPlan, readSavedPlan, type SavedPlan } from '../saved/saved-plan';

/** Applies what the arguments name: something to compile, or a saved plan. */
export async function applyOver(connection: Connection, args: ApplyArgs): Promise<number> {
  if (!isSavedPlan(args.path)) return applyOnce(connection, args);
  const saved = readSavedPlan(args.path);
  refuseDecided(args, saved, applyWords);
  const decided = decidedOptions(saved, applyWords);
  if (decided.length > 0) note(`${args.path} was made with ${decided.join(' ')}.`);
  return applyOnce(connection, { ...args, ...saved.options, stateNamespace: saved.stateNamespace }, saved);
}

/** @param saved the plan that is carried out, instead of what the path names */
async function applyOnce(connection: Connection, args: ApplyArgs, saved?: SavedPlan): Promise<number> {
  const startedMs = performance.now();
  const timeoutMs = parseDuration(args.timeout, '--timeout');
  refuseBadOptions(args);
  if (args.report !== undefined) {
    const instead = `For a page about what would be applied: boxcutter report ${shellWord(shownPath(args.path))}`;
    (await import('../report/rollout-report.js')).refuseReport(args.report, args.dryRun ? '--dry-run' : undefined, instead);
  }
  const run = { connection, startedMs, timeoutMs };
  if (saved !== undefined) return applyOne(saved.revision, args, { ...run, saved, shown: shownBy(saved) });
  const surroundings = rolloutSurroundings(connection, args, timeoutMs, !args.dryRun);
  if (args.viaController) {
    const via = await import('../via-controller/apply.js');
    via.refuseMeaningless(args);
    // What is written now is rolled out as it is: the controllers give no object a namespace.
    const asking = { ...surroundings, scopeOf: scopesOver(connection, timeoutMs) };
    return via.applyViaController(await readRevisions([args.path, ...(args.more ?? [])], args, asking), args, connection, timeoutMs);
  }
  const begun = beginNamed(connection, args);
  const [first, ...others] = (await readRevisions([args.path, ...(args.more ?? [])], args, surroundings)).map(({ resolved }) => resolved);
  if (first === undefined) return 0;
  if (others.length > 0) return (await import('../several/apply.js')).applySeveral([first, ...others], args, run);
  if (!args.plan || args.dryRun) return applyOne(first, args, { ...run, begun });
  const shown = await (await import('./confirm.js')).confirmPlan(first, args, connection, timeoutMs);
  return typeof shown === 'number' ? shown : applyOne(first, args, { ...run, shown });
}

/** Of an extension that the command line names, the record is read while its revision is made. */
async function beginNamed(connection: Connection, args: ApplyArgs): Promise<BegunRecord | undefined> {
  const { name } = args;
  if (name === undefined) return undefined;
  return connection.early((cluster) => beginRecord(name, { cluster, stateNamespace: stateNamespace(args, cluster) }));
}

async function applyOne(
  revision: Parameters<typeof rollOut>[0], args: ApplyArgs, context: Parameters<typeof rollOut>[2],
): Promise<number> {
  const { code, digest, wentBack } = await rollOut(revision, args, context);
  if (wentBack || !args.watch || args.dryRun || revision.lifecycleState === 'Paused') return code;
  const kept = { extension: revision.extension, digest };
  return (await import('./keep.js')).keepAfter(code, kept, args, context.connection);
}

/** Before anything is read. */
function refuseBadOptions(args: ApplyArgs): void {
  refusalOptions(args);
  parseGiveUp(args.giveUp ?? []);
  goesBack(args);
  if (!args.open || args.report !== undefined) return;
  throw new BoxcutterError('usage-report', 'input', '--open opens the page of --report, but --report is not given.', {
    hint: 'Add --report FILE.html',
  });
}

/** What is compared with the plan that is made anew, right before it is carried out. */
function shownBy({ revision: { extension }, digest }: SavedPlan): ShownPlan {
  return { extension, digest, again: 'Make a new plan, and check it: boxcutter plan PATH --out FILE.' };
}
