import { BoxcutterError } from '../../errors';
import { authProviderCredentials } from './auth-provider';
import { execCredentials } from './exec-plugin';
import { fileCredentials } from './file-credentials';
import type { Credentials } from './identity';
import type { ExecConfig, KubeconfigCluster, KubeconfigUser } from './kubeconfig';

/** For servers without TLS. */
export const noCredentials: Credentials = { current: () => Promise.resolve({}), renew: () => false };

/**
 * The credentials of a kubeconfig user: a credential plugin before an auth provider before what stands in the kubeconfig or in files.
 * @param cluster given to credential plugins that ask for it
 * @param fileMs how long the content of files is believed, in milliseconds
 */
export function credentialsOf(user: KubeconfigUser, cluster: KubeconfigCluster, fileMs: number): Credentials {
  if (user.exec) return execCredentials(checkedExec(user.exec), cluster);
  if (user['auth-provider']) return authProviderCredentials(user['auth-provider']);
  return fileCredentials(user, fileMs);
}

function checkedExec(exec: ExecConfig): ExecConfig {
  if (typeof exec.command === 'string' && exec.command !== '' && typeof exec.apiVersion === 'string') return exec;
  throw new BoxcutterError(
    'kubeconfig-invalid', 'input',
    'The credential plugin (users[].user.exec) of the kubeconfig lacks command or apiVersion.',
    { hint: 'Create the kubeconfig again with the tool of your provider.' },
  );
}
