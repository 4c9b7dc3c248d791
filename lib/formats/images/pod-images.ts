/** The images that the containers of workloads name. */
import { asObject, isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { asString } from '../../schema';

export interface ImageUse {
  readonly image: string;
  /** Named by digest: the same everywhere and for ever. */
  readonly pinned: boolean;
  /** Where it is named: `Deployment keda-operator: container keda-operator`, `related image kiali`. Sorted. */
  readonly usedBy: readonly string[];
}

/** One place that names an image. */
export interface NamedImage {
  readonly image: string;
  /** As in {@link ImageUse.usedBy}. */
  readonly by: string;
}

/** Images of a workload, whatever its kind; none of other objects. */
export function imagesOfObject(manifest: JsonObject): readonly NamedImage[] {
  return imagesOfPods(templateOf(manifest), `${String(manifest['kind'])} ${asString(asObject(manifest['metadata'])?.['name']) ?? ''}`);
}

/** The pod template of a workload, or the pod itself. */
function templateOf(manifest: JsonObject): JsonObject | undefined {
  if (manifest['kind'] === 'Pod') return manifest;
  const spec = asObject(manifest['spec']);
  return asObject(spec?.['template']) ?? asObject(asObject(asObject(spec?.['jobTemplate'])?.['spec'])?.['template']);
}

const CONTAINERS = [['initContainers', 'init container'], ['containers', 'container'], ['ephemeralContainers', 'container']] as const;

/**
 * Images of the containers of a pod template, and those that operators start later (environment variables `RELATED_IMAGE_…`).
 * @param owner what the template belongs to, for people
 */
export function imagesOfPods(template: JsonObject | undefined, owner: string): readonly NamedImage[] {
  const spec = asObject(template?.['spec']);
  return CONTAINERS.flatMap(([member, word]) => objectsIn(spec?.[member]).flatMap((container) => {
    const place = `${owner}: ${word} ${asString(container['name']) ?? ''}`;
    const related = objectsIn(container['env']).flatMap((variable) => {
      const name = asString(variable['name']) ?? '';
      return name.startsWith('RELATED_IMAGE_') ? named(variable['value'], `${place}, ${name}`) : [];
    });
    return [...named(container['image'], place), ...related];
  }));
}

function named(image: JsonValue | undefined, by: string): readonly NamedImage[] {
  const text = asString(image);
  return text === undefined || text === '' ? [] : [{ image: text, by }];
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
