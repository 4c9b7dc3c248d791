import { defined } from '../../defined';
import { BoxcutterError, isBoxcutterError } from '../../errors';
import { shellWord } from '../../shell-word';
import { planReturn, planRollback, returnToVersion, rollbackExtension } from '../../runtime';
import { namedOfControllers } from '../../state';
import { rollbackWords, type RollbackArgs } from '../commands/rollback';
import { refusalOptions } from './operation/refusal-options';
import { note } from '../output/note';
import { isDocument, printDocument } from '../output/print';
import { printLines } from '../output/terminal/sink';
import { returnDocument, returnLines } from '../output/upgrades/return';
import { connected, stateNamespace, type Session } from '../session';
import { wordsFor } from '../command-line/hints';
import { EXIT } from '../exit';
import { parseDuration } from '../command-line/duration';
import { givenOptions } from '../command-line/given-options';
import { parseGiveUp } from '../command-line/give-up';
import { revisionNumber } from '../command-line/revision-number';
import { operate } from './operation/operate';
import { trustOptions } from './operation/trust-options';

export async function rollback(args: RollbackArgs): Promise<number> {
  const startedMs = performance.now();
  const to = revisionNumber(args.to, '--to');
  const timeoutMs = parseDuration(args.timeout, '--timeout');
  const run = (keepCrds: boolean) => (session: Session): Promise<number> => rollBack({ ...args, keepCrds }, session, to, startedMs);
  return connected(args, async (connection) => {
    const ofControllers = (session: Session): Promise<number | undefined> => byControllers(args, session, to, startedMs);
    try {
      if (namedOfControllers(args.extension) !== undefined) {
        const returned = await connection.session(timeoutMs, ofControllers);
        if (returned !== undefined) return returned;
      }
      if (args.plan) return await connection.session(timeoutMs, (session) => plan(args, session, to, startedMs));
      return await connection.session(timeoutMs, run(args.keepCrds)).catch(async (error: unknown) => {
        const mayKeep = isBoxcutterError(error) && error.code === 'crd-upgrade-unsafe' && !args.keepCrds && !args.dryRun;
        if (!mayKeep) throw error;
        const { askDespite } = await import('./operation/ask.js');
        const question = 'Keep the newer CustomResourceDefinitions, and roll back the rest? [y/N] ';
        const answer = await askDespite(error, error.hintIn(wordsFor(rollbackWords, args)), question, args.output);
        if (answer === undefined) throw error;
        return answer ? connection.session(timeoutMs, run(true)) : EXIT.changes;
      });
    } catch (error) {
      if (!isBoxcutterError(error) || error.code !== 'run-by-controllers') throw error;
      const returned = await connection.session(timeoutMs, ofControllers);
      if (returned === undefined) throw error;
      return returned;
    }
  });
}

/** An extension that the controllers run goes back by its spec. Undefined: it has none, because its revisions were made by hand. */
async function byControllers(
  args: RollbackArgs, session: Session, to: number | undefined, startedMs: number,
): Promise<number | undefined> {
  const { cluster, signal } = session;
  const dryRun = args.dryRun || args.plan;
  const returned = await returnToVersion(namedOfControllers(args.extension) ?? args.extension, {
    cluster, dryRun, onFound: (namespace) => {
      refuseMeaningless(args);
      refuseOtherNamespace(args, namespace);
    }, ...defined({ to }),
  });
  if (returned === undefined) return undefined;
  const planned = args.plan && returned.changed ? await planReturn(returned, { cluster, signal }) : undefined;
  if (!isDocument(args.output)) printLines(returnLines(returned, dryRun));
  if (planned !== undefined) {
    const { showPlan } = await import('./operation/show-plan.js');
    const documents: object[] = [];
    const exit = await showPlan(planned, session, {
      ...args, startedMs, words: wordsFor(rollbackWords, args), onDocument: (document) => void documents.push(document),
    });
    if (isDocument(args.output)) await printDocument({ ...returnDocument(returned, dryRun), plan: documents[0] }, args.output);
    else note(`The controllers render version ${returned.version} anew, with the configuration of now, so what they roll out may differ.`);
    return exit;
  }
  if (args.plan && returned.changed) {
    note('What would change is not known: the content of the revision is not kept, or its objects are in another cluster.');
  }
  if (isDocument(args.output)) await printDocument(returnDocument(returned, dryRun), args.output);
  return dryRun && returned.changed ? EXIT.changes : EXIT.done;
}

/** Options of a run of our own: the controllers follow the spec of the extension. */
const MEANINGLESS = [
  'keepCrds', 'deleteData', 'orphan', 'breakLock', 'crdWaiver', 'replace', 'createNamespace', 'giveUp', 'skipUnserved', 'trustState',
  'stateKey',
] as const satisfies readonly (keyof RollbackArgs)[];

/** @throws BoxcutterError `usage-rollback` with every option that means nothing */
function refuseMeaningless(args: RollbackArgs): void {
  const given = [...givenOptions(args, MEANINGLESS), ...(args.crdSafety === 'enforce' ? [] : ['--crd-safety'])];
  if (given.length === 0) return;
  const verb = given.length === 1 ? 'means' : 'mean';
  throw new BoxcutterError(
    'usage-rollback', 'input', `The controllers run extension "${args.extension}", and ${given.join(', ')} ${verb} nothing to them.`,
    { hint: 'Leave it out. What they may do is in the spec of the ClusterExtension, like spec.install.preflight.crdUpgradeSafety.' },
  );
}

/** Extensions of the controllers have names of their own in the whole cluster: one in another namespace is not the one that is meant. */
function refuseOtherNamespace({ extension, namespace }: RollbackArgs, installs: string): void {
  if (namespace === undefined || namespace === installs) return;
  const what = `ClusterExtension "${extension}" installs into namespace ${installs}, and not into ${namespace}. Nothing was changed.`;
  throw new BoxcutterError('usage-rollback', 'input', what, {
    hint: ({ option }) => `If it is meant: ${option('namespace', shellWord(installs))}, or leave the option out.`,
  });
}

async function plan(args: RollbackArgs, session: Session, to: number | undefined, startedMs: number): Promise<number> {
  const { extension, skipUnserved, keepCrds, deleteData, orphan } = args;
  const { cluster, signal } = session;
  const planned = await planRollback(extension, {
    cluster, signal, stateNamespace: stateNamespace(args, cluster), onNote: note, skipUnserved, keepCrds, deleteData, orphan,
    ...trustOptions(args), ...refusalOptions(args), ...defined({ to }),
  });
  return (await import('./operation/show-plan.js')).showPlan(planned, session, {
    ...args, startedMs, words: wordsFor(rollbackWords, args),
  });
}

function rollBack(args: RollbackArgs, session: Session, to: number | undefined, startedMs: number): Promise<number> {
  const { extension, skipUnserved, keepCrds, preflight } = args;
  const giveUp = parseGiveUp(args.giveUp ?? []);
  return operate(args, session, {
    subcommand: rollbackWords,
    title: `Rolling back ${extension}${to === undefined ? '' : ` to revision ${to}`}`,
    startedMs,
    run: (options) => rollbackExtension(extension, {
      ...options, ...refusalOptions(args), giveUp, skipUnserved, keepCrds, preflight: args.dryRun ? 'always' : preflight,
      ...defined({ to }),
    }),
  });
}
