/** The construct that everything of an extension is declared in. */
import { Chart } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';
import type { CollisionProtection, JsonObject, KubeObject } from '../lib/api';
import { BoxcutterError, isBoxcutterError } from '../lib/errors';
import { compile, type CompileResult, type RevisionSource } from '../lib/revision';
import { type Finding, formatFinding } from '../lib/schema';
import { ambiguousStrings } from './ambiguous-strings';
import type { BundleRevision, BundleRevisionProps } from './bundle-revision';
import { DeclaredDependencies } from './declared-dependencies';
import { checkVersion } from './package-version';
import type { Phase } from './phase';
import type { Probe } from './probe';
import { refusals } from './refused';
import { RevisionDocument } from './revision-document';
import type { ProbeTarget, RevisionProbe, RevisionProps } from './revision-props';
import { readTree } from './revision-source';

/** What the content of a revision compiles to, and everything there is to say about it. */
type RevisionContent = Pick<CompileResult, 'findings' | 'compiled'>;

const REVISION = Symbol.for('cdk8s-boxcutter.Revision');

/**
 * One version of an extension: everything declared in it, directly or in constructs and charts below, is synthesised as one
 * ClusterExtensionRevision and the Secrets with its content, and as nothing else.
 *
 * The id is the extension's name. Names of objects derive from it and from the ids below, never from version, number or
 * phase: they stay from revision to revision.
 *
 * Whatever is wrong is reported by the validation of cdk8s, all at once, with construct path and field: `cdk8s synth`,
 * `app.synth()`, `app.synthYaml()` and `Testing.synth(revision)` throw, and nothing is written. Warnings go to stderr.
 */
export class Revision extends Chart {
  /**
   * The revision that a construct is declared in.
   *
   * @throws BoxcutterError `outside-revision` when there is none
   */
  static override of(construct: IConstruct): Revision {
    const revision = Revision.tryOf(construct);
    if (revision) return revision;
    throw new BoxcutterError('outside-revision', 'input', `${construct.node.path || 'The app'} is not declared in a Revision.`, {
      hint: 'Create it with a Revision, or a construct in one, as its scope.',
    });
  }

  /** The revision that a construct is declared in, or undefined. */
  static tryOf(construct: IConstruct): Revision | undefined {
    return [...construct.node.scopes].reverse().find(Revision.isRevision);
  }

  /** Whether something is a Revision, also one of another copy of this package. */
  static isRevision(this: void, something: unknown): something is Revision {
    return typeof something === 'object' && something !== null && REVISION in something;
  }

  /**
   * A revision of a bundle: a folder, a packed chart, or an image that `boxcutter bundle fetch` has pinned. Package and version are those of
   * the bundle, whose objects become constructs (`revision.bundle`); more can be declared beside them. Reads local files only.
   *
   * ```ts
   * const keda = Revision.fromBundle<KedaConfig>(app, 'keda', { bundle: 'bundles/keda', namespace: 'keda', config: { watchNamespace: 'keda' } });
   * keda.bundle.get('Deployment', 'keda-operator').addJsonPatch(JsonPatch.replace('/spec/replicas', 2));
   * ```
   *
   * @param id name of the extension
   * @throws BoxcutterError category input: there is nothing to read (`bundle-not-found`), or it has not been fetched (`bundle-not-fetched`, …).
   *   What is wrong with the bundle or the configuration is reported by the validation
   */
  static fromBundle<Config extends object = JsonObject>(scope: Construct, id: string, props: BundleRevisionProps<Config>): BundleRevision {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- it extends this class
    const { BundleRevision: constructor } = require('./bundle-revision') as typeof import('./bundle-revision');
    return new constructor(scope, id, props);
  }

  /** Name of the extension. */
  readonly extension: string;
  readonly version: string | undefined;
  readonly packageName: string | undefined;
  readonly number: number;
  /** Whose schemas the objects are checked against; undefined: the newest that this package knows. */
  readonly kubernetesVersion: string | undefined;

  private readonly props: RevisionProps;
  private readonly phases: Phase[] = [];
  private readonly pairs: [IConstruct, IConstruct][] = [];
  private readonly protections = new Map<IConstruct, CollisionProtection>();
  private readonly probes: RevisionProbe[];
  private readonly reported: Finding[] = [];
  private readonly dependencies = new DeclaredDependencies();
  private readonly warned = new Set<string>();
  private documents: RevisionDocument[] = [];
  private sealed = false;
  private cache: { readonly key: string; readonly result: RevisionContent } | undefined;

