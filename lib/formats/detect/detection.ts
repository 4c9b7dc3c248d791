/**
 * How a format is known. This is the light part of its face: nothing of what reads or renders bundles is loaded for it, since the command
 * looks at it before it knows whether there is a bundle.
 */
import type { JsonObject } from '../../api';
import type { BoxcutterError } from '../../errors';
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
  /** Paths of files that are read as they are: an issue about one has a line in it. What comes out of a template has none. */
  readonly writtenFiles: RegExp;
  /** Folder of files that become manifests only when they are rendered. @default none */
  readonly templates?: string;
  /** Hidden folders that belong to a folder of this format. @default none */
  readonly hiddenFolders?: HiddenFolders;
  /** The error for a folder of this format that is read as one of plain manifests; undefined: it may be one. @default none */
  readonly refusal?: (folder: FolderView, path: string) => BoxcutterError | undefined;
  /**
   * Why a document that lies among plain manifests belongs to a bundle of this format and to no cluster, as the end of a sentence;
   * undefined: it does not. @default none
   * @param file its path, with the separators of this machine
   */
  readonly whyNoObject?: (document: JsonObject, file: string) => string | undefined;
}

/** All but those that are named here. */
export interface HiddenFolders {
  /** The file at the root that shows the format. */
  readonly beside: string;
  readonly except: readonly string[];
  /** A file at the root that names further exceptions, one a line. */
  readonly exceptThoseIn: string;
}
