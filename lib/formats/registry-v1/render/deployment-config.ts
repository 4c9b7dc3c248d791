/**
 * The user's `deploymentConfig` in a Deployment. The rules are those of upstream, which took them from OLM's Subscription; init containers
 * are left alone there, too.
 */
import { asObject, isJsonObject, type JsonObject, type JsonValue } from '../../../api';
import { defined } from '../../../defined';
import { canonicalJson } from '../../../api/canonical-json';
import { asArray } from '../../../schema';
import { objects } from './certificate-volumes';

/** @param config has been checked against the schema of `deploymentConfig` */
export function withDeploymentConfig(deployment: JsonObject, config: JsonObject): JsonObject {
  const spec = asObject(deployment['spec']) ?? {};
  const template = asObject(spec['template']) ?? {};
  return {
    ...deployment,
    metadata: withAnnotations(asObject(deployment['metadata']) ?? {}, config),
    spec: {
      ...spec,
      template: {
        ...template,
        metadata: withAnnotations(asObject(template['metadata']) ?? {}, config),
        spec: podSpecOf(asObject(template['spec']) ?? {}, config),
      },
    },
  };
}

function podSpecOf(podSpec: JsonObject, config: JsonObject): JsonObject {
  const { affinity: given, ...rest } = podSpec;
  return defined({
    ...rest,
    affinity: config['affinity'] === undefined ? given : mergedAffinity(asObject(given) ?? {}, asObject(config['affinity']) ?? {}),
    containers: objects(podSpec['containers']).map((container) => containerOf(container, config)),
    nodeSelector: config['nodeSelector'] ?? podSpec['nodeSelector'],
    tolerations: appended(podSpec['tolerations'], config['tolerations']),
    volumes: overriddenByName(podSpec['volumes'], config['volumes']),
  });
}

function containerOf(container: JsonObject, config: JsonObject): JsonObject {
  return defined({
    ...container,
    env: overriddenByName(container['env'], config['env']),
    envFrom: appended(container['envFrom'], config['envFrom']),
    resources: config['resources'] ?? container['resources'],
    volumeMounts: overriddenByName(container['volumeMounts'], config['volumeMounts']),
  });
}

/** An entry takes the place of the last one with its name, or comes at the end. */
function overriddenByName(existing: JsonValue | undefined, given: JsonValue | undefined): JsonValue | undefined {
  const additions = asArray(given) ?? [];
  if (additions.length === 0) return existing;
  const list = [...(asArray(existing) ?? [])];
  const places = new Map(list.map((entry, index) => [asObject(entry)?.['name'], index]));
  for (const entry of additions) {
    const place = places.get(asObject(entry)?.['name']);
    if (place === undefined) list.push(entry);
    else list[place] = entry;
  }
  return list;
}

/** An entry comes at the end, unless it is there. */
function appended(existing: JsonValue | undefined, given: JsonValue | undefined): JsonValue | undefined {
  const additions = asArray(given) ?? [];
  if (additions.length === 0) return existing;
  const list = [...(asArray(existing) ?? [])];
  const known = new Set(list.map(canonicalJson));
  for (const entry of additions) {
    const text = canonicalJson(entry);
    if (!known.has(text)) list.push(entry);
    known.add(text);
  }
  return list;
}

/** `{}` clears all, an empty kind of affinity clears that one, an absent kind stays. Undefined: nothing is left. */
function mergedAffinity(existing: JsonObject, given: JsonObject): JsonObject | undefined {
  if (Object.keys(given).length === 0) return undefined;
  const left = Object.entries({ ...existing, ...given }).filter(([, kind]) => !isEmptyAffinity(kind));
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

/** Of node affinity, a requirement without terms is empty as well. */
function isEmptyAffinity(kind: JsonValue): boolean {
  if (!isJsonObject(kind)) return true;
  return Object.values(kind).every((rule) => {
    const terms = isJsonObject(rule) ? rule['nodeSelectorTerms'] : rule;
    return terms === undefined || terms === null || (Array.isArray(terms) && terms.length === 0);
  });
}

/** Only those that are not there: the author's stay. */
function withAnnotations(metadata: JsonObject, config: JsonObject): JsonObject {
  const given = asObject(config['annotations']) ?? {};
  return Object.keys(given).length === 0 ? metadata : { ...metadata, annotations: { ...given, ...asObject(metadata['annotations']) } };
}
