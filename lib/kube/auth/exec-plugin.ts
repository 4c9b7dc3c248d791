import { BoxcutterError } from '../../errors';
import type { Credentials, Identity } from './identity';
import type { ExecConfig, KubeconfigCluster } from './kubeconfig';

/** The answer of a credential plugin (client.authentication.k8s.io ExecCredential). */
interface ExecCredential {
  readonly status?: {
    readonly token?: string;
    readonly clientCertificateData?: string;
    readonly clientKeyData?: string;
    /** RFC 3339; absent: good until the server says otherwise. */
    readonly expirationTimestamp?: string;
  };
}

/** Ask for new credentials this long before the old ones end, so that none ends on its way. */
const MARGIN_MS = 10_000;

/** A plugin that talks to a token service takes seconds; one that takes longer hangs, and everything with it. */
const DEADLINE_MS = 60_000;
/** A plugin that may ask its user at the terminal: the user has to find the telephone with the second factor. */
const INTERACTIVE_DEADLINE_MS = 300_000;

/**
 * Credentials of a command that the kubeconfig names (EKS, GKE, AKS, OIDC logins). It runs once, and again when its credentials expire or
 * are refused. KUBERNETES_EXEC_INFO is passed as the protocol demands.
 */
export function execCredentials(exec: ExecConfig, cluster: KubeconfigCluster, deadlineMs = deadlineOf(exec)): Credentials {
  let cached: Promise<Obtained> | undefined;
  const ask = async (): Promise<Obtained> => {
    const output = await run(exec, execInfo(exec, cluster), deadlineMs);
    return { ...understand(exec, output), at: performance.now() };
  };
  /** Many requests find out at once that credentials are over: the first of them starts the plugin, the others wait for the same answer. */
  const forget = (known: Promise<Obtained>): void => {
    if (cached === known) cached = undefined;
  };
  let latest: Obtained | undefined;
  return {
    mayAsk: true,
    current: async () => {
      const known = cached;
      if (known !== undefined && (await isOver(known))) forget(known);
      const answer = (cached ??= ask());
      try {
        latest = await answer;
        return latest.identity;
      } catch (error) {
        forget(answer);
        throw error;
      }
    },
    renew: (sentAt = performance.now()) => {
      // What was refused may not be what we have by now, or are about to have.
      if (latest !== undefined && latest.at <= sentAt) {
        cached = undefined;
        latest = undefined;
      }
      return true;
    },
  };
}

/** Credentials that could not be had are not over: the caller that waits for them gets the error. */
async function isOver(obtained: Promise<Obtained>): Promise<boolean> {
  const known = await obtained.catch(() => undefined);
  return known !== undefined && known.expires <= Date.now();
}

interface Obtained {
  readonly identity: Identity;
  /** In milliseconds since the epoch. */
  readonly expires: number;
  /** When we got it, as `performance.now()`. */
  readonly at: number;
}

function isInteractive(exec: ExecConfig): boolean {
  return exec.interactiveMode !== 'Never' && process.stdin.isTTY === true;
}

function deadlineOf(exec: ExecConfig): number {
  return isInteractive(exec) ? INTERACTIVE_DEADLINE_MS : DEADLINE_MS;
}

function execInfo(exec: ExecConfig, cluster: KubeconfigCluster): string {
  const interactive = isInteractive(exec);
  const spec = {
    interactive,
    ...(exec.provideClusterInfo
      ? {
          cluster: {
            server: cluster.server,
            ...(cluster['certificate-authority-data'] ? { 'certificate-authority-data': cluster['certificate-authority-data'] } : {}),
            ...(cluster['tls-server-name'] ? { 'tls-server-name': cluster['tls-server-name'] } : {}),
            ...(cluster['insecure-skip-tls-verify'] ? { 'insecure-skip-tls-verify': true } : {}),
            ...(cluster['proxy-url'] ? { 'proxy-url': cluster['proxy-url'] } : {}),
          },
        }
      : {}),
  };
  return JSON.stringify({ apiVersion: exec.apiVersion, kind: 'ExecCredential', spec });
}

async function run(exec: ExecConfig, info: string, deadlineMs: number): Promise<string> {
  // Most kubeconfigs name no plugin.
  const { spawn } = await import('node:child_process');
  return new Promise((resolve, reject) => {
    const env = {
      ...process.env,
      ...Object.fromEntries((exec.env ?? []).map(({ name, value }) => [name, value])),
      KUBERNETES_EXEC_INFO: info,
    };
    const stdin = exec.interactiveMode === 'Never' ? 'ignore' : 'inherit';
    // What the plugin says on stderr is for the user (a device code, for instance), so it is shown as well as kept.
    const child = spawn(exec.command, [...(exec.args ?? [])], { env, stdio: [stdin, 'pipe', 'pipe'] });
    let output = '';
    let complaint = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      // What the plugin has started may hold them open for ever.
      child.stdout?.destroy();
      child.stderr?.destroy();
      const said = complaint.trim().slice(-500);
      const late = `The credential plugin ${exec.command} gave no credentials within ${deadlineMs / 1000} s`;
      reject(unavailable(exec, said ? `${late}. It said: ${said}` : `${late}.`));
    }, deadlineMs);
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
      if (stdin === 'inherit') process.stderr.write(text);
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      const problem = error.code === 'ENOENT' ? 'is not installed' : `cannot be started (${error.message})`;
      reject(unavailable(exec, `The credential plugin ${exec.command} of the kubeconfig ${problem}.`, exec.installHint));
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code === 0) return resolve(output);
      const said = complaint.trim().slice(-500);
      reject(unavailable(exec, `The credential plugin ${exec.command} failed (exit code ${code})${said ? `: ${said}` : '.'}`));
    });
  });
}

function understand(exec: ExecConfig, output: string): { identity: Identity; expires: number } {
  let credential: ExecCredential;
  try {
    credential = JSON.parse(output) as ExecCredential;
  } catch {
    // Its output may contain a token: do not repeat it.
    throw unavailable(exec, `The credential plugin ${exec.command} did not answer with JSON.`);
  }
  const { token, clientCertificateData: cert, clientKeyData: key, expirationTimestamp } = credential.status ?? {};
  if (!token && !(cert && key)) throw unavailable(exec, `The credential plugin ${exec.command} gave neither a token nor a certificate.`);
  const expires = expirationTimestamp === undefined ? Infinity : Date.parse(expirationTimestamp) - MARGIN_MS;
  const identity = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(cert && key ? { cert, key } : {}) };
  // Credentials that are already over are used once all the same: the clocks may differ, and the server's answer is the better message.
  return { identity, expires: Number.isNaN(expires) ? Infinity : expires };
}

function unavailable(exec: ExecConfig, message: string, hint?: string): BoxcutterError {
  return new BoxcutterError('credentials-unavailable', 'server', message, {
    hint: hint?.trim() || `Run the command by hand to see what is wrong: ${[exec.command, ...shownArguments(exec.args ?? [])].join(' ')}`,
    details: { command: exec.command },
  });
}

/** Arguments for a message: the client secrets and passwords that some plugins take there are not shown. */
function shownArguments(args: readonly string[]): readonly string[] {
  return args.map((argument, index) => {
    const option = /^(--?[^=]*(?:secret|password|passwd|token|key|credential)[^=]*)=/i.exec(argument)?.[1];
    if (option !== undefined) return `${option}=...`;
    const before = args[index - 1] ?? '';
    const isValue = !argument.startsWith('-') && /^--?[^=]*(?:secret|password|passwd|token|key|credential)[^=]*$/i.test(before);
    return isValue ? '...' : argument;
  });
}
