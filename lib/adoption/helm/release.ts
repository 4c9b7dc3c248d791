/** A Helm release as it is stored, as data. Types only. */
import type { JsonObject, KubeObject } from '../../api';

/** What Helm says of a release (helm.sh/helm, pkg/release). */
export type ReleaseStatus =
  | 'unknown' | 'deployed' | 'uninstalled' | 'superseded' | 'failed' | 'uninstalling' | 'pending-install' | 'pending-upgrade'
  | 'pending-rollback';

/** Who has stored it: Helm itself, or operator-controller, which uses Helm as a library. */
export type ReleaseStorage = 'helm' | 'operator-controller';

export interface HelmHook {
  readonly name: string;
  readonly kind: string;
  /** Template that it comes from: `web/templates/migrate.yaml`. */
  readonly path: string;
  /** YAML. */
  readonly manifest: string;
  readonly events: readonly string[];
}

export interface HelmRelease {
  readonly name: string;
  readonly namespace: string;
  /** Number of the release, from 1. */
  readonly version: number;
  readonly status: ReleaseStatus;
  readonly storage: ReleaseStorage;
  readonly chart: { readonly name: string; readonly version?: string; readonly appVersion?: string };
  /** The values that the user gave. They may hold secrets. */
  readonly config: JsonObject;
  /** Everything but hooks and what is in `crds/`: YAML documents, or an object of JSON a line. */
  readonly manifest: string;
  readonly hooks: readonly HelmHook[];
  /** Files of the chart itself that are no templates, those of `crds/` among them; those of charts within it are not stored. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Beside the release: what operator-controller says of the bundle. */
  readonly labels: Readonly<Record<string, string>>;
  /** Helm wrote its objects by server-side apply. */
  readonly appliesServerSide: boolean;
}

/** One stored version of a release, with the object that holds it: what its labels say, without its content. */
export interface StoredRelease {
  readonly object: KubeObject;
  readonly name: string;
  readonly version: number;
  readonly status: ReleaseStatus;
  readonly storage: ReleaseStorage;
}
