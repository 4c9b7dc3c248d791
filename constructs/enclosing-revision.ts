/**
 * The revision that a construct is declared in, as far as what is declared in it needs to know it. Found by a symbol, so that the
 * constructs within a revision do not import its class, and so that a revision of another copy of this package is found as well.
 */
import type { IConstruct } from 'constructs';
import type { CollisionProtection, ReplacementPolicy } from '../lib/api';
import { BoxcutterError } from '../lib/errors';
import type { Issue, Wording } from '../lib/issue';
import type { Probe } from './probe';
import type { PhaseIgnoredFields } from './revision-props';

/** A phase that is declared in a revision. */
export interface DeclaredPhase extends IConstruct {
  /** Name in the manifest. */
  readonly phaseName: string;
  readonly collisionProtection: CollisionProtection | undefined;
  readonly replacementPolicy: ReplacementPolicy | undefined;
  readonly probes: readonly Probe[];
  /** Fields of its objects that belong to others. */
  readonly ignored: readonly PhaseIgnoredFields[];
  /** Names of phases. */
  readonly after: readonly string[];
  readonly before: readonly string[];
  /** Constructs whose objects are in it, in the order in which they were added. */
  readonly members: readonly IConstruct[];
}

export interface EnclosingRevision extends IConstruct {
  /** Name of the extension. */
  readonly extension: string;
  readonly namespace?: string | undefined;
  readonly kubernetesVersion: string | undefined;
  registerPhase(phase: DeclaredPhase): void;
  /** Takes what is wrong with what was read, and the words for it; with an error among it the content is not compiled. */
  report(issues: readonly Issue[], wording: Wording): void;
}

const REVISION = Symbol.for('cdk8s-boxcutter.Revision');

/** To be called by the constructor of a revision. */
export function markRevision(revision: EnclosingRevision): void {
  Object.defineProperty(revision, REVISION, { value: true });
}

export function isRevision(something: unknown): something is EnclosingRevision {
  return typeof something === 'object' && something !== null && REVISION in something;
}

/** The innermost revision around a construct, or the construct itself. */
export function enclosingRevision(construct: IConstruct): EnclosingRevision | undefined {
  return [...construct.node.scopes].reverse().find(isRevision);
}

/** @throws BoxcutterError `outside-revision` when there is none */
export function expectEnclosingRevision(construct: IConstruct): EnclosingRevision {
  const revision = enclosingRevision(construct);
  if (revision) return revision;
  throw outsideRevision(construct);
}

export function outsideRevision({ node }: IConstruct): BoxcutterError {
  return new BoxcutterError('outside-revision', 'input', `${node.path || 'The app'} is not declared in a Revision.`, {
    hint: 'Create it with a Revision, or a construct in one, as its scope.',
  });
}
