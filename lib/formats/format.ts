/**
 * The one face of a format. Everything outside the folders of the formats asks it, through `formatOf(bundle)` of `list.ts`, and no other
 * code decides anything by the name of a format.
 */
import type { JsonObject } from '../api';
import type { Issue, Origin } from '../issue';
import type { BundleFiles, CommonBundle, ReadAs, ReadOptions } from './bundle';
import type { Detection } from './detect/detection';
import type { BundleConfig, BundleConfigOptions } from './config/authored';
import type { Artifact, ArtifactTypes } from './files/artifact';
import type { NamedImage } from './images/pod-images';
import type { RenderOptions, RenderResult } from './rendering';
import type { FormatSummary } from './summary';

export interface Format<B extends CommonBundle> extends Detection<B['format']> {
  /** Reads the files and applies the rules of the format. */
  readonly read: (files: BundleFiles, options: ReadOptions) => ReadAs<B>;
  /** All that is wrong with the content, by the rules of the format. */
  readonly validate: (bundle: B) => readonly Issue[];
  /** Advice to the author: warnings that reading does not give. */
  readonly advise: (bundle: B, files: BundleFiles | undefined) => readonly Issue[];

  /**
   * The JSON Schema of what the format itself makes of a configuration; undefined: nothing.
   * @param form brief: parts that rendering checks by itself are only named
   */
  readonly ownSchema: (bundle: B, form: 'full' | 'brief') => JsonObject | undefined;
  /** The file in which authors give a schema, as messages name it. */
  readonly schemaName: string;
  readonly checkConfig: (bundle: B, config: unknown, options: BundleConfigOptions) => BundleConfig;
  /** The least configuration that rendering does with, for a reader who looks at a bundle and configures nothing. */
  readonly leastConfig: (bundle: B, installNamespace: string) => JsonObject;
  /** What the author presets and a user may change; undefined: the format has no such thing. */
  readonly presets: (bundle: B) => JsonObject | undefined;
  /** Namespaces that a configuration names, and that have to be there before. */
  readonly configuredNamespaces: (bundle: B, config: unknown) => readonly string[];

  /** @param config checked, with defaults */
  readonly render: (bundle: B, config: JsonObject, options: RenderOptions) => RenderResult;
  /** The same of a format whose rendering takes a program or a sandbox: the caller goes on meanwhile. Absent: it takes neither. */
  readonly renderApart?: (bundle: B, config: JsonObject, options: RenderOptions) => Promise<RenderResult>;
  /**
   * Templates make its objects: which they are depends on values and on what templates see of a cluster, and is known only when a program
   * has rendered them.
   */
  readonly isTemplated: boolean;
  /** The bundle holds no objects: its own code makes them, in this process, so that looking at it can show those of any configuration. */
  readonly makesObjects: boolean;
  /** Rendering knows which objects live in namespaces and gives them theirs; otherwise they come as their authors wrote them. */
  readonly placesObjects: boolean;
  /** Title of a message when rendering is refused; undefined: the usual one. */
  readonly refusalTitle: (bundle: B) => string | undefined;
  /** Whether a warning of the compile is about something that rendering itself has made, so that the author can do nothing about it. */
  readonly isAboutGenerated: (issue: Issue) => boolean;
  /** Whether a issue of rendering is for the author alone: who installs the bundle learns nothing from it, run after run. */
  readonly isForAuthors: (issue: Issue) => boolean;

  /** The part of the summary that is particular to the format. */
  readonly inspect: (bundle: B) => FormatSummary;
  /** Images that the bundle names beside its objects. */
  readonly images: (bundle: B) => readonly NamedImage[];
  /** The file, document or source that messages about the bundle as a whole name. */
  readonly mainOrigin: (bundle: B) => Origin;
  /** Where in its main document the source of a rendered object is; undefined: it is made from something else. */
  readonly sourceOf: (bundle: B, kind: string, name: string) => readonly string[] | undefined;

  /** How registries hold this format, where that is not an image with the folders of a bundle. */
  readonly artifact?: {
    readonly types: ArtifactTypes;
    /** @throws BoxcutterError category input: the files cannot be one */
    readonly of: (files: BundleFiles) => Artifact;
    /** What is wrong with an artifact that has not one layer of content, as the end of a sentence. */
    readonly miscounted: (layers: number) => string;
  };
}
