/** What an app says of a package in it that is to travel: what a bundle of it is made of, and what it has to give back. */
import type { JsonObject, JsonValue, ProgressionProbe } from '../../api';
import type { BundleMetadata } from '../detect/known-formats';

export interface Traveller {
  readonly extension: string;
  readonly packageName: string;
  readonly version: string;
  /** Where the app installs it. */
  readonly namespace: string;
  /** Name of its class. */
  readonly className: string;
  /** The module that declares its class; absent: the engine does not say. */
  readonly file?: string;
  /** That module is the program of the app itself. */
  readonly isMain: boolean;
  /** JSON Schema of its configuration. */
  readonly schema: JsonValue;
  readonly metadata: BundleMetadata;
  readonly traits: RevisionTraits;
  /** Configurations, and what the package makes of them where it is at home: a `PackageOutput` as text. */
  readonly samples: readonly Sample[];
}

export interface Sample {
  /** As it is when the package sees it: checked, with defaults. */
  readonly config: JsonObject;
  readonly output: string;
}

/** What the app says of the revision beside version, namespace and configuration: all of it as data. */
export interface RevisionTraits {
  readonly props: JsonObject;
  /** A target is a kind or a label selector: constructs are not there yet. */
  readonly probes: readonly { readonly target: JsonObject; readonly assertions: readonly ProgressionProbe['assertions'][number][] }[];
}
