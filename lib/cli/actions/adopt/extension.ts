import { beginExtension, type ExtensionAdoption, refuseAtWork, stopLine } from '../../../adoption';
import { defined } from '../../../defined';
import { parseDuration } from '../../command-line/duration';
import { adoptExtensionWords, type AdoptExtensionArgs } from '../../commands/adopt/extension';
import { EXIT } from '../../exit';
import { note } from '../../output/note';
import { isDocument, printDocument } from '../../output/print';
import { printLines } from '../../output/terminal/sink';
import { withCluster } from '../../session';
import { trustOptions } from '../operation/trust-options';
import { ADOPT_SCHEMA, planOf, takeOverWith } from './take-over';

export async function adoptExtensionAction(args: AdoptExtensionArgs): Promise<number> {
  const startedMs = performance.now();
  return withCluster(args, parseDuration(args.timeout, '--timeout'), async (session) => {
    const { clusterextension: name, systemNamespace, output } = args;
    const { cluster } = session;
    const chosen = defined({ extension: args.name, stateNamespace: args.stateNamespace, managers: args.manager });
    const target = { name, systemNamespace, ...chosen };
    const adoption = await beginExtension(target, { cluster, onNote: note, ...trustOptions(args) });
    const { extension, taking, holder, stateNamespace } = adoption;
    const from = fromOf(name, adoption);
    if (adoption.isAdopted) {
      const done = `ClusterExtension ${name} is adopted already: it is extension ${extension}.`;
      if (isDocument(output)) await printDocument({ schema: ADOPT_SCHEMA, from, extension, adopted: true }, output);
      else printLines([done]);
      return EXIT.done;
    }
    if (!isDocument(output)) {
      const revisions = from.revisions.map(({ kind, name: one }) => `${kind} ${one}`).join(', ');
      note(`ClusterExtension ${name}${from.version === undefined ? '' : `, version ${from.version}`}, from ${revisions}`);
    }
    const given = { subcommand: adoptExtensionWords, taking, stateNamespace, startedMs, from, fromControllers: true };
    if (args.plan) {
      if (holder !== undefined) note(`operator-controller is at work, and would apply them again. Stop it first: ${stopLine(holder)}`);
      return planOf(args, session, given);
    }
    refuseAtWork(holder);
    const { code, outcome } = await takeOverWith(args, session, given);
    if (outcome?.status === 'complete') note(`ClusterExtension ${name} stays as it is; nothing that runs belongs to it any more.`);
    return code;
  });
}

function fromOf(clusterExtension: string, { bundle: { version }, sets }: ExtensionAdoption) {
  const revisions = sets.filter(({ isActive }) => isActive).map(({ kind, name }) => ({ kind, name }));
  return { clusterExtension, ...defined({ version }), revisions };
}
