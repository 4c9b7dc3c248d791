/** Constructs that have no place in a revision, and why. */
import type { IConstruct } from 'constructs';
import type { Finding } from '../lib/schema';

const TYPE_INFORMATION = Symbol.for('jsii.rtti');
const MANIFESTS = 'Read the files with Manifests, which keeps every value as it is written.';

/** What is wrong with constructs merely being where they are. */
export function refusals(constructs: readonly IConstruct[], phases: ReadonlySet<IConstruct>): Finding[] {
  return constructs.flatMap((construct): Finding[] => {
    const refuse = (code: string, message: string, hint: string): Finding[] => [{ code, severity: 'error', message, path: '', origin: construct.node.path, hint }];
    if (isOfType(construct, 'cdk8s.Helm')) {
      return refuse('unsupported-construct', 'a Helm construct of cdk8s changes dates and times in manifests and takes hooks for objects', 'Take HelmChart of this package, which keeps every value and puts hooks into phases.');
    }
    if (isOfType(construct, 'cdk8s.Include')) {
      return refuse('unsupported-construct', 'an Include construct of cdk8s changes dates, times and numbers in manifests', MANIFESTS);
    }
    const { scope } = construct.node;
    if (scope && phases.has(scope)) {
      const hint = 'Declare it in the revision and put it into the phase with add(): its name then stays when it moves to another phase.';
      return refuse('declared-in-phase', `is declared in phase ${scope.node.path}, which is a list and not a scope`, hint);
    }
    return [];
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
