/**
 * What a package that travels is given, and what it gives: JSON texts, and nothing else. `package/render.js` is a script (no module) that
 * defines a global function `render`, from a `PackageInput` to a `PackageOutput`.
 *
 * Bundles stay what they are for years, and are read by newer versions of this package: fields may be added to what is given, and optional
 * ones to what comes back. Any other change is another contract, with another number.
 */
import type { JsonObject } from '../../api';
import type { RevisionSource } from '../../revision';

export const CONTRACT = 1;

export interface PackageInput {
  readonly contract: typeof CONTRACT;
  /** Name of the extension, from which names of objects are made. */
  readonly extension: string;
  /** Where it is installed. */
  readonly namespace: string;
  /** Version of the package. */
  readonly version: string;
  /** Checked against the schema of the bundle, with its defaults. */
  readonly config: JsonObject;
}

/** What the package declares, before it is compiled: exactly one of both members. */
export interface PackageOutput {
  readonly contract: typeof CONTRACT;
  readonly revision?: PackageRevision;
  /** Why there is no revision: what the package itself checks. At least one. */
  readonly problems?: readonly PackageProblem[];
}

export interface PackageProblem {
  readonly message: string;
  readonly hint?: string;
}

/** Origins are construct paths, each of one object. */
export interface PackageRevision extends Pick<
  RevisionSource,
  'probes' | 'collisionProtection' | 'replacementPolicy' | 'progressDeadlineMinutes' | 'systemNamespace' | 'labels' | 'annotations'
> {
  readonly objects: readonly Placed<RevisionSource['objects']>[];
  readonly phases?: readonly Placed<NonNullable<RevisionSource['phases']>>[];
  readonly order?: readonly { readonly first: string; readonly then: string }[];
}

type Placed<List extends readonly unknown[]> = Omit<List[number], 'origin' | 'authorName'> & { readonly origin: string };
