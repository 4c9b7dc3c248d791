/** What every revision is: a chart that hides its content and is synthesised as the documents that the content compiles to. */
import { Chart } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';
import type { CollisionProtection, KubeObject, ReplacementPolicy } from '../lib/api';
import { eachProblem } from '../lib/config';
import { defined } from '../lib/defined';
import { BoxcutterError, isBoxcutterError } from '../lib/errors';
import { isError, type Finding, findingOf, formatFinding, type Issue, type Wording } from '../lib/issue';
import { oneLine } from '../lib/plain-text';
import { compile, type CompileResult, type RevisionSource } from '../lib/revision';
import { neededRevisions, joinApp } from './app-dependencies';
import { ambiguousStrings } from './content/ambiguous-strings';
import { type DeclaredPhase, enclosingRevision, markRevision } from './enclosing-revision';
import { HiddenContent } from './hidden-content';
import { constructIssue } from './issues';
import { checkVersion } from './package/package-version';
import type { Probe } from './probe';
import { refusals } from './refused';
import type { IgnoredFields, ProbeTarget, RevisionProbe, RevisionProps } from './revision-props';
import { readTree, type TreeSource } from './revision-source';
import { revisionContentWording } from './wording';

/** What the content of a revision compiles to, and everything there is to say about it. */
interface RevisionContent extends Pick<CompileResult, 'compiled'> {
  /** In words: this is where synth ends. */
  readonly findings: readonly Finding[];
}

/** The members of a `Revision`, which says what they are for. */
export abstract class RevisionChart extends Chart {
  /** Name of the extension. */
  readonly extension: string;
  readonly version: string | undefined;
  readonly packageName: string | undefined;
  readonly number: number;
  /** Whose schemas the objects are checked against; undefined: the newest that this package knows. */
  readonly kubernetesVersion: string | undefined;

  private readonly props: RevisionProps;
  private readonly phases: DeclaredPhase[] = [];
  private readonly pairs: [IConstruct, IConstruct][] = [];
  private readonly protections = new Map<IConstruct, CollisionProtection>();
  private readonly replacements = new Map<IConstruct, ReplacementPolicy>();
  private readonly ignored: IgnoredFields[];
  private readonly probes: RevisionProbe[];
  private readonly reported: Finding[] = [];
  private readonly content: HiddenContent;
  private readonly warned = new Set<string>();
  private cache: { readonly key: string; readonly result: CompileResult } | undefined;

  /**
   * @param scope an App, or a construct in one
   * @param id name of the extension
   * @throws BoxcutterError `nested-revision` in another revision
   */
  constructor(scope: Construct, id: string, props: RevisionProps = {}) {
    super(scope, id, props);
    const outer = enclosingRevision(scope);
    if (outer) {
      const message = `Revision ${this.node.path} is declared in revision ${outer.node.path}.`;
      throw new BoxcutterError('nested-revision', 'input', message, { hint: 'Declare it in the app.' });
    }
    markRevision(this);
    joinApp(this);
    this.props = props;
    this.extension = id;
    this.version = props.version;
    this.packageName = props.packageName;
    this.number = props.number ?? 1;
    this.kubernetesVersion = props.kubernetesVersion;
    this.probes = [...(props.probes ?? [])];
    this.ignored = [...(props.ignore ?? [])];
    this.content = new HiddenContent(this);
    this.node.addValidation({ validate: () => this.seal() });
  }

  /**
   * The first is ready before the next is applied, and so on. Like `next.node.addDependency(first)`; of a construct, every
   * object in it.
   *
   * @throws BoxcutterError `outside-revision` when one is not part of this revision
   */
  order(...constructs: IConstruct[]): this {
    constructs.forEach((construct, index) => {
      this.expectInside(construct);
      const previous = constructs[index - 1];
      if (previous) this.pairs.push([previous, construct]);
    });
    return this;
  }

  /**
   * What to do with an object that exists and that no revision manages; of a construct, every object in it. Where several
   * apply, the innermost counts.
   *
   * @throws BoxcutterError `outside-revision` when it is not part of this revision
   */
  protect(construct: IConstruct, protection: CollisionProtection): this {
    this.expectInside(construct);
    this.protections.set(construct, protection);
    return this;
  }

  /**
   * What becomes of an object with a change that the API server does not make in place (docs/immutable-fields.md); of a construct, every
   * object in it. Where several apply, the innermost counts.
   *
   * @throws BoxcutterError `outside-revision` when it is not part of this revision
   */
  replace(construct: IConstruct, policy: ReplacementPolicy): this {
    this.expectInside(construct);
    this.replacements.set(construct, policy);
    return this;
  }

  /**
   * Fields that belong to others once the object is there (docs/ignored-fields.md). What several calls name adds up.
   *
   * @param target a construct (its own object where it has one, as in cdk8s-plus; otherwise every object in it; of the revision itself,
   *   every object), `{ group, kind }`, or a label selector
   * @param paths JSON pointers, like `/spec/replicas` or `/webhooks/*\/clientConfig/caBundle`, or paths as plans print them
   * @throws BoxcutterError `outside-revision` when the construct is not part of this revision
   */
  ignore(target: ProbeTarget, ...paths: string[]): this {
    if ('node' in target && target !== this) this.expectInside(target);
    this.ignored.push({ target, paths });
    return this;
  }

