/** What the constructs have in common that `boxcutter import crd` writes. */
import { ApiObject, type ApiObjectProps, JsonPatch } from 'cdk8s';
import type { Construct } from 'constructs';
import { rememberScope } from './content/kind-scope';

/** Stands for null while cdk8s, which drops nulls, puts an object together. No manifest has it by chance. */
const NULL = '\u0000cdk8s-boxcutter.null\u0000';

/**
 * A custom resource whose kind is known: it keeps what it is given, nulls included, which ApiObjects of cdk8s lose, and knows whether it
 * lives in a namespace. In a revision, and in every other chart.
 */
export class CustomResource extends ApiObject {
  private readonly operations: JsonPatch[] = [];

  private readonly leavesNamespaceOut: boolean;

  /** @param scopeOfKind `spec.scope` of the CRD: an object of a cluster-scoped kind does not take over the chart's namespace */
  constructor(scope: Construct, id: string, props: ApiObjectProps, scopeOfKind: 'Namespaced' | 'Cluster') {
    super(scope, id, withStandIns(props) as ApiObjectProps);
    this.leavesNamespaceOut = scopeOfKind === 'Cluster' && props.metadata?.namespace === undefined;
    rememberScope(this, scopeOfKind === 'Cluster' ? 'cluster' : 'namespaced');
  }

  override addJsonPatch(...operations: JsonPatch[]): void {
    this.operations.push(...operations);
  }

  override toJson(): unknown {
    const object = withNulls(super.toJson()) as { readonly metadata?: Readonly<Record<string, unknown>> };
    const { namespace: _, ...metadata } = object.metadata ?? {};
    return JsonPatch.apply(this.leavesNamespaceOut ? { ...object, metadata } : object, ...this.operations);
  }
}

/** Only plain objects and lists are looked into: what cdk8s resolves later is left alone. */
function withStandIns(value: unknown): unknown {
  if (value === null) return NULL;
  if (Array.isArray(value)) return value.map(withStandIns);
  return isPlain(value) ? Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withStandIns(child)])) : value;
}

function withNulls(value: unknown): unknown {
  if (value === NULL) return null;
  if (Array.isArray(value)) return value.map(withNulls);
  return isPlain(value) ? Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withNulls(child)])) : value;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
