/**
 * What a package declares for a configuration, as data. It runs in both places: where the package is at home, and in the sandbox of those
 * who install it; that both give the same is the proof of a package that travels.
 */
import { App } from 'cdk8s';
import { defined } from '../../../lib/defined';
import { formatOrigin, isError, type Finding, formatFinding, type Origin } from '../../../lib/issue';
import { CONTRACT, type PackageInput, type PackageOutput, type PackageRevision } from '../../../lib/formats/package-v1/contract';
import type { RevisionTraits } from '../../../lib/formats/package-v1/traveller';
import { refineConfig } from '../../../lib/config';
import type { RevisionSource } from '../../../lib/revision';
import type { ConfigSchema } from '../config-schema';
import type { DescribedPackage } from '../described-package';
import { revisionOf } from '../revision-of';
import { propsOf } from './traits';

/** A `PackageOutput` as text. The same input gives the same text. */
export function declare<Schema extends ConfigSchema>(of: DescribedPackage<Schema>, input: PackageInput, traits: RevisionTraits): string {
  return JSON.stringify(outputOf(of, input, traits), onlyJson);
}

function outputOf<Schema extends ConfigSchema>(of: DescribedPackage<Schema>, input: PackageInput, traits: RevisionTraits): PackageOutput {
  const { extension, namespace, version, config } = input;
  // JSON Schema has been seen to, and its library does not travel.
  const revision = revisionOf(of, new App(), extension, { ...propsOf(traits), version, namespace, config }, refineConfig);
  const inner = revision.node.findAll().filter((construct) => construct !== revision);
  const invalid = inner.flatMap(({ node }) => node.validate().map((message) => ({ message: `${node.path}: ${message}` })));
  const { source, findings } = revision.declared;
  const problems = [...invalid, ...findings.filter(isError).map(problemOf)];
  if (source === undefined || problems.length > 0) return { contract: CONTRACT, problems };
  return { contract: CONTRACT, revision: asOutput(source) };
}

function problemOf({ hint, ...finding }: Finding): { readonly message: string; readonly hint?: string } {
  return { message: formatFinding(finding), ...defined({ hint }) };
}

function asOutput({ objects, phases, order, ...source }: RevisionSource): PackageRevision {
  const { probes, collisionProtection, replacementPolicy, progressDeadlineMinutes, systemNamespace, labels, annotations } = source;
  return {
    objects: objects.map(({ authorName: _, ...object }) => ({ ...object, origin: nameOf(object.origin) })),
    ...defined({
      phases: phases?.map((phase) => ({ ...phase, origin: nameOf(phase.origin) })),
      order: order?.map(({ first, then }) => ({ first: nameOf(first), then: nameOf(then) })),
      probes, collisionProtection, replacementPolicy, progressDeadlineMinutes, systemNamespace, labels, annotations,
    }),
  };
}

function nameOf(origin: Origin): string {
  return formatOrigin(origin);
}

/** What JSON would change without a word is an error, as it is where the revision is compiled. */
function onlyJson(key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${key}: ${value} cannot be written as JSON`);
  return value;
}
