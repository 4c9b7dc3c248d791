/** Names of images: `[oci://]registry/repository[:tag][@digest]`, the grammar of the OCI distribution specification 1.1. */
import { defined } from '../../defined';
import { docPage } from '../../doc-page';
import { BoxcutterError } from '../../errors';
import { isDigest } from '../manifest';

export interface ImageReference {
  /** Host, with its port where one is named: `quay.io`, `localhost:5000`, `[::1]:5000`. */
  readonly registry: string;
  /** `org/name`. */
  readonly repository: string;
  readonly tag?: string;
  /** `sha256:<64 hex digits>` or `sha512:<128>`. Where there is one the tag is only for people. */
  readonly digest?: string;
}

const REGISTRY = /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*)(?::\d{1,5})?$/i;
const COMPONENT = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
/** A short name with a digest, right or wrong. */
const SHORT_WITH_DIGEST = /^[^/@:]+@sha\d+:[^/@]*$/;
const MAX_REPOSITORY = 255;

/** What is taken where a name has neither tag nor digest, as all tools do. */
export const DEFAULT_TAG = 'latest';

/**
 * Understands the name of an image. The registry has to be named: what a short name like `nginx` means depends on the configuration of each
 * machine. (`docker.io/nginx` is `docker.io/library/nginx`, by Docker's own rule.)
 * @throws BoxcutterError `image-reference-invalid`
 */
export function parseImageReference(text: string): ImageReference {
  const invalid = (what: string, hint = 'The form is registry/repository:tag or registry/repository@sha256:<digest>.'): BoxcutterError =>
    new BoxcutterError(
      'image-reference-invalid', 'input',
      `${JSON.stringify(text)} cannot be the name of an image: ${what}.`,
      { hint, details: { reference: text } },
    );

  const name = text.replace(/^oci:\/\//, '');
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(name)) {
    throw invalid(
      'it begins with a scheme that is not oci://',
      'Leave the scheme out. For plain HTTP, change the settings of the registry.',
    );
  }
  if (/^[^/]*@/.test(name) && !SHORT_WITH_DIGEST.test(name)) {
    // Not repeated: what stands before the @ may be a password.
    throw new BoxcutterError(
      'image-reference-invalid', 'input',
      'The name of the image has an @ before its first slash; credentials must not be part of it.',
      { hint: `Log in to the registry instead: ${docPage('registries.md')}` },
    );
  }
  if (/^(?:[./~\\]|[A-Za-z]:[\\/])/.test(name)) {
    throw invalid(
      'it is a path',
      'Name an image with its registry: registry.example/team/bundle:v1. Files of this machine need no registry.',
    );
  }
  const at = name.indexOf('@');
  const digest = at < 0 ? undefined : name.slice(at + 1);
  const beforeDigest = at < 0 ? name : name.slice(0, at);
  const slash = beforeDigest.indexOf('/');
  const registry = slash < 0 ? '' : beforeDigest.slice(0, slash);
  if (!/[.:]/.test(registry) && registry !== 'localhost') {
    const likely = `docker.io/${slash < 0 ? 'library/' : ''}${beforeDigest || 'name'}`;
    throw invalid(
      'it names no registry',
      `Name it, like ${likely}. The first part counts as a registry if it has a dot or a port, or is localhost.`,
    );
  }
  if (!REGISTRY.test(registry) || Number(/:(\d+)$/.exec(registry)?.[1] ?? 1) > 65_535) {
    throw invalid(`${JSON.stringify(registry)} is not a host`);
  }

  const rest = beforeDigest.slice(slash + 1);
  const colon = rest.lastIndexOf(':');
  const tag = colon < 0 ? undefined : rest.slice(colon + 1);
  const path = colon < 0 ? rest : rest.slice(0, colon);
  if (tag !== undefined && !TAG.test(tag)) {
    throw invalid(
      `${JSON.stringify(tag)} is not a tag`,
      'A tag has at most 128 letters, digits, "_", "." and "-", and begins with none of the last two.',
    );
  }
  if (digest !== undefined && !isDigest(digest)) {
    throw invalid(
      `${JSON.stringify(digest)} is not a digest`,
      'A digest is sha256: and 64 hexadecimal digits in lower case, or sha512: and 128.',
    );
  }
  const repository = isDockerHub(registry) && path !== '' && !path.includes('/') ? `library/${path}` : path;
  const wrong = repository.split('/').find((component) => !COMPONENT.test(component));
  if (wrong !== undefined) {
    throw invalid(
      wrong === '' ? 'a part of the repository is empty' : `${JSON.stringify(wrong)} cannot be part of a repository`,
      'Repositories are lower-case letters and digits, joined by ".", "_", "-" and "/".',
    );
  }
  if (registry.length + repository.length > MAX_REPOSITORY) throw invalid(`it is longer than ${MAX_REPOSITORY} characters`);
  return { registry: registry.toLowerCase(), repository, ...defined({ tag, digest }) };
}

/** The name in its usual form, without `oci://`. */
export function formatReference({ registry, repository, tag, digest }: ImageReference): string {
  return `${registry}/${repository}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
}

/** Docker Hub goes by several names. */
export function isDockerHub(registry: string): boolean {
  return registry === 'docker.io' || registry === 'index.docker.io' || registry === 'registry-1.docker.io';
}
