import type { ServedKind } from '../../engine/ports';

/**
 * What a request for discovery accepts: all groups in one document (aggregated discovery, KEP-3352, on since Kubernetes 1.27); servers that
 * cannot answer so answer in the older form, a list of groups.
 */
export const AGGREGATED = [
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
  'application/json',
].join(',');

/** What a discovery document says. */
export interface Content {
  readonly kinds: readonly ServedKind[];
  /** Versions (`group/version`) whose own server did not answer the API server: what is missing there is unknown, not absent. */
  readonly stale: readonly string[];
}

/** APIGroupDiscoveryList. */
interface Aggregated {
  readonly items: readonly Group[];
}
interface Group {
  readonly metadata?: { readonly name?: string };
  readonly versions?: readonly {
    readonly version: string;
    /** `Stale`: the server of this version did not answer lately. */
    readonly freshness?: string;
    readonly resources?: readonly {
      readonly resource: string;
      readonly responseKind?: { readonly kind?: string };
      readonly scope: string;
      readonly verbs?: readonly string[];
    }[];
  }[];
}
/** APIGroupList. */
interface GroupList {
  readonly groups: readonly { readonly versions: readonly { readonly groupVersion: string }[] }[];
}
/** APIVersions. */
interface CoreVersions {
  readonly versions: readonly string[];
}
/** APIResourceList. */
interface ResourceList {
  readonly resources: readonly {
    readonly name: string;
    readonly namespaced: boolean;
    readonly kind: string;
    readonly verbs: readonly string[];
  }[];
}

/**
 * The document at `/api` or `/apis`: what it lists, or, in the older form, the versions to read one by one. Throws when it is no such
 * document.
 */
export function readRoot(body: string): Content | { readonly versions: readonly string[] } {
  const document = JSON.parse(body) as Aggregated | GroupList | CoreVersions;
  if ('items' in document) return { kinds: document.items.flatMap(kindsOfGroup), stale: document.items.flatMap(staleOfGroup) };
  if ('groups' in document) return { versions: document.groups.flatMap((group) => group.versions.map(({ groupVersion }) => groupVersion)) };
  return { versions: document.versions };
}

/** The kinds of one version (APIResourceList), without subresources. */
export function readVersionResources(apiVersion: string, body: string): ServedKind[] {
  const { resources } = JSON.parse(body) as ResourceList;
  return resources
    .filter(({ name }) => !name.includes('/'))
    .map(({ name, namespaced, kind, verbs }) => ({ apiVersion, kind, resource: name, namespaced, verbs }));
}

function kindsOfGroup(group: Group): ServedKind[] {
  return (group.versions ?? []).flatMap(({ version, resources = [] }) =>
    resources.flatMap(({ resource, responseKind, scope, verbs = [] }) =>
      responseKind?.kind
        ? [{ apiVersion: versionName(group, version), kind: responseKind.kind, resource, namespaced: scope === 'Namespaced', verbs }]
        : [],
    ),
  );
}

function staleOfGroup(group: Group): string[] {
  return (group.versions ?? []).filter(({ freshness }) => freshness === 'Stale').map(({ version }) => versionName(group, version));
}

function versionName({ metadata }: Group, version: string): string {
  return metadata?.name ? `${metadata.name}/${version}` : version;
}
