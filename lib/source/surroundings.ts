/** What a source is configured for: what a cluster is asked, and how. Nothing here knows how a cluster is reached. */
import type { JsonObject } from '../api';
import type { CertificateProviderName } from '../formats';

/** What rendering takes from a cluster. Asked for only where it matters. */
export interface ClusterFacts {
  /** Who issues certificates there; `none`: no service does. */
  readonly certificates: CertificateProviderName;
  /** Like `1.36.3`. */
  readonly kubernetesVersion: string;
  /** Every version and kind that is served, as charts ask for them: `apps/v1`, `apps/v1/Deployment`. */
  readonly apiVersions: readonly string[];
}

/** What was chosen when the extension was applied last. Everything may be missing: older records do not know. */
export interface RecordedChoices {
  readonly packageName?: string;
  /** Before defaults; empty when nothing was configured, absent when it is not known. May hold secrets. */
  readonly config?: JsonObject;
  /** Who issues certificates, where the bundle needs them. */
  readonly certificates?: string;
}

export interface Surroundings {
  readonly onNote: (note: string) => void;
  /** How a cluster is asked; absent: there is none. */
  readonly facts?: (() => Promise<ClusterFacts>) | undefined;
  /** How it is asked what was chosen the last time; absent: nothing is upgraded. */
  readonly recorded?: ((extension: string) => Promise<RecordedChoices | undefined>) | undefined;
  /** Something is going to be written. @default false */
  readonly writes?: boolean | undefined;
  /** It is to be rolled out, or planned to be: what cannot be is refused. @default false */
  readonly rollsOut?: boolean | undefined;
}
