/** Kubernetes manifests in files as constructs, without changing a value of them. */
import type { Construct } from 'constructs';
import { loadManifests } from '../../lib/formats/detect/load-manifests';
import { yamlWording } from '../../lib/yaml';
import { ReadObjects } from './read-objects';

export interface ManifestsProps {
  /** A YAML or JSON file, or a folder of them; relative to the working directory. */
  readonly path: string;

  /**
   * Namespace of namespaced objects that name none.
   * @default - that of the revision or chart
   */
  readonly namespace?: string;
}

/**
 * The objects of a file or of a folder, read when the construct is created. Every value stays as written: nulls, dates,
 * numbers and strings that look like numbers. In a revision, and in every other chart.
 *
 * Each object is an ApiObject of its own that can be patched, ordered, probed and put into phases; labels and annotations
 * that are added to it, and the labels of the chart, are merged into what the file says.
 */
export class Manifests extends ReadObjects {
  /** What was passed over, and why: files and documents that are no Kubernetes objects. */
  readonly notes: readonly string[];
  protected readonly source: string;

  /**
   * What is wrong with the files is reported by the validation, with file and line.
   *
   * @throws BoxcutterError `manifests-not-found`, `manifests-unreadable`, `manifests-empty`, `manifests-are-a-chart`: there is nothing to
   * read
   */
  constructor(scope: Construct, id: string, { path, namespace }: ManifestsProps) {
    super(scope, id);
    this.source = path;
    const { objects, issues, notes } = loadManifests(path);
    this.notes = notes;
    this.take({
      objects,
      namespace,
      issues,
      wording: yamlWording,
    });
  }
}
