/** A component of Cluster API: the manifests of one provider, and where they come from. */

/** Where the manifests of a component are: one of both. */
export type ComponentSource =
  /** Names of transport ConfigMaps, all slices of one provider in their order. */
  | { readonly configMaps: readonly string[] }
  /** Reference of an image with its digest, and the folder in it; absent: the image has the layout of the design, without folders. */
  | { readonly image: string; readonly profile?: string };

/** What a folder of an image, or a set of ConfigMaps, says of itself. */
export interface Profile {
  /** Of the component. */
  readonly name: string;
  /** Components are installed in ascending order. */
  readonly installOrder: number;
  /** Type of the platform that it is for, `AWS`; empty: all. */
  readonly platform: string;
  /** `core`, `infrastructure`; absent: it does not say. */
  readonly type?: string;
  readonly version?: string;
  /** What stands in the manifests in place of its image. */
  readonly placeholder?: { readonly text: string; readonly times: 'all' | 'once-per-document' };
  /** Multi-document YAML, before substitution. */
  readonly manifests: string;
}

export interface Provider {
  readonly name: string;
  /** `core`, `infrastructure` */
  readonly type: string;
}

export interface Component {
  readonly profile: Profile;
  readonly source: ComponentSource;
  /** Of transport ConfigMaps: what their labels say. */
  readonly provider?: Provider;
  /** What the placeholder is replaced by; undefined: nothing is known, so it stays. */
  readonly image: string | undefined;
}

/** Its manifests have the placeholder of an image that is not known: no Pod of it would start. */
export function lacksImage({ profile: { placeholder, manifests }, image }: Component): boolean {
  return image === undefined && placeholder !== undefined && manifests.includes(placeholder.text);
}

export function isSameSource(a: ComponentSource, b: ComponentSource): boolean {
  if ('image' in a) return 'image' in b && a.image === b.image && a.profile === b.profile;
  return 'configMaps' in b && a.configMaps.join() === b.configMaps.join();
}
