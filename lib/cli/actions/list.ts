import { defined } from '../../defined';
import { summariseHeads, type Pause, type StoredHead } from '../../state';
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
    const onUnreadable = ({ message }: Error): void => note(message);
    const entries = await summariseHeads(cluster, { ...defined({ namespace }), onUnreadable }, listEntry);
    if (isDocument(args.output)) {
      await printDocument({ schema: LIST_SCHEMA, extensions: entries }, args.output);
      return 0;
    }
    if (entries.length === 0) {
      const where = namespace === undefined ? 'any namespace.' : `namespace ${namespace}. All namespaces: boxcutter list -A`;
      printLines([`No extension has its state in ${where}`]);
      return 0;
    }
    const colours = paint(process.stdout);
    const rows = entries.map((entry) => {
      const { extension, stateNamespace = '', version = '-', revision = '-', objects, appliedAt } = entry;
      const since = appliedAt === undefined ? '-' : age(appliedAt);
      return [extension, stateNamespace, version, String(revision), statusCell(entry, colours), String(objects), since];
    });
    const header = ['EXTENSION', 'STATE IN', 'VERSION', 'REVISION', 'STATUS', 'OBJECTS', 'AGE'];
    printLines(table(header, rows));
    return 0;
  });
}

/** Room for a reason in a table. */
const REASON_LENGTH = 30;

function statusCell({ status, pause }: ListEntry, { green, yellow }: Paint): Cell {
  const reason = pause?.reason;
  if (status !== 'paused' || reason === undefined) return { text: status, colour: status === 'complete' ? green : yellow };
  const line = oneLine(reason).replace(/\s+/g, ' ').trim();
  return { text: `paused: ${line.length > REASON_LENGTH ? `${line.slice(0, REASON_LENGTH - 1)}…` : line}`, colour: yellow };
}

interface ListEntry {
  readonly extension: string;
  readonly stateNamespace?: string;
  readonly status: string;
  readonly objects: number;
  readonly pause?: Pause;
  readonly packageName?: string;
  readonly revision?: number;
  readonly version?: string;
  readonly appliedAt?: string;
  readonly completeAt?: string;
}

function listEntry(stored: StoredHead): ListEntry {
  const { head, ref } = stored;
  const [newest] = head.revisions;
  return {
    extension: head.extension,
    ...defined({ stateNamespace: ref.namespace }),
    status: stateWord(stored),
    objects: head.inventory.length,
    ...defined({ pause: head.paused, packageName: head.packageName }),
    ...defined({ revision: newest?.number, version: newest?.version, appliedAt: newest?.at, completeAt: newest?.completeAt }),
  };
}
