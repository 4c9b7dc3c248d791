import type { OwnPackage } from './own-package';

/** What the files of a new project are made of. */
export interface ProjectOptions {
  /** Name of the extension; a DNS label. */
  readonly name: string;
  /** What package.json asks for as `cdk8s-boxcutter`: a range, or the address of a tarball. */
  readonly packageSpec: string;
  /** Where the versions of the other packages come from: those that this one is tested with. */
  readonly own: OwnPackage;
}
