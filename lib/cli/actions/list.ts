import { defined } from '../../defined';
import { listHeads, type StoredHead } from '../../state';
import type { ListArgs } from '../commands/list';
import { paint, type Paint } from '../output/terminal/paint';
import { isDocument, printDocument } from '../output/print';
import { age, stateWord } from '../output/extension/state-word';
import { table, type Cell } from '../output/terminal/table';
import { withCluster } from '../session';
import { note } from '../output/note';
import { printLines } from '../output/terminal/sink';
import { oneLine } from '../../plain-text';

export const LIST_SCHEMA = 'boxcutter.list/v1';

export async function list(args: ListArgs): Promise<number> {
  return withCluster(args, 60_000, async ({ cluster }) => {
    const namespace = args.allNamespaces ? undefined : (args.stateNamespace ?? args.namespace ?? cluster.defaultNamespace);
    const heads = await listHeads(cluster, namespace, ({ message }) => note(message));
    if (isDocument(args.output)) {
      await printDocument({ schema: LIST_SCHEMA, extensions: heads.map(listEntry) }, args.output);
      return 0;
    }
    if (heads.length === 0) {
      const where = namespace === undefined ? 'any namespace.' : `namespace ${namespace}. All namespaces: boxcutter list -A`;
      printLines([`No extension has its state in ${where}`]);
      return 0;
    }
    const colours = paint(process.stdout);
    const rows = heads.map((stored) => {
      const { head, ref } = stored;
      const [newest] = head.revisions;
      const { version = '-', number = '-' } = newest ?? {};
      const since = newest === undefined ? '-' : age(newest.at);
      const status = statusCell(stored, colours);
      return [head.extension, ref.namespace ?? '', version, String(number), status, String(head.inventory.length), since];
    });
    const header = ['EXTENSION', 'STATE IN', 'VERSION', 'REVISION', 'STATUS', 'OBJECTS', 'AGE'];
    printLines(table(header, rows));
    return 0;
  });
}

/** Room for a reason in a table. */
const REASON_LENGTH = 30;

function statusCell(stored: StoredHead, { green, yellow }: Paint): Cell {
  const { reason } = stored.head.paused ?? {};
  const word = stateWord(stored);
  if (word !== 'paused' || reason === undefined) return { text: word, colour: word === 'complete' ? green : yellow };
  const line = oneLine(reason).replace(/\s+/g, ' ').trim();
  return { text: `paused: ${line.length > REASON_LENGTH ? `${line.slice(0, REASON_LENGTH - 1)}…` : line}`, colour: yellow };
}

function listEntry(stored: StoredHead): Record<string, unknown> {
  const { head, ref } = stored;
  const [newest] = head.revisions;
  return {
    extension: head.extension,
    stateNamespace: ref.namespace,
    status: stateWord(stored),
    objects: head.inventory.length,
    ...defined({ pause: head.paused, packageName: head.packageName }),
    ...defined({ revision: newest?.number, version: newest?.version, appliedAt: newest?.at, completeAt: newest?.completeAt }),
  };
}
