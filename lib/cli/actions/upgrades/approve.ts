import { defined } from '../../../defined';
import { BoxcutterError, isBoxcutterError } from '../../../errors';
import { type ApprovalOutcome, approveUpgrade, findUpgrades, pendingUpgradesOf, userNameOf } from '../../../runtime';
import { commandHint } from '../../command-line/hints';
import type { ApproveArgs } from '../../commands/upgrades/approve';
import { EXIT, EXIT_OF_CATEGORY } from '../../exit';
import { printError } from '../../output/error';
import { isDocument, printDocument } from '../../output/print';
import { printLines } from '../../output/terminal/sink';
import { approvalDocument, type ApprovalFailure, approvalLines } from '../../output/upgrades/list';
import { withCluster } from '../../session';

/**
 * All names are found before the first one is approved. Of several, one that is refused keeps no other from being approved: the first of
 * them decides the exit code.
 */
export async function approve(args: ApproveArgs): Promise<number> {
  const { name: names = [], all, selector, digest, unseen, dryRun } = args;
  const ways = [names.length > 0, all, selector !== undefined].filter(Boolean).length;
  if (ways !== 1) {
    const problem = ways === 0 ? 'Nothing says what is to be approved.' : 'What is to be approved is said in more than one way.';
    throw new BoxcutterError('usage-approve', 'input', problem, {
      hint: 'Give names, or --all, or --selector. What waits: boxcutter upgrades',
    });
  }
  if (digest !== undefined) refuseBadDigest(digest, names);
  return withCluster(args, 120_000, async ({ cluster }) => {
    const found = await pendingUpgradesOf(cluster, selector);
    const chosen = names.length > 0 ? findUpgrades(found, names) : found.filter(({ approved }) => !approved);
    const user = dryRun || chosen.length === 0 ? undefined : await userNameOf(cluster);
    const wanted = [...new Set(chosen)];
    const outcomes: ApprovalOutcome[] = [];
    const failures: ApprovalFailure[] = [];
    for (const upgrade of wanted) {
      try {
        outcomes.push(await approveUpgrade(upgrade, cluster, { dryRun, unseen, ...defined({ user, digest }) }));
      } catch (error) {
        if (!isBoxcutterError(error) || wanted.length === 1) throw error;
        const { code, category, message } = error;
        failures.push({ upgrade, code, category, message, ...defined({ hint: commandHint(error) }) });
      }
    }
    if (isDocument(args.output)) await printDocument(approvalDocument(outcomes, failures, dryRun), args.output);
    else printLines(approvalLines(outcomes, failures, dryRun));
    if (!isDocument(args.output)) for (const failure of failures) await printError(failure, args.output);
    const [first] = failures;
    if (first !== undefined) return EXIT_OF_CATEGORY[first.category];
    return dryRun && outcomes.some(({ changed }) => changed) ? EXIT.changes : EXIT.done;
  });
}

/** A digest is of one content, and a part of one names none. @throws BoxcutterError `usage-approve` (input) */
function refuseBadDigest(digest: string, names: readonly string[]): void {
  const problem = names.length !== 1 ? '--digest is for one pending upgrade, which is named.'
    : /^sha256:[0-9a-f]{64}$/.test(digest) ? undefined : `--digest ${digest} is no whole digest.`;
  if (problem === undefined) return;
  throw new BoxcutterError('usage-approve', 'input', problem, {
    hint: 'boxcutter diff NAME shows the digest of a pending upgrade: sha256: and 64 hexadecimal digits.',
  });
}
