/** Constructs that have no place in a revision, and why. */
import type { IConstruct } from 'constructs';
import type { Issue } from '../lib/issue';
import { constructIssue } from './issues';

const TYPE_INFORMATION = Symbol.for('jsii.rtti');

/** What is wrong with constructs merely being where they are. */
export function refusals(constructs: readonly IConstruct[], phases: ReadonlySet<IConstruct>): Issue[] {
  return constructs.flatMap((construct): Issue[] => {
    const place = { origin: { source: construct.node.path } };
    if (isOfType(construct, 'cdk8s.Helm')) return [constructIssue('unsupported-construct', { construct: 'Helm' }, place)];
    if (isOfType(construct, 'cdk8s.Include')) return [constructIssue('unsupported-construct', { construct: 'Include' }, place)];
    const { scope } = construct.node;
    return scope && phases.has(scope) ? [constructIssue('declared-in-phase', { phase: scope.node.path }, place)] : [];
  });
}

/** By the name that cdk8s gives its classes: `instanceof` fails where two copies of cdk8s are installed. */
function isOfType(construct: IConstruct, name: string): boolean {
  for (let type: unknown = construct.constructor; typeof type === 'function'; type = Object.getPrototypeOf(type)) {
    const information = Object.getOwnPropertyDescriptor(type, TYPE_INFORMATION)?.value as { readonly fqn?: unknown } | undefined;
    if (information?.fqn === name) return true;
  }
  return false;
}
