/** Bundles that registries hold as artifacts of a kind of their own, not as images with folders. */
import type { JsonObject } from '../../api';

/** What goes into one: a configuration document, and the files of its only layer. */
export interface Artifact {
  readonly config: JsonObject;
  readonly contents: readonly (readonly [path: string, bytes: Buffer])[];
  /** Annotations of the manifest. */
  readonly annotations: Readonly<Record<string, string>>;
}

export interface ArtifactTypes {
  /** Media type of the configuration document, by which such an artifact is recognised. */
  readonly config: string;
  /** Media type of the layer with the files. Others beside it are passed over. */
  readonly content: string;
}
