/** What an app says of the revision of a package beside its version, its namespace and its configuration, as data and back. */
import type { JsonObject } from '../../../lib/api';
import type { RevisionTraits } from '../../../lib/formats/package-v1/traveller';
import { Probe } from '../../probe';
import type { RevisionProbe, RevisionProps } from '../../revision-props';

/** Those props that say something of the content. The number is given where it is applied, and so is everything of the package itself. */
const CARRIED = [
  'collisionProtection', 'replacementPolicy', 'progressDeadlineMinutes', 'systemNamespace', 'labels', 'annotations',
  'disableResourceNameHashes', 'kubernetesVersion',
] as const satisfies readonly (keyof RevisionProps)[];

export function traitsOf(props: RevisionProps): RevisionTraits {
  const carried = Object.fromEntries(CARRIED.flatMap((key) => (props[key] === undefined ? [] : [[key, props[key]]])));
  return JSON.parse(JSON.stringify({
    props: carried,
    probes: (props.probes ?? []).map(({ target, probes }) => ({ target, assertions: probes.map((probe) => probe.toAssertion()) })),
  })) as RevisionTraits;
}

export function propsOf({ props, probes }: RevisionTraits): RevisionProps {
  return {
    ...props as JsonObject & RevisionProps,
    probes: probes.map(({ target, assertions }) => ({
      target: target as unknown as RevisionProbe['target'],
      probes: assertions.map((assertion) => Probe.fromAssertion(assertion)),
    })),
  };
}
