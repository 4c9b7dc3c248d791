/** What stands in the way of each other where there is no plan. */
import type { RequiredKind } from '../../formats';
import type { OwnReason, ReasonContext } from '../resolve/reason';
import type { Need } from './need';

export type Fact =
  /** It is to be installed, in one of these versions. */
  | {
    readonly fact: 'wanted';
    readonly packageName: string;
    readonly versions: readonly string[];
    /** Versions that would do, but for what they depend on: that cannot be read. */
    readonly unreadable: readonly string[];
    /** Versions that were asked for as well, and may not be installed. */
    readonly barred: readonly Barred[];
  }
  /** It is installed, and stays, in one of these versions; the first is the present one. */
  | { readonly fact: 'installed'; readonly packageName: string; readonly versions: readonly string[] }
  /** These versions need something; `offered` is what there is of that name or kind, and could be installed. */
  | {
    readonly fact: 'needs';
    readonly packageName: string;
    readonly versions: readonly string[];
    readonly need: Need;
    readonly offered: readonly Offer[];
  }
  /** A package is on a cluster once. */
  | { readonly fact: 'one-version'; readonly packageName: string }
  /** A kind has one provider. */
  | { readonly fact: 'one-provider'; readonly kind: Pick<RequiredKind, 'group' | 'kind'>; readonly packages: readonly string[] };

export interface Offer {
  readonly packageName: string;
  /** Some catalog has the package, or it is installed. */
  readonly isKnown: boolean;
  /** That may be there in the end. */
  readonly versions: readonly string[];
  /** Those of them that are what is needed. */
  readonly meeting: readonly string[];
  /** Which of them is installed. */
  readonly installed?: string;
  /** What would meet the need and may not be installed, with the reasons. */
  readonly barred: readonly Barred[];
}

export interface Barred {
  readonly version: string;
  readonly reasons: readonly OwnReason[];
  readonly context: ReasonContext;
}
