import { BoxcutterError } from '../../errors';
import { insist, type Attempt } from '../../net/attempts';
import { isPackage, runGo, type GoAnswer, type GoOptions } from './go';
import { reportWhile, type ProgressListener } from './progress';

export interface ModuleOptions extends GoOptions, ProgressListener {
  /** Milliseconds before each further attempt, after failures of the network. */
  readonly pauses?: readonly number[] | undefined;
}

/** go's words for a network, or a module proxy, that fails; it does not ask again itself. */
const failuresOfNetwork = new RegExp([
  'timeout', 'timed out', 'connection (reset|refused)', 'broken pipe', 'unexpected EOF', 'no such host', 'server misbehaving',
  'network is unreachable', 'no route to host', 'stream error', 'INTERNAL_ERROR', ': (429|5\\d\\d) ',
].join('|'), 'i');

/** go waits without an end for an answer that stalls. A large module takes a while, too, and go says nothing meanwhile. */
const SILENCE_MS = 180_000;

/**
 * Downloads the modules that a program needs and answers how many of its packages are to be compiled; undefined when go cannot say,
 * which a build will explain. Failures of the network are tried again: what was downloaded is kept.
 * @throws BoxcutterError `build-failed`, `interrupted`
 */
export async function packagesToCompile(
  program: string, flags: readonly string[], work: string, options: ModuleOptions,
): Promise<number | undefined> {
  const { pauses, signal, onProgress } = options;
  const onRetry = (reason: string, next: string): void => onProgress?.(`go failed because of the network (${reason}); ${next}`);
  const { last, attempts } = await insist(() => list(program, flags, work, options), { pauses, signal, onRetry });
  if (last.type === 'done') return last.value;
  if (signal?.aborted === true) throw interrupted(program);
  throw new BoxcutterError('build-failed', 'server', `Modules of ${program} could not be downloaded, ${attempts} times: ${last.reason}`, {
    hint: 'Check that the module proxy (go env GOPROXY) can be reached, then run the same command again. It keeps what was downloaded.',
  });
}

async function list(
  program: string, flags: readonly string[], work: string, options: ModuleOptions,
): Promise<Attempt<number | undefined>> {
  let packages = 0;
  let modules = 0;
  const stop = reportWhile(options, () => (modules > 0 ? `${modules} modules downloaded for ${program}` : undefined));
  const onLine = (line: string): void => {
    if (isPackage(line)) packages += 1;
    else if (line.startsWith('go: downloading ')) modules += 1;
  };
  try {
    const args = ['list', '-mod=readonly', ...flags, '-deps', '-f', '{{if .Stale}}{{.ImportPath}}{{end}}', program];
    const answer = await runGo(args, work, { silenceMs: SILENCE_MS, ...options, onLine });
    if (answer?.code === 0) return { type: 'done', value: packages };
    if (options.signal?.aborted === true) throw interrupted(program);
    const reason = answer && reasonOf(answer);
    return reason === undefined ? { type: 'done', value: undefined } : { type: 'failed', reason };
  } finally {
    stop();
  }
}

function reasonOf({ output, stalled }: GoAnswer): string | undefined {
  if (stalled) return 'an answer stalled';
  return output.split('\n').findLast((line) => !line.startsWith('go: downloading ') && failuresOfNetwork.test(line));
}

function interrupted(program: string): BoxcutterError {
  return new BoxcutterError('interrupted', 'interrupted', `Interrupted while downloading modules of ${program}; `
    + 'the downloaded modules are kept.');
}