  /**
   * @param scope an App, or a construct in one
   * @param id name of the extension
   * @throws BoxcutterError `nested-revision` in another revision
   */
  constructor(scope: Construct, id: string, props: RevisionProps = {}) {
    super(scope, id, props);
    const outer = Revision.tryOf(scope);
    if (outer) throw new BoxcutterError('nested-revision', 'input', `Revision ${this.node.path} is declared in revision ${outer.node.path}.`, { hint: 'Declare it in the app.' });
    Object.defineProperty(this, REVISION, { value: true });
    this.props = props;
    this.extension = id;
    this.version = props.version;
    this.packageName = props.packageName;
    this.number = props.number ?? 1;
    this.kubernetesVersion = props.kubernetesVersion;
    this.probes = [...(props.probes ?? [])];
    Object.defineProperty(this.node, 'children', { configurable: true, get: () => this.visibleChildren() });
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
   * When objects count as ready. All probes of all targets that an object is part of must pass; an object that is part of
   * none is judged by the rule of its kind.
   *
   * @param target a construct, `{ group, kind }`, or a label selector
   * @throws BoxcutterError `outside-revision` when the construct is not part of this revision
   */
  probe(target: ProbeTarget, ...probes: Probe[]): this {
    if ('node' in target) this.expectInside(target);
    this.probes.push({ target, probes });
    return this;
  }

  /** What the content compiles to now, and everything there is to say about it. Compiled anew only when something changed. */
  get compiled(): RevisionContent {
    const constructs = this.contents();
    this.dependencies.restore([this, ...constructs]);
    const refused = [...checkVersion(this.version, this.node.path), ...refusals(constructs, new Set(this.phases)), ...this.reported];
    if (this.reported.some(isError)) return { findings: refused };
    const { findings, ...source } = this.read(constructs);
    const key = JSON.stringify(source);
    if (this.cache?.key !== key) this.cache = { key, result: compileForYaml(source) };
    const { result } = this.cache;
    const all = [...refused, ...findings, ...result.findings];
    return all.some(isError) || !result.compiled ? { findings: all } : { findings: all, compiled: result.compiled };
  }

  /** Everything there is to say about the content: errors, which keep it from being synthesised, and warnings. */
  get findings(): readonly Finding[] {
    return this.compiled.findings;
  }

  /** @internal Called by every Phase of this revision. */
  registerPhase(phase: Phase): void {
    this.phases.push(phase);
  }

  /** @internal Findings from building the content; with an error among them it is not complete, and not worth compiling. */
  report(findings: readonly Finding[]): void {
    this.reported.push(...findings);
  }

  private read(constructs: readonly IConstruct[]): RevisionSource & { readonly findings: readonly Finding[] } {
    const { props } = this;
    const tree = readTree({
      constructs,
      phases: this.phases,
      dependencies: this.dependencies,
      order: this.pairs,
      protections: this.protections,
      probes: this.probes,
      namespace: props.namespace,
      kubernetesVersion: props.kubernetesVersion,
    });
    const given = {
      packageName: props.packageName,
      version: props.version,
      namespace: props.namespace,
      systemNamespace: props.systemNamespace,
      collisionProtection: props.collisionProtection,
      progressDeadlineMinutes: props.progressDeadlineMinutes,
      kubernetesVersion: props.kubernetesVersion,
      labels: props.labels,
      annotations: props.annotations,
    };
    const known = withoutUndefined({ ...given, ...this.bundleOrigin() }) as Partial<RevisionSource>;
    return { extension: this.extension, number: this.number, ...known, ...tree };
  }

  /** Where the content comes from, for the annotations. */
  protected bundleOrigin(): Pick<RevisionSource, 'bundleName' | 'bundleReference'> {
    return {};
  }

  /**
   * What walks over the tree see: the real content until the revision is sealed, so that validations and aspects reach it;
   * then only the compiled documents, so that nothing else is synthesised.
   */
  private visibleChildren(): IConstruct[] {
    if (this.sealed) return [...this.documents];
    this.dependencies.remember([this, ...this.contents()]);
    return this.realChildren();
  }

  private realChildren(): IConstruct[] {
    const children = Reflect.get(Object.getPrototypeOf(this.node) as object, 'children', this.node) as IConstruct[];
    return children.filter((child) => !this.documents.some((document) => document === child));
  }

  private contents(): IConstruct[] {
    return this.realChildren().flatMap((child) => child.node.findAll());
  }

  /** The validation: compiles and, when there is no error, hides the content behind the compiled documents. */
  private seal(): string[] {
    // While sealed, cdk8s does not see the content and cannot validate it.
    const inner = this.sealed ? this.contents().flatMap((construct) => construct.node.validate().map((message) => `${construct.node.path}: ${message}`)) : [];
    const { findings, compiled } = this.compileSafely();
    this.sealed = false;
    for (const document of this.documents) this.node.tryRemoveChild(document.node.id);
    this.documents = [];
    if (compiled && inner.length === 0) {
      const objects: readonly KubeObject[] = [...compiled.contentSecrets, compiled.manifest as unknown as KubeObject];
      this.documents = objects.map((object) => new RevisionDocument(this, object, () => this.dependencies.restore([this, ...this.contents()])));
      this.sealed = true;
      this.warn(findings);
    }
    return [...inner, ...findings.filter(isError).map(formatFinding)];
  }

  private compileSafely(): RevisionContent {
    try {
      return this.compiled;
    } catch (error) {
      if (!isBoxcutterError(error)) throw error;
      return { findings: [{ code: 'not-compiled', severity: 'error', message: error.message, path: '', origin: this.node.path, ...(error.hint ? { hint: error.hint } : {}) }] };
    }
  }

  private warn(findings: readonly Finding[]): void {
    for (const finding of findings) {
      const line = `${formatFinding(finding)}\n`;
      if (isError(finding) || this.warned.has(line)) continue;
      this.warned.add(line);
      process.stderr.write(`[${this.node.path}] ${line}`);
    }
  }

  private expectInside(construct: IConstruct): void {
    if (Revision.tryOf(construct) === this && construct !== this) return;
    throw new BoxcutterError('outside-revision', 'input', `${construct.node.path} is not part of revision ${this.node.path}.`, { hint: 'Declare it in the revision.' });
  }
}

/** Compiles for cdk8s, which writes the result as YAML. */
function compileForYaml(source: RevisionSource): RevisionContent {
  const { issues: _, ...result } = compile(source);
  return result.compiled ? { ...result, findings: [...result.findings, ...ambiguousStrings(result.compiled.manifest)] } : result;
}

function isError(finding: Finding): boolean {
  return finding.severity === 'error';
}

function withoutUndefined(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
