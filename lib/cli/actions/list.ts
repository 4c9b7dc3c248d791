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
      const status = statusCell(entry, colours);
      return [extension, stateNamespace, inCell(version, VERSION_LENGTH), String(revision), status, String(objects), since];
    });
    const header = ['EXTENSION', 'STATE IN', 'VERSION', 'REVISION', 'STATUS', 'OBJECTS', 'AGE'];
    printLines(table(header, rows));
    return 0;
  });
}

/** Room in a table. */
const REASON_LENGTH = 30;
const VERSION_LENGTH = 60;

/** Room for a text in a document. Tenants may write thousands of records with megabytes in each; all are shown at once. */
const TEXT_LENGTH = 1000;

function statusCell({ status, pause }: ListEntry, { green, yellow }: Paint): Cell {
  const reason = pause?.reason;
  if (status !== 'paused' || reason === undefined) return { text: status, colour: status === 'complete' ? green : yellow };
  return { text: `paused: ${inCell(reason, REASON_LENGTH)}`, colour: yellow };
}

function inCell(text: string, length: number): string {
  return shortened(oneLine(text).replace(/\s+/g, ' ').trim(), length);
}

/** A copy: a part of a string would keep the whole in memory. */
function shortened(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(`${text.slice(0, length - 1)}…`).toString();
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
  const short = (text: string | undefined): string | undefined => (text === undefined ? undefined : shortened(text, TEXT_LENGTH));
  const { paused } = head;
  const pause = paused && { since: paused.since, by: shortened(paused.by, TEXT_LENGTH), ...defined({ reason: short(paused.reason) }) };
  return {
    extension: head.extension,
    ...defined({ stateNamespace: ref.namespace }),
    status: stateWord(stored),
    objects: head.inventory.length,
    ...defined({ pause, packageName: short(head.packageName) }),
    ...defined({ revision: newest?.number, version: short(newest?.version), appliedAt: newest?.at, completeAt: newest?.completeAt }),
  };
}
