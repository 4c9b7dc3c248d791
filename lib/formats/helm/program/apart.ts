/** Running helm while this process goes on. */
import { spawn } from 'node:child_process';
import { endedWithUs } from '../../../program';
import {
  answerOf, type Ended, environment, findProgram, type HelmAnswer, type HelmCall, MAX_OUTPUT, missing, programOf, TIMEOUT_SECONDS, TOO_MUCH,
  tooLong, withLimit,
} from './program';

/** As `runHelm`. Helm does not outlive this process. @throws BoxcutterError `helm-missing`, category server */
export async function runHelmApart({ helm, args, home, input = '', timeoutSeconds = TIMEOUT_SECONDS }: HelmCall): Promise<HelmAnswer> {
  const program = programOf(helm);
  const [command, ...words] = withLimit(findProgram(program));
  const child = spawn(command, [...words, ...args], { cwd: home, env: environment(home), stdio: 'pipe', windowsHide: true });
  const kill = (): void => void child.kill('SIGKILL');
  const ended = endedWithUs(kill);
  let why: string | undefined;
  const stop = (reason: string): void => {
    why ??= reason;
    kill();
  };
  const timer = setTimeout(() => stop(tooLong(timeoutSeconds)), timeoutSeconds * 1000);
  const texts = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  for (const name of ['stdout', 'stderr'] as const) {
    let bytes = 0;
    child[name].on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_OUTPUT) stop(TOO_MUCH);
      else texts[name].push(chunk);
    });
  }
  // A helm that ends before it has read everything has said why.
  child.stdin.on('error', () => undefined).end(input);
  try {
    const how = await new Promise<Pick<Ended, 'status' | 'signal'>>((resolve, reject) => {
      child.once('error', (error) => reject(missing(program, error)));
      child.once('close', (status, signal) => resolve({ status, signal }));
    });
    if (why !== undefined) return { type: 'stopped', why };
    const [stdout, stderr] = [texts.stdout, texts.stderr].map((chunks) => Buffer.concat(chunks).toString('utf8'));
    return answerOf({ ...how, stdout: stdout ?? '', stderr: stderr ?? '' });
  } finally {
    clearTimeout(timer);
    ended();
  }
}
