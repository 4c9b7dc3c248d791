/** The revision of a package that is exported: compiled apart, with all that is wrong with it. */
import { ApiObject, App } from 'cdk8s';
import type { KubeObject, ResolvedRevision } from '../../lib/api';
import { defined } from '../../lib/defined';
import { isError, type Finding, findingOf, type Origin } from '../../lib/issue';
import { originOf } from '../content/inherited';
import { constructIssue } from '../issues';
import type { Revision } from '../revision';
import { constructWording } from '../wording';
import type { ConfigSchema } from './config-schema';
import type { Package } from './package';
import { revisionOf } from './revision-of';

export interface ExportedPackage<Schema extends ConfigSchema> {
  readonly package: Package<Schema>;
  readonly version: string;
  readonly namespace: string;
  readonly extension?: string | undefined;
  readonly config?: unknown;
  readonly kubernetesVersion?: string | undefined;
}

/** Undefined `resolved`: errors are among the findings. */
export interface BuiltRevision {
  readonly revision: Revision;
  readonly resolved?: ResolvedRevision;
  readonly errors: readonly Finding[];
}

/** The revision is declared in an app of its own, so that its objects are named as those of a revision at the root of an app. */
export function builtRevision<Schema extends ConfigSchema>(
  { package: of, version, namespace, extension, config, kubernetesVersion }: ExportedPackage<Schema>,
): BuiltRevision {
  const props = { version, namespace, ...defined({ config, kubernetesVersion }) };
  const revision = revisionOf(of, new App(), extension ?? of.packageName, props);
  const inner = revision.node.findAll().filter((construct) => construct !== revision);
  const { compiled, findings } = revision.compiled;
  const invalid = inner.flatMap((construct) => construct.node.validate().map((message) => invalidConstruct(construct.node.path, message)));
  const errors = [...invalid, ...findings.filter(isError)];
  return compiled === undefined || errors.length > 0 ? { revision, errors } : { revision, resolved: compiled.resolved, errors };
}

/** Where each object was declared, by what it is called. */
export function originsIn(revision: Revision): (object: KubeObject) => Origin {
  const origins = new Map(revision.node.findAll().filter(ApiObject.isApiObject).map((object) => [
    `${object.kind}/${object.name}`,
    originOf(object),
  ]));
  return ({ kind, metadata }) => origins.get(`${kind}/${metadata.name ?? ''}`) ?? { source: revision.node.path };
}

function invalidConstruct(source: string, message: string): Finding {
  return findingOf(constructIssue('invalid-construct', { message }, { origin: { source } }), constructWording);
}
