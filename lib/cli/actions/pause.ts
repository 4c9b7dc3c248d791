import { defined } from '../../defined';
import { pauseExtension, resumeExtension, type PauseOutcome } from '../../runtime';
import type { PauseArgs } from '../commands/pause';
import type { ResumeArgs } from '../commands/resume';
import { describePause } from '../output/pause';
import { note } from '../output/note';
import { isDocument, printDocument } from '../output/print';
import { stateNamespace, withCluster, type Session } from '../session';
import { commandFor } from '../command-line/command-for';
import { printLines } from '../output/terminal/sink';

export const PAUSE_SCHEMA = 'boxcutter.pause/v1';

/** With `--break-lock`, a lock may have to be watched for a minute before it is taken; the rest is for requests. */
const LIMIT_MS = 120_000;

export async function pause(args: PauseArgs): Promise<number> {
  const { extension, reason } = args;
  return mark('pause', args, (options) => pauseExtension(extension, { ...options, ...defined({ reason }) }), ({ changed, paused }) => {
    const by = paused === undefined ? 'paused' : describePause(paused);
    if (!changed) return `${extension}: already ${by}`;
    return `${extension}: ${by}. Nothing writes to it until it is resumed: ${commandFor('resume', extension, args)}`;
  });
}

export async function resume(args: ResumeArgs): Promise<number> {
  const { extension } = args;
  return mark('resume', args, (options) => resumeExtension(extension, options), ({ changed }) =>
    `${extension}: ${changed ? 'resumed; nothing was applied by that' : 'is not paused'}`);
}

type Options = Pick<Session, 'cluster' | 'signal'> & {
  readonly stateNamespace: string;
  readonly breakLock: boolean;
  readonly onNote: typeof note;
};

async function mark(
  command: 'pause' | 'resume',
  args: ResumeArgs,
  change: (options: Options) => Promise<PauseOutcome>,
  say: (outcome: PauseOutcome) => string,
): Promise<number> {
  return withCluster(args, LIMIT_MS, async ({ cluster, signal }) => {
    const place = stateNamespace(args, cluster);
    const outcome = await change({ cluster, signal, stateNamespace: place, breakLock: args.breakLock, onNote: note });
    const { extension, changed, paused } = outcome;
    const document = { schema: PAUSE_SCHEMA, command, extension, changed, ...defined({ pause: paused }) };
    if (isDocument(args.output)) await printDocument(document, args.output);
    else printLines([say(outcome)]);
    return 0;
  });
}
