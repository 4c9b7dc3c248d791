/** What a caller says of a repository. */
import type { RefusesAddress } from './address';

export type GitRef = { readonly branch: string } | { readonly tag: string } | { readonly commit: string };

export interface GitCredentials {
  readonly username: string;
  readonly password: string;
}

export interface GitRepository {
  /** `https://…` */
  readonly repository: string;
  readonly credentials?: GitCredentials | undefined;
  /** The certificate of the server is not verified. @default false */
  readonly insecure?: boolean | undefined;
  /** `file://` is allowed. @default false */
  readonly allowLocal?: boolean | undefined;
  /** With the configuration of the user of this process, whose credential helpers are asked. @default false */
  readonly asUser?: boolean | undefined;
  /** Which addresses are not asked, also where a name leads there. @default all are */
  readonly refuses?: RefusesAddress | undefined;
  /** Bytes of what is fetched. @default 512 MiB */
  readonly fetched?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}
