/** Programs that keep credentials (`docker-credential-<name>`): `get`, the server on standard input, one JSON object back. */
import { spawn } from 'node:child_process';
import { isJsonObject } from '../../api';
import { BoxcutterError } from '../../errors';
import type { RegistryCredentials } from './docker-config';

/** One that asks a cloud takes seconds; one that has taken this long hangs. */
export const HELPER_DEADLINE_MS = 60_000;
const MAX_OUTPUT = 64 * 1024;

/**
 * @param server key under which the program knows the registry
 * @returns undefined when it has none
 * @throws BoxcutterError `registry-credentials`; what the program printed is never repeated
 */
export async function askHelper(
  helper: string, server: string, env: NodeJS.ProcessEnv, deadlineMs = HELPER_DEADLINE_MS,
): Promise<RegistryCredentials | undefined> {
  const program = `docker-credential-${helper}`;
  const failed = (what: string, hint = `To see what it prints: echo ${server} | ${program} get`): BoxcutterError =>
    new BoxcutterError(
      'registry-credentials', 'server',
      `The program ${program} gave no credentials for ${server}: ${what}.`,
      { hint, details: { program, server } },
    );
  if (!/^[\w.-]+$/.test(helper)) {
    throw failed('its name cannot be the name of a program', 'Correct credsStore or credHelpers in the file with the credentials.');
  }

  const { code, output } = await run(program, server, env, deadlineMs, failed);
  // The one message of the protocol: there are none, which is no fault.
  if (code !== 0 && /credentials not found/i.test(output)) return undefined;
  if (code !== 0) throw failed(`it failed with exit code ${code}`);
  let answer: unknown;
  try {
    answer = JSON.parse(output);
  } catch {
    throw failed('its answer is not JSON');
  }
  if (!isJsonObject(answer) || typeof answer['Secret'] !== 'string') throw failed('its answer has no Secret');
  const { Username: username, Secret: secret } = answer;
  if (secret === '') return undefined;
  return username === '<token>' || typeof username !== 'string' ? { identityToken: secret } : { username, password: secret };
}

function run(
  program: string, input: string, env: NodeJS.ProcessEnv, deadlineMs: number, failed: (what: string, hint?: string) => BoxcutterError,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, ['get'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
    let output = '';
    const stop = (error: BoxcutterError): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      // What the program has started may hold it open for ever.
      child.stdout.destroy();
      reject(error);
    };
    const timer = setTimeout(() => stop(failed(`there was no answer within ${deadlineMs / 1000} s`)), deadlineMs);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.length > MAX_OUTPUT) stop(failed('its answer is too long'));
    });
    child.on('error', (error: NodeJS.ErrnoException) =>
      stop(error.code === 'ENOENT'
        ? failed('it is not installed', 'Install it, or remove it from credsStore or credHelpers in the file with the credentials.')
        : failed(`it cannot be started (${error.code ?? error.message})`)));
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
    // A program that does not read its input has closed the pipe; its answer says what is wrong.
    child.stdin.on('error', () => {});
    child.stdin.end(`${input}\n`);
  });
}
