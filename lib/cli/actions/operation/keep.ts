/**
 * `apply --watch`: after the extension was applied it is kept as it is, until Ctrl-C.
 */
import { defined } from '../../../defined';
import type { KeepEvent } from '../../../runtime';
import { type ApplyArgs, applyWords } from '../../commands/apply';
import { EXIT } from '../../exit';
import { describeKeepEvent, keepDocument } from '../../output/extension/keep';
import { paint } from '../../output/terminal/paint';
import { printStreamed, type OutputFormat } from '../../output/print';
import { wordsFor } from '../../command-line/hints';
import { refusalOptions } from './refusal-options';
import { trustOptions } from './trust-options';
import { stateNamespace, type Connection } from '../../session';
import { printLines } from '../../output/terminal/sink';

/** Exit codes after which there is something to keep: applied, or not complete yet. */
const KEPT: readonly number[] = [EXIT.done, EXIT.incomplete];

export interface Applied {
  readonly extension: string;
  /** Of its content: what this command has applied itself, it finds in the state without a seal, too, when it may not read the key. */
  readonly digest: string;
}

/**
 * Keeps the extension that was just applied, if it was.
 * @param code exit code of applying it
 * @returns that code when there is nothing to keep; 0 when it ends by Ctrl-C, which is how it ends, or because the extension was deleted
 */
export async function keepAfter(code: number, { extension, digest }: Applied, args: ApplyArgs, connection: Connection): Promise<number> {
  if (!KEPT.includes(code)) return code;
  const { crdSafety } = refusalOptions(args);
  // That the state was trusted for the apply says nothing of what another client writes there later.
  const { stateKey } = trustOptions(args);
  return connection.session(undefined, async ({ cluster, signal }) => {
    const { keepExtensions } = await import('../../../runtime/index.js');
    const gone = new AbortController();
    const print = printer(args.output);
    await keepExtensions({
      cluster,
      extension,
      namespaces: [stateNamespace(args, cluster)],
      breakLock: args.breakLock,
      words: wordsFor(applyWords, args),
      vouchedDigests: [digest],
      ...defined({ crdSafety, stateKey }),
      signal: AbortSignal.any([signal, gone.signal]),
      onEvent: (event) => {
        print(event);
        if (event.type === 'extension' && event.change === 'gone') gone.abort();
      },
    });
    return EXIT.done;
  });
}

function printer(output: OutputFormat): (event: KeepEvent) => void {
  if (output !== 'text') {
    return (event) => printStreamed(keepDocument(event, Date.now()), output);
  }
  const colours = paint(process.stdout);
  let begun = false;
  /** Objects that were reported as not ready. */
  const notReady = new Set<string>();
  return (event) => {
    const now = Date.now();
    if (event.type === 'steady' && !begun) {
      begun = true;
      printLines([`Keeping ${event.objects} object${event.objects === 1 ? '' : 's'} as they should be. Ctrl-C ends it.`]);
    }
    if (event.type === 'readiness' && !isNews(event, notReady)) return;
    const text = describeKeepEvent(event, now);
    const isTrouble = event.type === 'failed' || event.type === 'trouble';
    const colour = isTrouble ? colours.red : event.type === 'interference' ? colours.yellow : String;
    if (text !== undefined) printLines([`${colours.dim(new Date(now).toISOString().slice(11, 19))} ${colour(text)}`]);
  };
}

/** For a moment after each change it is not known whether an object is ready; that is no news, and neither is that it is as before. */
function isNews({ ref, ready }: Extract<KeepEvent, { type: 'readiness' }>, notReady: Set<string>): boolean {
  const key = `${ref.kind} ${ref.namespace ?? ''}/${ref.name}`;
  if (ready.status === 'unknown') return false;
  if (ready.status === 'pass') return notReady.delete(key);
  const known = notReady.has(key);
  notReady.add(key);
  return !known;
}
