/**
 * Which bundle an extension should have now. The resolver says which one follows what is installed; this adds what it means that another
 * rollout is under way, or that no catalog is there to ask. Pure.
 */
import type { Resolution, Resolved, Unresolved } from '../../catalog';
import { defined } from '../../defined';
import { isStuck, type RevisionBundle, type RevisionFacts, type RevisionStates } from './revision-facts';

export interface ChooseInput {
  readonly states: RevisionStates;
  /** `spec.source.catalog.version`; empty: any. */
  readonly version: string;
  /** Does `version` allow this one? @param version a semantic version */
  readonly allows: (version: string) => boolean;
  /** `SelfCertified`: what the history has may come back, also when no catalog has it any more. @default false */
  readonly mayGoBack?: boolean;
  /** Resolves as if this bundle were installed. */
  readonly resolve: (installed: RevisionBundle | undefined) => Resolution;
}

export type Choice =
  /** A bundle of a catalog; perhaps the one that a revision has. */
  | { readonly type: 'resolved'; readonly bundle: RevisionBundle; readonly resolved: Resolved }
  /**
   * The bundle that a revision has, and no other: a rollout goes on, no catalog is there to ask, what was found is not approved, or what
   * is asked for is in the history alone. What else was found is told all the same.
   */
  | {
      readonly type: 'kept';
      readonly bundle: RevisionBundle;
      readonly why: 'rolling-out' | 'no-catalog' | 'not-approved' | 'history';
      readonly resolution: Resolution;
    }
  /** Nothing that could be installed. What is there stays. */
  | { readonly type: 'none'; readonly unresolved: Unresolved };

export function chooseBundle(input: ChooseInput): Choice {
  const { states: { installed, rollingOut }, allows, resolve } = input;
  const current = rollingOut.at(-1);
  const resolution = resolve(installed?.bundle);
  if (current?.bundle === undefined) return withoutRollout(resolution, installed, input);
  const isWanted = allows(current.bundle.version);
  if (isWanted && !isStuck(current)) return goOn(current.bundle, resolution);
  const next = resolution.failure === undefined ? resolution : fromRollout(resolution, current.bundle, resolve);
  if (next.failure === undefined) return choiceOf(next);
  const back = fromHistory(next, input);
  if (back !== undefined) return back;
  // Nothing better is to be had: a rollout that may still come right is better than none.
  return isWanted ? goOn(current.bundle, resolution) : { type: 'none', unresolved: next };
}

function withoutRollout(resolution: Resolution, installed: RevisionFacts | undefined, input: ChooseInput): Choice {
  if (resolution.failure === undefined) return choiceOf(resolution);
  const bundle = installed?.bundle;
  const mayStay = bundle !== undefined && resolution.selected.length === 0 && isNotAsked(resolution) && input.allows(bundle.version);
  if (mayStay) return { type: 'kept', bundle, why: 'no-catalog', resolution };
  return fromHistory(resolution, input) ?? { type: 'none', unresolved: resolution };
}

/** A version that was installed once and that no catalog has any more: its revision knows the image. */
function fromHistory(unresolved: Unresolved, { states: { all }, version, mayGoBack = false }: ChooseInput): Choice | undefined {
  const { found } = unresolved.failure;
  if (!mayGoBack || (found !== 'no-bundle' && found !== 'no-package')) return undefined;
  const bundle = all.filter((one) => one.bundle?.version === version.trim() && one.bundle.reference !== undefined).at(-1)?.bundle;
  return bundle && { type: 'kept', bundle, why: 'history', resolution: unresolved };
}

/** No catalog is there that could have said otherwise. A broken one might have; what was asked wrongly is to be put right. */
function isNotAsked({ failure }: Unresolved): boolean {
  return failure.found === 'no-package';
}

/** An edge may lead on from the bundle that did not come up, where none leads there from what was installed before. */
function fromRollout(unresolved: Unresolved, bundle: RevisionBundle, resolve: ChooseInput['resolve']): Resolution {
  const next = resolve(bundle);
  return next.failure === undefined ? next : unresolved;
}

function goOn(bundle: RevisionBundle, resolution: Resolution): Choice {
  if (resolution.failure === undefined && isSame(bundleOf(resolution), bundle)) return choiceOf(resolution);
  return { type: 'kept', bundle, why: 'rolling-out', resolution };
}

function choiceOf(resolved: Resolved): Choice {
  return { type: 'resolved', bundle: bundleOf(resolved), resolved };
}

function bundleOf({ bundle, version }: Resolved): RevisionBundle {
  const { name, image } = bundle;
  return { name, version: version.version.raw, ...defined({ release: version.release, reference: image || undefined }) };
}

/** The image may differ: what is installed is not installed anew because its version was published again. */
export function isSame(a: RevisionBundle, b: RevisionBundle): boolean {
  return a.name === b.name && a.version === b.version && (a.release ?? '') === (b.release ?? '');
}
