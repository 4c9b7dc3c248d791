/** The container images that a bundle makes a cluster pull: for mirrors, air-gapped clusters and scanners. */
import { asObject, isJsonObject, type JsonObject, type JsonValue } from '../api';
import { compareBytes } from '../api/canonical-json';
import type { SourceObject } from '../revision';
import { asString } from '../schema';
import type { Bundle } from './bundle';

export interface ImageUse {
  readonly image: string;
  /** Named by digest: the same everywhere and for ever. */
  readonly pinned: boolean;
  /** Where it is named: `Deployment keda-operator: container keda-operator`, `related image kiali`. Sorted. */
  readonly usedBy: readonly string[];
}

/**
 * Images of the containers of workloads, those that operators start later (environment variables `RELATED_IMAGE_…`), and `relatedImages`.
 * Sorted by name, each once.
 *
 * @param objects what the bundle renders to; without them only what the bundle itself says
 */
export function imagesOf(bundle: Pick<Bundle, 'csv'>, objects: readonly SourceObject[] = []): readonly ImageUse[] {
  const uses = new Map<string, Set<string>>();
  const add = (image: string | undefined, by: string): void => {
    if (image === undefined || image === '') return;
    uses.set(image, (uses.get(image) ?? new Set()).add(by));
  };
  for (const { name, spec } of bundle.csv?.deployments ?? []) podImages(asObject(spec['template']), `Deployment ${name}`, add);
  for (const { name, image } of bundle.csv?.relatedImages ?? []) add(image, `related image ${name}`);
  for (const { manifest } of objects) podImages(templateOf(manifest), `${String(manifest['kind'])} ${asString(asObject(manifest['metadata'])?.['name']) ?? ''}`, add);
  return [...uses].sort(([a], [b]) => compareBytes(a, b)).map(([image, by]) => ({ image, pinned: /@sha\d+:/.test(image), usedBy: [...by].sort(compareBytes) }));
}

type Add = (image: string | undefined, by: string) => void;

/** The pod template of a workload, or the pod itself. */
function templateOf(manifest: JsonObject): JsonObject | undefined {
  if (manifest['kind'] === 'Pod') return manifest;
  const spec = asObject(manifest['spec']);
  return asObject(spec?.['template']) ?? asObject(asObject(asObject(spec?.['jobTemplate'])?.['spec'])?.['template']);
}

function podImages(template: JsonObject | undefined, owner: string, add: Add): void {
  const spec = asObject(template?.['spec']);
  for (const [member, word] of [['initContainers', 'init container'], ['containers', 'container'], ['ephemeralContainers', 'container']] as const) {
    for (const container of objectsIn(spec?.[member])) {
      const place = `${owner}: ${word} ${asString(container['name']) ?? ''}`;
      add(asString(container['image']), place);
      for (const variable of objectsIn(container['env'])) {
        const name = asString(variable['name']) ?? '';
        if (name.startsWith('RELATED_IMAGE_')) add(asString(variable['value']), `${place}, ${name}`);
      }
    }
  }
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
