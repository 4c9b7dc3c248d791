/**
 * How a format is known. This is the light part of its face: nothing of what reads or renders bundles is loaded for it, since the command
 * looks at it before it knows whether there is a bundle.
 */
import type { BundleFiles } from '../bundle';
import type { FolderView } from './folder-view';

export interface Detection<Name extends string = string> {
  readonly name: Name;
  /** What messages call a folder of this format. */
  readonly noun: 'bundle' | 'Helm chart';
  /** How `metadata/annotations.yaml` calls it; what it says goes before all that the files look like. */
  readonly mediaTypes: readonly string[];
  /** Whether files without such an annotation look like this format. The first format that says yes is taken. */
  readonly detect: (files: BundleFiles) => boolean;
  /**
   * Whether a folder that may as well hold plain objects is surely a bundle of this format. Stricter than `detect`, which knows that the
   * files are a bundle.
   */
  readonly marks: (folder: FolderView) => boolean;
}
