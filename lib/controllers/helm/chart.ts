/** The chart of a release: a template for each rendered object. Pure. */
import type { KubeObject } from '../../api';

export interface HelmChart {
  /** By path within the chart. */
  readonly files: Readonly<Record<string, string>>;
}

export function chartOf(name: string, version: string, objects: readonly KubeObject[]): HelmChart {
  const width = String(objects.length).length;
  const templates = objects.map((object, index) => (
    [`templates/${String(index).padStart(width, '0')}-${object.kind.toLowerCase()}.yaml`, asTemplate(JSON.stringify(object))] as const
  ));
  const metadata = { apiVersion: 'v2', name, version, description: 'Objects of a ClusterExtension, rendered.' };
  return { files: { 'Chart.yaml': JSON.stringify(metadata), ...Object.fromEntries(templates) } };
}

/** What is rendered is applied: helm would run an object with the annotation of a hook, and then know nothing of it. */
export function withoutHooks(object: KubeObject): KubeObject {
  const { annotations } = object.metadata;
  if (annotations === undefined) return object;
  const kept = Object.fromEntries(Object.entries(annotations).filter(([key]) => !/^helm\.sh\/hook(-|$)/.test(key)));
  return { ...object, metadata: { ...object.metadata, annotations: kept } };
}

/** What looks like an action of a template is text. */
function asTemplate(text: string): string {
  return text.replaceAll('{{', '{{ "{{" }}');
}
