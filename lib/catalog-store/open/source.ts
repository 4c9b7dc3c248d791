/** What a user names, as something whose content can be told apart and taken in. */
import type { CatalogFiles } from '../../catalog';
import type { ReadImageOptions, RegistryOptions } from '../../image';
import type { Validators } from '../store/names';

/** How catalogs are got at. */
export interface ReachOptions extends ReadImageOptions {
  /** How registries are reached: credentials, mirrors, cache. Certificates of authorities count for servers of catalogs, too. */
  readonly registry?: RegistryOptions | undefined;
  /** Where settings and proxies are found. @default that of the process */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Breaks off what is under way, with the error `interrupted`. */
  readonly signal?: AbortSignal | undefined;
}

/** A catalog that is somewhere else, and can be kept here. */
export interface RemoteCatalog {
  /** What it is called in messages. */
  readonly origin: string;
  /** Under which name the store keeps what it was when it was last asked for. */
  readonly key: string;
  /** It lies on this machine, or only what is kept of it is looked at. @default false */
  readonly sendsNothing?: boolean | undefined;
  /**
   * Asks what it is now.
   * @param known what the store has under {@link key}, if it has its content, too
   */
  now(known: KnownCatalog | undefined): Promise<RemoteState>;
}

export interface KnownCatalog {
  readonly digest: string;
  readonly validators?: Validators | undefined;
}

export type RemoteState = { readonly type: 'unchanged' } | ChangedState;

export interface ChangedState {
  readonly type: 'changed';
  /** By which the store knows the content. Undefined: that of the content itself, which only shows when it is read. */
  readonly digest?: string | undefined;
  readonly validators?: Validators | undefined;
  /** Gets the files, for a store that does not have them. */
  fetch(): Promise<FetchedFiles>;
}

/** In memory, or in a folder of their own. */
export interface FetchedFiles {
  readonly files: CatalogFiles;
  /** They are not needed any more. */
  done(): Promise<void>;
}
