/** What an object has from where it is declared, as against what its author wrote on it. */
import { type ApiObject, Chart } from 'cdk8s';
import { asObject, type JsonObject } from '../../lib/api';
import type { Origin } from '../../lib/issue';

/** What only objects read from files have. */
export interface FileFacts {
  /** File and line, shown in messages beside the construct path. */
  readonly origin: Origin;
  /** Given in code for all objects of the files: one of a cluster-scoped kind goes without it. */
  readonly defaultNamespace: string | undefined;
  /** Whether the file names a namespace. */
  readonly namesNamespace: boolean;
}

/** Kept aside: other subclasses of ApiObject may have members of any name. The symbol is shared between copies of this package. */
const FACTS = Symbol.for('cdk8s-boxcutter.FileFacts');

export function rememberFile(object: ApiObject, facts: FileFacts): void {
  Object.defineProperty(object, FACTS, { value: facts });
}

function factsOf(object: ApiObject): FileFacts | undefined {
  return (object as { readonly [FACTS]?: FileFacts })[FACTS];
}

/** Where an object was declared: its path, and what was read there. */
export function originOf(object: ApiObject): Origin {
  const origin = factsOf(object)?.origin;
  return origin === undefined ? { source: object.node.path } : { ...origin, within: object.node.path };
}

/** The namespace that an object has without being given one: cdk8s gives that of the chart to all in it. */
export function inheritedNamespace(object: ApiObject, manifest: JsonObject): string | undefined {
  const inherited = factsOf(object)?.defaultNamespace ?? Chart.of(object).namespace;
  return inherited !== undefined && asObject(manifest['metadata'])?.['namespace'] === inherited && !isWritten(object)
    ? inherited
    : undefined;
}

/** Without it, for kinds that live in no namespace; also where the author wrote the same, which means nothing there. */
export function withoutInheritedNamespace(object: ApiObject, manifest: JsonObject): JsonObject {
  const metadata = asObject(manifest['metadata']);
  const inherited = factsOf(object)?.defaultNamespace ?? Chart.of(object).namespace;
  if (metadata === undefined || inherited === undefined || metadata['namespace'] !== inherited) return manifest;
  const { namespace: _, ...rest } = metadata;
  return { ...manifest, metadata: rest };
}

/** cdk8s keeps what an object was made with, as `props`; where it should not, the author gets a warning too many. */
function isWritten(object: ApiObject): boolean {
  const facts = factsOf(object);
  if (facts !== undefined) return facts.namesNamespace;
  const props = asObject((object as unknown as { readonly props?: unknown }).props);
  return asObject(props?.['metadata'])?.['namespace'] !== undefined;
}
