import { spawn } from 'node:child_process';
import { BoxcutterError } from '../errors';
import type { Credentials, Identity } from './credentials';
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

/**
 * Credentials of a command that the kubeconfig names (EKS, GKE, AKS, OIDC logins). It runs once, and again when its credentials expire or are
 * refused. KUBERNETES_EXEC_INFO is passed as the protocol demands.
 */
export function execCredentials(exec: ExecConfig, cluster: KubeconfigCluster): Credentials {
  let cached: Promise<{ identity: Identity; expires: number }> | undefined;
  const ask = async (): Promise<{ identity: Identity; expires: number }> => {
    const output = await run(exec, execInfo(exec, cluster));
    return understand(exec, output);
  };
  return {
    current: async () => {
      if (cached !== undefined && (await cached).expires <= Date.now()) cached = undefined;
      cached ??= ask();
      try {
        return (await cached).identity;
      } catch (error) {
        cached = undefined;
        throw error;
      }
    },
    renew: () => {
      cached = undefined;
      return true;
    },
  };
}

function execInfo(exec: ExecConfig, cluster: KubeconfigCluster): string {
  const interactive = exec.interactiveMode !== 'Never' && process.stdin.isTTY === true;
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

function run(exec: ExecConfig, info: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...Object.fromEntries((exec.env ?? []).map(({ name, value }) => [name, value])), KUBERNETES_EXEC_INFO: info };
    const stdin = exec.interactiveMode === 'Never' ? 'ignore' : 'inherit';
    // What the plugin says on stderr is for the user (a device code, for instance), so it is shown as well as kept.
    const child = spawn(exec.command, [...(exec.args ?? [])], { env, stdio: [stdin, 'pipe', 'pipe'] });
    let output = '';
    let complaint = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
      if (stdin === 'inherit') process.stderr.write(text);
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      const problem = error.code === 'ENOENT' ? 'is not installed' : `cannot be started (${error.message})`;
      reject(unavailable(exec, `The credential plugin ${exec.command} of the kubeconfig ${problem}.`, exec.installHint));
    });
    child.on('close', (code) => {
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
    hint: hint?.trim() || `Run the command by hand to see what is wrong: ${[exec.command, ...(exec.args ?? [])].join(' ')}`,
    details: { command: exec.command },
  });
}
