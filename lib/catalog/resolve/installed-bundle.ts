/** The bundle of a package that is installed. */
export interface InstalledBundle {
  /** Name of the bundle: the edges `replaces` and `skips` mean it. */
  readonly name: string;
  /** A semantic version, to the letter. */
  readonly version: string;
  readonly release?: string;
}
