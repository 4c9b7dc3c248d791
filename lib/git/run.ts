/** One run of the program git, as it is asked for. */
import type { Authorities } from './authorities';

export type GitProtocol = 'https' | 'http' | 'file';

export interface GitRun {
  readonly args: readonly string[];
  /** The repository that is worked in; watched while the program runs. */
  readonly folder: string;
  /** The only protocol that it may speak, whatever a server redirects to. */
  readonly protocol: GitProtocol;
  /** With the configuration and the credential helpers of the user of this process. @default false: with nothing of it */
  readonly asUser?: boolean | undefined;
  /** Settings that other processes of the machine must not see in the list of processes. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Those that may have signed the certificate of the server. @default those that git knows */
  readonly authorities?: Authorities;
  readonly input?: Buffer | string;
  /** Bytes of its answer. @default 64 MiB */
  readonly limit?: number;
  /** Bytes of the repository. @default 512 MiB */
  readonly fetched?: number | undefined;
  /** Ends it, and everything that it has started, at once. */
  readonly signal?: AbortSignal | undefined;
}
