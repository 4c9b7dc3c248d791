/** What constructs have in common whose objects are not written in code but read: from files, a bundle, a chart. */
import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { asObject, type JsonObject } from '../../lib/api';
import { defined } from '../../lib/defined';
import { BoxcutterError } from '../../lib/errors';
import type { PhaseSource, SourceObject } from '../../lib/revision';
import { formatIssue, hasErrors, type Issue, type Wording } from '../../lib/issue';
import { nearest } from '../../lib/schema';
import { ManifestObject } from './manifest-object';
import { Phase } from '../phase';
import { enclosingRevision } from '../enclosing-revision';

/** What was read. */
export interface ReadContent {
  /** Unique origins; an object that names a phase is put into it. */
  readonly objects: readonly SourceObject[];
  /** Phases beside the standard ones; outside of a revision they mean nothing. */
  readonly phases?: readonly PhaseSource[];
  /** What is wrong; errors keep the revision, or the chart, from being synthesised. */
  readonly issues: readonly Issue[];
  /** The words for them. */
  readonly wording: Wording;
  /**
   * Of namespaced objects that name none.
   * @default - that of the revision or chart
   */
  readonly namespace?: string | undefined;
  /**
   * Whether objects without a namespace are known to live in none, so that nothing is filled in.
   * @default false
   */
  readonly isPlaced?: boolean;
}

/**
 * A construct with an ApiObject for each object that was read. Every value stays as it is written; objects can be patched,
 * labelled, removed, ordered, probed and put into phases. In a revision, and in every other chart.
 */
export abstract class ReadObjects extends Construct {
  /** How messages call what was read: a path, a reference. */
  protected abstract readonly source: string;
  private readonly declared: ApiObject[] = [];
  /** What was read has errors, so objects may be missing. */
  private isIncomplete = false;

  /** Every object, in the order of what was read. */
  get apiObjects(): readonly ApiObject[] {
    return this.declared;
  }

  /**
   * One object, to be patched or put into a phase, by the name that its author gave it. Where mistakes kept objects from being read, this
   * is one that stands in for it: the validation then has the mistakes, all of them, and nothing is synthesised.
   *
   * @param namespace as written there; needed only where there are several of the name
   * @throws BoxcutterError `no-such-object`, `ambiguous-object`
   */
  get(kind: string, name: string, namespace?: string): ApiObject {
    const sameName = this.declared.filter((object) => object.kind === kind && object.name === name);
    const found = namespace === undefined ? sameName : sameName.filter((object) => object.metadata.namespace === namespace);
    const [object] = found;
    const wanted = `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
    if (!object) {
      if (this.isIncomplete) return this.standIn(kind, name, namespace);
      throw new BoxcutterError('no-such-object', 'input', `${this.source} has no ${wanted}. ${this.whatThereIs(kind, name)}`);
    }
    if (found.length > 1) {
      const apart = found.map((other) => `${other.apiVersion} in namespace ${other.metadata.namespace ?? '(none)'}`).join(', ');
      throw new BoxcutterError(
        'ambiguous-object', 'input',
        `${this.source} has several ${wanted}: ${apart}.`,
        { hint: 'Name the namespace, or choose from apiObjects.' },
      );
    }
    return object;
  }

  /**
   * Leaves an object out.
   *
   * @param namespace as written there; needed only where there are several of the name
   * @throws BoxcutterError `no-such-object`, `ambiguous-object`
   */
  remove(kind: string, name: string, namespace?: string): this {
    const object = this.get(kind, name, namespace);
    this.node.tryRemoveChild(object.node.id);
    if (this.declared.includes(object)) this.declared.splice(this.declared.indexOf(object), 1);
    return this;
  }

  /** To be called once, by the constructor: makes constructs of what was read, and reports what is wrong with it. */
  protected take({ objects, phases = [], issues, wording, namespace, isPlaced = false }: ReadContent): void {
    const revision = enclosingRevision(this);
    this.isIncomplete = hasErrors(issues);
    const made = new Map<string, Phase>();
    for (const phase of revision === undefined ? [] : phases) made.set(phase.name, new ReadPhase(this, `phase.${phase.name}`, phase));
    for (const { manifest: given, origin, phase, authorName } of objects) {
      const manifest = authorName === undefined ? given : { ...given, metadata: { ...asObject(given['metadata']), name: authorName } };
      const facts = { origin, defaultNamespace: namespace, isPlaced, isNamedByContent: authorName !== undefined };
      const object = new ManifestObject(this, this.freeId(manifest), manifest, facts);
      this.declared.push(object);
      if (phase !== undefined) made.get(phase)?.add(object);
    }
    const located = issues.map((issue) => ({ ...issue, origin: { ...(issue.origin ?? { source: this.source }), within: this.node.path } }));
    if (revision !== undefined) revision.report(located, wording);
    else this.reportToChart(located, wording);
  }

  /** A chart knows errors only. */
  private reportToChart(issues: readonly Issue[], wording: Wording): void {
    const linesOf = (severity: Issue['severity']): string[] =>
      issues.filter((issue) => issue.severity === severity).map((issue) => formatIssue(issue, wording));
    let warned = false;
    this.node.addValidation({
      validate: () => {
        if (!warned) for (const line of linesOf('warning')) process.stderr.write(`${line}\n`);
        warned = true;
        return linesOf('error');
      },
    });
  }

  private standIn(kind: string, name: string, namespace: string | undefined): ApiObject {
    const manifest = { kind, metadata: { name, ...defined({ namespace }) } };
    const facts = { origin: { source: this.source }, defaultNamespace: undefined, isPlaced: true, isNamedByContent: false };
    return new ManifestObject(this, this.freeId(manifest), manifest, facts);
  }

  /** Names of the kind, if there are any; else everything. */
  private whatThereIs(kind: string, name: string): string {
    if (this.declared.length === 0) return 'It has no object at all.';
    const ofKind = this.declared.filter((object) => object.kind === kind);
    const meant = nearest(name, ofKind.map((object) => object.name));
    const all = ofKind.length > 0 ? ofKind : this.declared;
    const there = all.slice(0, SHOWN).map((object) => `${object.kind} ${object.name}`).join(', ');
    const rest = all.length - SHOWN;
    const others = rest > 0 ? ` and ${rest} more; all of them are in apiObjects` : '';
    return `${meant === undefined ? '' : `Did you mean ${meant}? `}It has: ${there}${others}.`;
  }

  private freeId(manifest: JsonObject): string {
    const metadata = asObject(manifest['metadata']);
    const id = [
      manifest['kind'],
      metadata?.['namespace'],
      metadata?.['name'],
    ].filter((part) => typeof part === 'string' && part !== '').join('.') || 'object';
    for (let count = 1; ; count += 1) {
      const candidate = count === 1 ? id : `${id}-${count}`;
      if (!this.node.tryFindChild(candidate)) return candidate;
    }
  }
}

/** Objects that a message lists. */
const SHOWN = 60;

/** A phase that content brings along, which knows its neighbours by name alone. */
class ReadPhase extends Phase {
  override readonly after: readonly string[];
  override readonly before: readonly string[];

  constructor(scope: Construct, id: string, { after = [], before = [], ...props }: PhaseSource) {
    super(scope, id, props);
    this.after = after;
    this.before = before;
  }
}
