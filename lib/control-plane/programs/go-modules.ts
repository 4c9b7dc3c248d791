import { setTimeout as sleep } from 'node:timers/promises';
import { BoxcutterError } from '../../errors';
import { isPackage, runGo, type GoAnswer, type GoOptions } from './go';

export interface ModuleOptions extends GoOptions {
  /** Called with lines about failures of the network, and now and then with how far the downloads are. */
  readonly onProgress?: ((line: string) => void) | undefined;
  /** Milliseconds before each further attempt. */
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
  const { pauses = [2_000, 10_000, 30_000], signal } = options;
  for (let attempt = 1; ; attempt += 1) {
    const { answer, packages } = await list(program, flags, work, options);
    if (answer?.code === 0) return packages;
    if (signal?.aborted) throw interrupted(program);
    const reason = answer && reasonOf(answer);
    if (reason === undefined) return undefined;
    const pause = pauses[attempt - 1];
    if (pause === undefined) {
      throw new BoxcutterError('build-failed', 'server', `Modules of ${program} could not be downloaded, ${attempt} times: ${reason}`, {
        hint: 'What was downloaded is kept: run the same command again. Is the module proxy (go env GOPROXY) in reach?',
      });
    }
    options.onProgress?.(`the network failed go (${reason}); attempt ${attempt + 1} of ${pauses.length + 1} in ${pause / 1000} s`);
    await sleep(pause, undefined, { ...(signal && { signal }) }).catch(() => {
      throw interrupted(program);
    });
  }
}

async function list(program: string, flags: readonly string[], work: string, options: ModuleOptions) {
  let packages = 0;
  let modules = 0;
  const began = performance.now();
  const tell = (): void => {
    if (modules > 0) options.onProgress?.(`${modules} modules downloaded for ${program}, ${seconds(began)} s so far`);
  };
  const ticker = setInterval(tell, 15_000);
  const onLine = (line: string): void => {
    if (isPackage(line)) packages += 1;
    else if (line.startsWith('go: downloading ')) modules += 1;
  };
  try {
    const args = ['list', '-mod=readonly', ...flags, '-deps', '-f', '{{if .Stale}}{{.ImportPath}}{{end}}', program];
    return { answer: await runGo(args, work, { silenceMs: SILENCE_MS, ...options, onLine }), packages };
  } finally {
    clearInterval(ticker);
  }
}

function reasonOf({ output, stalled }: GoAnswer): string | undefined {
  if (stalled) return 'an answer stalled';
  return output.split('\n').findLast((line) => !line.startsWith('go: downloading ') && failuresOfNetwork.test(line));
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 1000);
}

function interrupted(program: string): BoxcutterError {
  return new BoxcutterError('interrupted', 'interrupted', `Interrupted while downloading modules of ${program}; what is there is kept.`);
}
