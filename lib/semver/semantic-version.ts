/** A semantic version as data and as something to compare: what npm's `semver` parses, without its types in those of this package. */
export interface SemanticVersion {
  /** As it was written. */
  readonly raw: string;
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** Numbers, and texts that are none; empty: it is no pre-release. */
  readonly prerelease: readonly (string | number)[];
  /** What stands behind `+`. It takes no part in comparing. */
  readonly build: readonly string[];
  /** Below 0: this one is older. */
  compare(other: string | SemanticVersion): -1 | 0 | 1;
  /** The same, of major, minor and patch alone. */
  compareMain(other: string | SemanticVersion): -1 | 0 | 1;
  /** The same, of what makes it a pre-release alone. */
  comparePre(other: string | SemanticVersion): -1 | 0 | 1;
}
