import { BoxcutterError, messageOf } from '../../errors';
import type { Credentials, Identity } from './identity';
import type { KubeconfigUser } from './kubeconfig';
import type { ProviderSource } from './provider-source';

/** A token service answers within seconds; one that takes longer hangs, and everything with it. */
const DEADLINE_MS = 60_000;

type AuthProvider = NonNullable<KubeconfigUser['auth-provider']>;

/**
 * The older `auth-provider` entries (OIDC with refresh token, gcp, azure). Kubernetes' own client knows them; what is needed of it is
 * loaded only for them.
 */
export function authProviderCredentials(
  provider: AuthProvider, load: (provider: AuthProvider) => Promise<ProviderSource> = loadProvider, deadlineMs = DEADLINE_MS,
): Credentials {
  let source: Promise<ProviderSource> | undefined;
  const ask = async (): Promise<Identity> => {
    try {
      requireVerification();
      source ??= load(provider);
      const authorization = await within(deadlineMs, (await source)());
      return authorization === undefined ? {} : { authorization };
    } catch (error) {
      source = undefined;
      throw new BoxcutterError(
        'credentials-unavailable', 'server',
        `The auth provider ${provider.name} gave no credentials: ${messageOf(error)}.`,
        {
          hint: 'Log in again with the tool that wrote the kubeconfig.',
          details: { provider: provider.name },
          cause: error,
        },
      );
    }
  };
  // One question at a time: requests that find the token expired at the same moment must not spend the same refresh token several times.
  let asking: Promise<Identity> | undefined;
  return {
    mayAsk: true,
    current: () => {
      asking ??= ask().finally(() => (asking = undefined));
      return asking;
    },
    // The providers refresh by expiry, and a refresh token may be good only once: there is nothing to throw away.
    renew: () => false,
  };
}

/** The libraries of the providers ask their token services by Node's own defaults, which the environment can switch off. */
function requireVerification(): void {
  if (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return;
  throw new Error('NODE_TLS_REJECT_UNAUTHORIZED=0 is set, so its token service would not be verified; unset it');
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`there was no answer within ${ms / 1000} s`)), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

async function loadProvider(provider: AuthProvider): Promise<ProviderSource> {
  const { providerSource } = await import('./provider-source.js');
  return providerSource(provider);
}