  /**
   * When objects count as ready. All probes of all targets that an object is part of must pass; an object that is part of
   * none is judged by the rule of its kind.
   *
   * @param target a construct (its own object where it has one, as in cdk8s-plus; otherwise every object in it), `{ group, kind }`, or a
   *   label selector
   * @throws BoxcutterError `outside-revision` when the construct is not part of this revision
   */
  probe(target: ProbeTarget, ...probes: Probe[]): this {
    if ('node' in target) this.expectInside(target);
    this.probes.push({ target, probes });
    return this;
  }

  /** What the content compiles to now, and everything there is to say about it. Compiled anew only when something changed. */
  get compiled(): RevisionContent {
    const { source, findings: declared } = this.declared;
    if (source === undefined) return { findings: declared };
    const key = JSON.stringify(source);
    if (this.cache?.key !== key) this.cache = { key, result: compileForYaml(source) };
    const { result } = this.cache;
    const all = [...declared, ...result.issues.map(inWords)];
    return all.some(isError) || !result.compiled ? { findings: all } : { findings: all, compiled: result.compiled };
  }

  /** @internal What was declared, before it is compiled, and what there is to say about that. No source: it is not complete. */
  get declared(): { readonly source?: RevisionSource; readonly findings: readonly Finding[] } {
    const constructs = this.content.constructs();
    this.content.restoreDependencies();
    const own = [...checkVersion(this.version, this.node.path), ...refusals(constructs, new Set(this.phases))];
    const refused = [...own.map(inWords), ...this.reported];
    if (this.reported.some(isError)) return { findings: refused };
    const { issues, ...source } = this.read(constructs);
    return { source, findings: [...refused, ...issues.map(inWords)] };
  }

  /** Everything there is to say about the content: errors, which keep it from being synthesised, and warnings. */
  get findings(): readonly Finding[] {
    return this.compiled.findings;
  }

  /** @internal Called by every Phase of this revision. */
  registerPhase(phase: DeclaredPhase): void {
    this.phases.push(phase);
  }

  /** @internal What is wrong with what the content is built of; with an error the content is not complete, and not worth compiling. */
  report(issues: readonly Issue[], wording: Wording): void {
    this.reported.push(...issues.map((issue) => findingOf(issue, wording)));
  }

  private read(constructs: readonly IConstruct[]): RevisionSource & Pick<TreeSource, 'issues'> {
    const { props } = this;
    const tree = readTree({
      constructs,
      phases: this.phases,
      dependencies: this.content.dependencies,
      order: this.pairs,
      protections: this.protections,
      replacements: this.replacements,
      ignored: this.ignored,
      probes: this.probes,
      namespace: props.namespace,
      kubernetesVersion: props.kubernetesVersion,
    });
    const { packageName, version, namespace, systemNamespace, progressDeadlineMinutes, kubernetesVersion } = props;
    const { collisionProtection, replacementPolicy } = props;
    const { dependencies } = this.content;
    const dependsOn = neededRevisions(this, [this, ...constructs].flatMap((construct) => dependencies.of(construct)));
    const given = defined({
      dependsOn, packageName, version, namespace, systemNamespace, collisionProtection, replacementPolicy, progressDeadlineMinutes,
      kubernetesVersion, labels: props.labels, annotations: props.annotations,
    });
    return { extension: this.extension, number: this.number, ...given, ...this.bundleOrigin(), ...tree };
  }

  /** Where the content comes from, for the annotations. */
  protected bundleOrigin(): Pick<RevisionSource, 'bundleName' | 'bundleReference'> {
    return {};
  }

  /** The validation: compiles and, when there is no error, hides the content behind the compiled documents. */
  private seal(): string[] {
    const inner = this.content.hiddenProblems();
    const { findings, compiled } = this.compileSafely();
    this.content.show();
    if (compiled && inner.length === 0) {
      this.content.hideBehind([...compiled.contentSecrets, compiled.manifest as unknown as KubeObject]);
      this.warn(findings);
    }
    return [...inner, ...findings.filter(isError).flatMap(eachProblem).map(formatFinding)];
  }

  private compileSafely(): RevisionContent {
    try {
      return this.compiled;
    } catch (error) {
      if (!isBoxcutterError(error)) throw error;
      const { message, hint } = error;
      const issue = constructIssue('not-compiled', { message, ...defined({ hint }) }, { origin: { source: this.node.path } });
      return { findings: [inWords(issue)] };
    }
  }

  private warn(findings: readonly Finding[]): void {
    for (const finding of findings) {
      const line = formatFinding(finding);
      if (isError(finding) || this.warned.has(line)) continue;
      this.warned.add(line);
      process.stderr.write(`${oneLine(`[${this.node.path}] ${line}`)}\n`);
    }
  }

  private expectInside(construct: IConstruct): void {
    if (enclosingRevision(construct) === this && construct !== this) return;
    const message = `${construct.node.path} is not part of revision ${this.node.path}.`;
    throw new BoxcutterError('outside-revision', 'input', message, { hint: 'Declare it in the revision.' });
  }
}

/** Compiles for cdk8s, which writes the result as YAML. */
function compileForYaml(source: RevisionSource): CompileResult {
  const { issues, compiled } = compile(source);
  return compiled === undefined ? { issues } : { issues: [...issues, ...ambiguousStrings(compiled.manifest)], compiled };
}

function inWords(issue: Issue): Finding {
  return findingOf(issue, revisionContentWording);
}
