import { pendingUpgradesOf } from '../../../runtime';
import type { UpgradesArgs } from '../../commands/upgrades/upgrades';
import { isDocument, printDocument } from '../../output/print';
import { printLines } from '../../output/terminal/sink';
import { upgradeLines, upgradesDocument } from '../../output/upgrades/list';
import { withCluster } from '../../session';

export async function upgrades(args: UpgradesArgs): Promise<number> {
  return withCluster(args, 60_000, async ({ cluster }) => {
    const found = await pendingUpgradesOf(cluster, args.selector);
    if (isDocument(args.output)) await printDocument(upgradesDocument(found), args.output);
    else printLines(upgradeLines(found));
    return 0;
  });
}
