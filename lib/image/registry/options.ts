import { defined } from '../../defined';
import { HttpClient } from '../../net';
import { blobCache, type BlobCache } from './cache/blob-cache';
import { givenCredentials, userCredentials, type CredentialSource } from './credentials';
import type { RegistryCredentials } from './docker-config';
import type { ImageReference } from './reference';
import { defaultTiming, type RegistryTiming } from './retry';
import type { Wire } from './session';
import { checkMirrors, loadRegistrySettings, type Mirror, type RegistrySettings } from './settings';

export interface RegistryOptions {
  /** Default: those of this user ({@link loadRegistrySettings}). */
  readonly settings?: RegistrySettings | undefined;
  /** Mirrors that go before those of the settings. */
  readonly mirrors?: readonly Mirror[] | undefined;
  /** Speak plain HTTP to the registry that the reference names. */
  readonly plainHttp?: boolean | undefined;
  /** For the registry that the reference names; sent to no other. */
  readonly credentials?: RegistryCredentials | undefined;
  /** Further credentials, before those of this user: {@link pullSecretCredentials}. */
  readonly pullSecrets?: readonly CredentialSource[] | undefined;
  /** Those of this user as well: files and helpers of docker and podman. @default true */
  readonly userCredentials?: boolean | undefined;
  /** Where blobs and manifests are kept by digest; default {@link blobCache}, false for none. */
  readonly cache?: BlobCache | false | undefined;
  /**
   * Nothing is sent: what is not kept on this machine is the error `image-not-kept`, and tags mean what they meant the last time.
   * @default false
   */
  readonly offline?: boolean | undefined;
  /** Where files and programs with credentials, settings, cache and proxies are found; default that of the process. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly timing?: Partial<RegistryTiming> | undefined;
  /**
   * Which addresses are not asked, not even where the reference names them: then another than the user of this machine has written it.
   * Mirrors and hosts of the settings are asked wherever they are. @default link-local ones, unless the reference names them
   */
  readonly refuses?: ((address: string) => boolean) | undefined;
  /** Breaks off what is under way, with the error `interrupted`. */
  readonly signal?: AbortSignal | undefined;
}

/** Options with all that was left out. */
export interface ResolvedOptions {
  readonly settings: RegistrySettings;
  readonly wire: Wire;
  readonly cache: BlobCache | undefined;
}

/** @throws BoxcutterError `registry-settings`, `registry-credentials` */
export function resolveOptions({ registry }: ImageReference, options: RegistryOptions): ResolvedOptions {
  const env = options.env ?? process.env;
  checkMirrors([...(options.mirrors ?? []), ...(options.settings?.mirrors ?? [])]);
  const loaded = options.settings ?? loadRegistrySettings(env);
  const settings = merge(loaded, registry, options);
  const hosts = settings.registries ?? {};
  const mirrors = (settings.mirrors ?? []).flatMap((rule) => rule.mirrors.map((mirror) => mirror.split('/')[0]));
  const named = new Set([...mirrors, ...Object.keys(options.refuses === undefined ? hosts : loaded.registries ?? {})]);
  const timing = { ...defaultTiming, ...options.timing };
  const given = options.credentials === undefined ? [] : [givenCredentials(options.credentials, registry)];
  return {
    settings,
    cache: options.cache === false ? undefined : options.cache ?? blobCache({ env }),
    wire: {
      http: new HttpClient({
        authorities: (url) => hosts[url.host]?.ca,
        isNamed: (host) => named.has(host),
        refuses: options.refuses,
        env,
        connectMs: timing.connectMs,
        silenceMs: timing.silenceMs,
        bytesPerSecond: timing.bytesPerSecond,
        mostMs: timing.mostMs,
      }),
      credentials: [...given, ...(options.pullSecrets ?? []), ...(options.userCredentials === false ? [] : userCredentials(env))],
      mayBePlain: (host) => hosts[host]?.plainHttp === true,
      signal: options.signal,
      timing,
    },
  };
}

function merge(settings: RegistrySettings, registry: string, { mirrors = [], plainHttp }: RegistryOptions): RegistrySettings {
  const own = { [registry]: { ...settings.registries?.[registry], ...defined({ plainHttp }) } };
  return {
    // Of two that fit equally well the first counts.
    mirrors: [...mirrors, ...(settings.mirrors ?? [])],
    registries: { ...settings.registries, ...own },
  };
}
