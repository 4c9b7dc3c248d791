import { lookAtExtension, type Look } from '../../runtime';
import { EXIT } from '../exit';
import { objectDocument } from '../output/document';
import { paint } from '../output/paint';
import { renderTree } from '../output/tree';
import { withCluster, type ConnectionArgs, stateNamespace } from '../session';
import { age, stateWord } from './list';

export interface StatusArgs extends ConnectionArgs {
  readonly extension: string;
  readonly namespace?: string | undefined;
  readonly stateNamespace?: string | undefined;
  readonly output: 'text' | 'json';
}

export const STATUS_SCHEMA = 'boxcutter.status/v1';

/** Exit code 0: every object is as desired and ready; 3 otherwise. */
export async function status(args: StatusArgs): Promise<number> {
  return withCluster(args, 60_000, async ({ cluster, signal }) => {
    const look = await lookAtExtension(args.extension, { cluster, signal, stateNamespace: stateNamespace(args, cluster) });
    process.stdout.write(args.output === 'json' ? `${JSON.stringify(statusDocument(look), null, 2)}\n` : statusText(look));
    return look.healthy ? EXIT.done : EXIT.incomplete;
  });
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
