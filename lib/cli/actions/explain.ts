import { defined } from '../../defined';
import { explainExtension } from '../../runtime';
import { explainWords, type ExplainArgs } from '../commands/explain';
import { EXIT } from '../exit';
import { renderExplanation } from '../output/extension/explain';
import { explainDocument } from '../output/extension/explain-document';
import { paint } from '../output/terminal/paint';
import { isDocument, printDocument } from '../output/print';
import { age, stateWord } from '../output/extension/state-word';
import { stateNamespace, withCluster } from '../session';
import { commandFor, upgradeCommandFor } from '../command-line/command-for';
import { wordsFor } from '../command-line/hints';
import { whereItIs } from './operation/find-extension';
import { verdict } from './status';
import { note } from '../output/note';
import { printLines } from '../output/terminal/sink';

/** Exit code 0: all is well, as in `status`; 3: it is not; 130, 1: interrupted, or not all could be seen. */
export async function explain(given: ExplainArgs): Promise<number> {
  return withCluster(given, 60_000, async ({ cluster, signal, ended }) => {
    const args = await whereItIs(given, cluster);
    const { object, namespace } = args;
    const explanation = await explainExtension(args.extension, {
      cluster,
      signal,
      stateNamespace: stateNamespace(args, cluster),
      words: wordsFor(explainWords, args),
      ...defined({ object, namespace }),
    });
    const record = stateWord(explanation.stored);
    if (isDocument(args.output)) {
      await printDocument(explainDocument(explanation, record), args.output);
    } else {
      const { isTTY, columns } = process.stdout;
      const lines = renderExplanation(explanation, {
        paint: paint(process.stdout),
        named: object !== undefined,
        ago: age,
        record,
        status: commandFor('status', args.extension, args),
        upgrade: upgradeCommandFor(args),
        ...(isTTY ? { width: columns } : {}),
      });
      printLines(lines);
    }
    if (explanation.well) return EXIT.done;
    const { unreachable } = explanation;
    const seen = { phases: [], removed: [], complete: false, failed: false, ...defined({ unreachable }) };
    const { exit, remark } = verdict({ healthy: false, result: seen }, ended());
    if (remark !== undefined) note(remark);
    return exit;
  });
}
