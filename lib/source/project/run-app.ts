/**
 * Running a cdk8s app, and making sense of how it fails: what the app or this package has to say about the content, without the
 * stack trace that Node puts around it.
 */
import { spawn } from 'node:child_process';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { type AppCrash, readCrash } from './app-crash';

/** From the keyboard, and from programs that end others. */
const ENDING = ['SIGINT', 'SIGTERM'] as const;

export interface AppPlace {
  /** Where it runs. @default that of this process */
  readonly folder?: string;
  /** Beside the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Runs the app in a shell with the output directory that cdk8s apps look for. What it prints goes to standard error.
 * An interruption ends the app, and then us: what was made for it is cleared away before. The second one ends all at once.
 * @returns its exit code, 0 included; 130 when it was interrupted
 * @throws BoxcutterError category `input` when what it declares is wrong, or it ended with an exception (`app-threw`)
 */
export async function runApp(command: string, outputDirectory: string, { folder, environment }: AppPlace = {}): Promise<number> {
  const env = { ...process.env, ...environment, CDK8S_OUTDIR: outputDirectory };
  const child = spawn(command, { shell: true, stdio: ['inherit', 'pipe', 'pipe'], env, ...defined({ cwd: folder }) });
  const said: Buffer[] = [];
  child.stdout.pipe(process.stderr, { end: false });
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of ENDING) process.once(signal, pass);
  const exit = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  }).finally(() => {
    for (const signal of ENDING) process.off(signal, pass);
  });
  const text = Buffer.concat(said).toString('utf8');
  const problem = exit === 0 ? undefined : readFailure(text);
  if (problem !== undefined) {
    process.stderr.write(problem.before);
    throw new BoxcutterError('synth-invalid', 'input', problem.message, problem.hint === undefined ? {} : { hint: problem.hint });
  }
  const crash = exit === 0 ? undefined : readCrash(text, folder);
  if (crash === undefined || process.env['BOXCUTTER_DEBUG'] !== undefined) process.stderr.write(text);
  else process.stderr.write(crash.before);
  if (crash !== undefined) throw appThrew(crash);
  return exit;
}

function appThrew({ place, message }: AppCrash): BoxcutterError {
  const what = (place === undefined ? message : `${place}: ${message}`).replaceAll('\n', '\n  ');
  return new BoxcutterError('app-threw', 'input', `The app ended with an exception; nothing was written:\n  ${what}`, {
    hint: 'Set BOXCUTTER_DEBUG=1 to see the whole stack.',
  });
}

export interface AppFailure {
  /** What was said before, warnings for instance. */
  readonly before: string;
  readonly message: string;
  readonly hint?: string;
}

/** Node's report of an uncaught error: file, source line, marker, then the error and its stack. */
const REPORT = /(?:^|\n)(?:[^\n]*:\d+\n[^\n]*\n[^\n]*\^[^\n]*\n+)?(Error: Validation failed with the following errors:|BoxcutterError: )/;

/** Finds a failed validation of cdk8s, or an error of this package, in what a process said last; undefined for other failures. */
export function readFailure(stderr: string): AppFailure | undefined {
  const found = REPORT.exec(stderr);
  if (found === null) return undefined;
  const before = stderr.slice(0, found.index + (found[0].startsWith('\n') ? 1 : 0));
  const rest = stderr.slice(found.index + found[0].length);
  const [said = ''] = rest.split(/\n {4}at /);
  const hint = /\n {2}hint: (['"`])(.*?)\1,?\n/.exec(rest.slice(said.length))?.[2];
  if (found[1]?.startsWith('BoxcutterError') === true) return { before, message: said.trim(), ...defined({ hint }) };
  const lines = said.split('\n').map((line) => line.replace(/^ {2}/, '').trimEnd()).filter((line) => line !== '');
  return { before, message: `What the app declares is not valid; nothing was written:\n${lines.map((line) => `  ${line}`).join('\n')}` };
}
