/** Image references as names: how the lock file lists them. What registries make of them is not known here. */

const SCHEME = 'oci://';

/** `quay.io/team/shop:v1` for `oci://quay.io/team/shop:v1`: with and without it is the same image. */
export function lockName(reference: string): string {
  return reference.startsWith(SCHEME) ? reference.slice(SCHEME.length) : reference;
}

/**
 * Whether a text can be a reference: it says so with `oci://`, or its first part is a host (with a dot, a port, or `localhost`) and not the
 * beginning of a path.
 */
export function isImageReference(text: string): boolean {
  return text.startsWith(SCHEME)
    || /^(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+|[a-z0-9.-]+:\d+|\[[0-9a-f:]+\](?::\d+)?)(?::\d+)?\/[^/]/i.test(text);
}

/** The last part of the repository: `shop` for `quay.io/team/shop:v1@sha256:…`. */
export function repositoryName(reference: string): string {
  const name = lockName(reference).replace(/@.*$/, '');
  return name.slice(name.lastIndexOf('/') + 1).replace(/:.*$/, '');
}

/** `quay.io/team/shop@sha256:…`: the image itself, whatever tag it has. */
export function pinnedReference(reference: string, digest: string): string {
  const name = lockName(reference).replace(/@.*$/, '');
  return `${name.slice(0, name.lastIndexOf('/') + 1)}${repositoryName(name)}@${digest}`;
}
