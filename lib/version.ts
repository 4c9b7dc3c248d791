import { ownPackage } from './own-package';

/** Version of this package. */
export function packageVersion(): string {
  return ownPackage().version ?? '0.0.0';
}

/** The user agent of every request (design, control plane). */
export function userAgent(): string {
  return `boxcutter/${packageVersion()}`;
}
