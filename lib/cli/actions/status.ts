import { lookAtExtension, type Look } from '../../runtime';
import { EXIT } from '../exit';
import { objectDocument } from '../output/document';
import { paint } from '../output/paint';
import { renderTree } from '../output/tree';
import { withCluster, type ExtensionArgs, type Session, stateNamespace } from '../session';
import { age, stateWord } from './list';

export const STATUS_SCHEMA = 'boxcutter.status/v1';

const LIMIT_MS = 60_000;

/** Exit code 0: every object is as desired and ready; 130, 1: interrupted, or not all could be seen; 3 otherwise. */
export async function status(args: ExtensionArgs): Promise<number> {
  return withCluster(args, LIMIT_MS, async ({ cluster, signal, ended }) => {
    const look = await lookAtExtension(args.extension, { cluster, signal, stateNamespace: stateNamespace(args, cluster) });
    process.stdout.write(args.output === 'json' ? `${JSON.stringify(statusDocument(look), null, 2)}\n` : statusText(look));
    const { exit, remark } = verdict(look, ended());
    if (remark !== undefined) process.stderr.write(`${remark}\n`);
    return exit;
  });
}

/** A look that was broken off is no news of the extension. */
export function verdict({ healthy, result }: Pick<Look, 'healthy' | 'result'>, ended: ReturnType<Session['ended']>): { readonly exit: number; readonly remark?: string } {
  if (healthy) return { exit: EXIT.done };
  if (ended === 'interrupted') return { exit: EXIT.interrupted, remark: 'Interrupted: not everything was looked at.' };
  if (result?.unreachable !== undefined) return { exit: EXIT.failed, remark: `Not everything could be looked at: ${result.unreachable}.` };
  return ended === 'timeout' ? { exit: EXIT.incomplete, remark: `Not everything could be looked at within ${LIMIT_MS / 1000} s.` } : { exit: EXIT.incomplete };
}

function statusDocument({ stored, revision, result, healthy }: Look): Record<string, unknown> {
  const [newest] = stored.head.revisions;
  return {
    schema: STATUS_SCHEMA,
    extension: stored.head.extension,
    stateNamespace: stored.ref.namespace,
    revision,
    ...(newest?.version === undefined ? {} : { version: newest.version }),
    record: stateWord(stored.head),
    healthy,
    phases: (result?.phases ?? []).map((phase) => ({ name: phase.name, status: phase.status, objects: phase.objects.map(objectDocument) })),
    leftovers: (result?.removed ?? []).map(objectDocument),
  };
}

function statusText({ stored, revision, result, healthy }: Look): string {
  const colours = paint(process.stdout);
  const { head, ref } = stored;
  const [newest] = head.revisions;
  const lines = [
    `${colours.bold(head.extension)} revision ${revision}${newest?.version === undefined ? '' : `, version ${newest.version}`}: ${healthy ? colours.green('healthy') : colours.yellow('not as it should be')}`,
    colours.dim(`state in namespace ${ref.namespace ?? ''}, record says ${stateWord(head)}${newest === undefined ? '' : `, applied ${age(newest.at)} ago`}`),
  ];
  if (head.lock !== undefined) lines.push(colours.yellow(`held by ${head.lock.holder} for "${head.lock.purpose}" since ${head.lock.since}`));
  if (result === undefined) lines.push('The content of this revision is not kept; apply it again to bring record and objects together.');
  else lines.push(...renderTree(result, { paint: colours, height: Number.POSITIVE_INFINITY, full: true }));
  return `${lines.join('\n')}\n`;
}
