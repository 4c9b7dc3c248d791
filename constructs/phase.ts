/** A phase that the author names, beside the standard ones into which objects are placed by kind. */
import { Construct, type IConstruct } from 'constructs';
import type { CollisionProtection, ReplacementPolicy } from '../lib/api';
import { BoxcutterError } from '../lib/errors';
import { type DeclaredPhase, enclosingRevision, type EnclosingRevision, expectEnclosingRevision } from './enclosing-revision';
import type { StandardPhase } from '../lib/revision';
import type { Probe } from './probe';

export interface PhaseProps {
  /**
   * Name of the phase, a DNS label.
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * Phases that come before this one: other `Phase`s, or standard phases by name (`crds`, `deploy`, …;
   * see docs/constructs.md), which the compiler knows.
   * @default - with neither `after` nor `before`: after all standard phases, in the order of declaration
   */
  readonly after?: readonly (Phase | StandardPhase)[];

  /**
   * Phases that come after this one.
   * @default - see `after`
   */
  readonly before?: readonly (Phase | StandardPhase)[];

  /**
   * Probes of every object in this phase.
   * @default - the rules of the objects' kinds
   */
  readonly probes?: readonly Probe[];

  /**
   * What to do with an object of this phase that exists and that no revision manages.
   * @default - as the revision says
   */
  readonly collisionProtection?: CollisionProtection;

  /**
   * What becomes of an object of this phase with a change that the API server does not make in place.
   * @default - as the revision says
   */
  readonly replacementPolicy?: ReplacementPolicy;
}

/**
 * Objects applied together; the next phase starts when every probe of this one passes.
 *
 * A phase is a list, not a scope: objects are declared in the revision and put into the phase with `add`, so that moving
 * one to another phase changes neither its name nor its selectors.
 */
export class Phase extends Construct implements DeclaredPhase {
  /** Name in the manifest. */
  readonly phaseName: string;
  readonly collisionProtection: CollisionProtection | undefined;
  readonly replacementPolicy: ReplacementPolicy | undefined;
  readonly probes: readonly Probe[];
  /** The names of the phases that were given as `after` and `before`. */
  readonly after: readonly string[];
  readonly before: readonly string[];
  private readonly revision: EnclosingRevision;
  private readonly added = new Set<IConstruct>();

  /**
   * @param scope the revision, or any construct in one
   * @throws BoxcutterError `outside-revision` when the scope is in no revision
   */
  constructor(scope: Construct, id: string, props: PhaseProps = {}) {
    super(scope, id);
    this.revision = expectEnclosingRevision(scope);
    this.phaseName = props.name ?? id;
    this.after = (props.after ?? []).map(nameOf);
    this.before = (props.before ?? []).map(nameOf);
    this.probes = [...(props.probes ?? [])];
    this.collisionProtection = props.collisionProtection;
    this.replacementPolicy = props.replacementPolicy;
    this.revision.registerPhase(this);
  }

  /**
   * Puts objects into this phase: of a construct, every object in it, also those that are added to it later.
   *
   * @throws BoxcutterError `outside-revision` when one belongs to another revision or to none
   */
  add(...constructs: IConstruct[]): this {
    for (const construct of constructs) {
      if (enclosingRevision(construct) !== this.revision) {
        const why = `it is not part of revision ${this.revision.node.path}`;
        const message = `${construct.node.path} cannot be in phase ${this.node.path}: ${why}.`;
        throw new BoxcutterError('outside-revision', 'input', message, { hint: 'Declare the object in the same revision as the phase.' });
      }
      this.added.add(construct);
    }
    return this;
  }

  /** What was added, in order. */
  get members(): readonly IConstruct[] {
    return [...this.added];
  }
}

function nameOf(phase: Phase | StandardPhase): string {
  return typeof phase === 'string' ? phase : phase.phaseName;
}
