import { listHeads, lockState, formatAge, type StoredHead } from '../../state';
import { table } from '../output/table';
import { withCluster, type ConnectionArgs } from '../session';

export interface ListArgs extends ConnectionArgs {
  readonly namespace?: string | undefined;
  readonly stateNamespace?: string | undefined;
  readonly allNamespaces: boolean;
  readonly output: 'text' | 'json';
}

export const LIST_SCHEMA = 'boxcutter.list/v1';

export async function list(args: ListArgs): Promise<number> {
  return withCluster(args, 60_000, async ({ cluster }) => {
    const namespace = args.allNamespaces ? undefined : (args.stateNamespace ?? args.namespace ?? cluster.defaultNamespace);
    const heads = await listHeads(cluster, namespace, ({ message }) => void process.stderr.write(`${message}\n`));
    if (args.output === 'json') {
      process.stdout.write(`${JSON.stringify({ schema: LIST_SCHEMA, extensions: heads.map(listEntry) }, null, 2)}\n`);
      return 0;
    }
    if (heads.length === 0) {
      const where = namespace === undefined ? 'any namespace.' : `namespace ${namespace}. All namespaces: boxcutter list -A`;
      process.stdout.write(`No extension has its state in ${where}\n`);
      return 0;
    }
    const rows = heads.map(({ head, ref }) => {
      const [newest] = head.revisions;
      const { version = '-', number = '-' } = newest ?? {};
      const since = newest === undefined ? '-' : age(newest.at);
      return [head.extension, ref.namespace ?? '', version, String(number), stateWord(head), String(head.inventory.length), since];
    });
    process.stdout.write(`${table(['EXTENSION', 'STATE IN', 'VERSION', 'REVISION', 'STATUS', 'OBJECTS', 'AGE'], rows)}\n`);
    return 0;
  });
}

/** What the record says; `status` looks at the objects themselves. */
export function stateWord(head: StoredHead['head']): string {
  const lock = lockState(head.lock, new Date());
  if (lock.type === 'held') return `locked (${lock.lock.purpose})`;
  if (head.deleting === true) return 'deleting';
  if (head.paused !== undefined) return 'paused';
  if (head.revisions.length === 0) return 'recovered';
  return head.revisions[0]?.completeAt === undefined ? 'incomplete' : 'complete';
}

export function age(at: string): string {
  return formatAge(Math.max(0, Math.round((Date.now() - Date.parse(at)) / 1000)));
}

function listEntry({ head, ref }: StoredHead): Record<string, unknown> {
  const [newest] = head.revisions;
  return {
    extension: head.extension,
    stateNamespace: ref.namespace,
    status: stateWord(head),
    objects: head.inventory.length,
    ...(head.packageName === undefined ? {} : { packageName: head.packageName }),
    ...(newest === undefined ? {} : { revision: newest.number, version: newest.version, appliedAt: newest.at, completeAt: newest.completeAt }),
  };
}
