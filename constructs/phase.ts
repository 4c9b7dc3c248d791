/** A phase that the author names, beside the standard ones into which objects are placed by kind. */
import { Construct, type IConstruct } from 'constructs';
import type { CollisionProtection, ReplacementPolicy } from '../lib/api';
import { BoxcutterError } from '../lib/errors';
import { type DeclaredPhase, enclosingRevision, type EnclosingRevision, expectEnclosingRevision } from './enclosing-revision';
import type { StandardPhase } from '../lib/revision';
import type { Probe } from './probe';
import type { PhaseIgnoredFields, ProbeTarget } from './revision-props';

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

  /**
   * Fields of objects in this phase that belong to others once the object is there (docs/ignored-fields.md); `ignore()` adds more.
   * @default - as the revision says
   */
  readonly ignore?: readonly PhaseIgnoredFields[];
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
  private readonly rules: PhaseIgnoredFields[];

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
    this.rules = [...(props.ignore ?? [])];
    this.revision.registerPhase(this);
  }

  /**
   * Puts objects into this phase: of a construct, every object in it, also those that are added to it later.
   *
   * @throws BoxcutterError `outside-revision` when one belongs to another revision or to none
   */
  add(...constructs: IConstruct[]): this {
    for (const construct of constructs) {
      this.expectBeside(construct, 'be in');
      this.added.add(construct);
    }
    return this;
  }

  /**
   * Fields of objects in this phase that belong to others once the object is there (docs/ignored-fields.md). What several calls name adds
   * up, also with what the revision says.
   *
   * @param target the phase itself (every object in it); or which of its objects: a construct, `{ group, kind }`, or a label selector
   * @param paths JSON pointers, like `/spec/replicas` or `/webhooks/*\/clientConfig/caBundle`, or paths as plans print them
   * @throws BoxcutterError `outside-revision` when the construct is not part of the same revision
   */
  ignore(target: ProbeTarget, ...paths: string[]): this {
    if ('node' in target) this.expectBeside(target, 'be named by');
    this.rules.push({ target, paths });
    return this;
  }

  /** What was added, in order. */
  get members(): readonly IConstruct[] {
    return [...this.added];
  }

  /** Fields of its objects that belong to others. */
  get ignored(): readonly PhaseIgnoredFields[] {
    return this.rules.map(({ target, paths }) => (target === undefined || target === this ? { paths } : { target, paths }));
  }

  private expectBeside(construct: IConstruct, verb: string): void {
    if (enclosingRevision(construct) === this.revision) return;
    const why = `it is not part of revision ${this.revision.node.path}`;
    const message = `${construct.node.path} cannot ${verb} phase ${this.node.path}: ${why}.`;
    throw new BoxcutterError('outside-revision', 'input', message, { hint: 'Declare the object in the same revision as the phase.' });
  }
}

function nameOf(phase: Phase | StandardPhase): string {
  return typeof phase === 'string' ? phase : phase.phaseName;
}
