/**
 * The chart of a release: a template for each rendered object, and beside them the documents of the revision that the release becomes when
 * it is taken over, with all that a release has no place for (phases, probes). Pure.
 */
import type { KubeObject, RevisionManifest } from '../../api';
import { sha256 } from '../../api/canonical-json';

export interface RevisionDocuments {
  readonly manifest: RevisionManifest;
  readonly secrets: readonly KubeObject[];
}

export const DOCUMENTS = 'files/revision.json';

export interface HelmChart {
  /** By path within the chart. */
  readonly files: Readonly<Record<string, string>>;
  readonly digest: string;
}

export function chartOf(name: string, version: string, objects: readonly KubeObject[], documents: RevisionDocuments): HelmChart {
  const text = JSON.stringify(documents);
  const width = String(objects.length).length;
  const templates = objects.map((object, index) => (
    [`templates/${String(index).padStart(width, '0')}-${object.kind.toLowerCase()}.yaml`, asTemplate(JSON.stringify(object))] as const
  ));
  const metadata = { apiVersion: 'v2', name, version, description: 'Objects of a ClusterExtension, rendered.' };
  const files = { 'Chart.yaml': JSON.stringify(metadata), [DOCUMENTS]: text, ...Object.fromEntries(templates) };
  return { files, digest: digestOf(text) };
}

export function digestOf(documents: string): string {
  return `sha256:${sha256(documents).toString('hex')}`;
}

/** What looks like an action of a template is text. */
function asTemplate(text: string): string {
  return text.replaceAll('{{', '{{ "{{" }}');
}
