/** Where a repository can be read: at its mirrors, then at its registry. */
import { formatReference, isDockerHub, type ImageReference } from './reference';
import type { RegistrySettings } from './settings';

/** One repository at one server. */
export interface Endpoint {
  /** The registry as people and credentials name it. */
  readonly registry: string;
  readonly repository: string;
  readonly base: URL;
  readonly isMirror: boolean;
}

/** In the order in which they are tried; the last one, and the only one that is no mirror, is the registry that the reference names. */
export function endpointsOf(reference: ImageReference, settings: RegistrySettings): readonly Endpoint[] {
  const name = formatReference({ registry: reference.registry, repository: reference.repository });
  const rules = (settings.mirrors ?? []).filter(({ source }) => name === source || name.startsWith(`${source}/`));
  // Of two that are equally long the first counts: sorting keeps their order.
  const [rule] = rules.sort((a, b) => b.source.length - a.source.length);
  const mirrors = (rule?.mirrors ?? []).map((mirror) => endpoint(`${mirror}${name.slice(rule?.source.length)}`, settings, true));
  return [...mirrors.filter(({ repository }) => repository !== ''), endpoint(name, settings, false)];
}

/** The registry itself, for what mirrors cannot do. */
export function originOf(reference: ImageReference, settings: RegistrySettings): Endpoint {
  return endpoint(formatReference({ registry: reference.registry, repository: reference.repository }), settings, false);
}

function endpoint(name: string, settings: RegistrySettings, isMirror: boolean): Endpoint {
  const slash = name.indexOf('/');
  const registry = slash < 0 ? name : name.slice(0, slash);
  const host = isDockerHub(registry) ? 'registry-1.docker.io' : registry;
  const scheme = settings.registries?.[registry]?.plainHttp ? 'http' : 'https';
  return { registry, repository: slash < 0 ? '' : name.slice(slash + 1), base: new URL(`${scheme}://${host}`), isMirror };
}
