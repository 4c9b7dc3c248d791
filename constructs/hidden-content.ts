/** The content of a revision, which is hidden behind the documents that it compiles to once it is compiled. */
import type { Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { KubeObject } from '../lib/api';
import { DeclaredDependencies } from './package/declared-dependencies';
import { RevisionDocument } from './revision-document';

export class HiddenContent {
  readonly dependencies = new DeclaredDependencies();
  private documents: RevisionDocument[] = [];
  private isHidden = false;

  /** Takes the place of what the node says of its children. */
  constructor(private readonly chart: Chart) {
    Object.defineProperty(chart.node, 'children', { configurable: true, get: () => this.visibleChildren() });
  }

  /** Everything that was declared in the revision, whether it is hidden or not. */
  constructs(): IConstruct[] {
    return this.realChildren().flatMap((child) => child.node.findAll());
  }

  /** Leaves the dependencies that authors have declared: those that cdk8s has inferred meanwhile go. */
  restoreDependencies(): void {
    this.dependencies.restore([this.chart, ...this.constructs()]);
  }

  /** What the validations of the content say while it is hidden: then cdk8s does not see it and cannot validate it. */
  hiddenProblems(): string[] {
    return (this.isHidden ? this.constructs() : [])
      .flatMap(({ node }) => node.validate().map((message) => `${node.path}: ${message}`));
  }

  /** Takes the documents away; the content is seen again. */
  show(): void {
    this.isHidden = false;
    for (const document of this.documents) this.chart.node.tryRemoveChild(document.node.id);
    this.documents = [];
  }

  hideBehind(objects: readonly KubeObject[]): void {
    const restore = (): void => this.restoreDependencies();
    this.documents = objects.map((object) => new RevisionDocument(this.chart, object, restore));
    this.isHidden = true;
  }

  /**
   * What walks over the tree see: the real content until it is hidden, so that validations and aspects reach it; then only the compiled
   * documents, so that nothing else is synthesised.
   */
  private visibleChildren(): IConstruct[] {
    if (this.isHidden) return [...this.documents];
    this.dependencies.remember([this.chart, ...this.constructs()]);
    return this.realChildren();
  }

  private realChildren(): IConstruct[] {
    const children = Reflect.get(Object.getPrototypeOf(this.chart.node) as object, 'children', this.chart.node) as IConstruct[];
    return children.filter((child) => !this.documents.some((document) => document === child));
  }
}
