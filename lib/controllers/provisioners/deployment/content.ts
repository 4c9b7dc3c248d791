/** From a Bundle and what its deployment says to the documents of a revision. Writes nothing. */
import { createHash } from 'node:crypto';
import { ANNOTATION_REQUEST, type JsonObject, type ResolvedRevision } from '../../../api';
import { canonicalJson } from '../../../api/canonical-json';
import { defined } from '../../../defined';
import type { BundleFiles } from '../../../formats';
import { scopesIn } from '../../../runtime/internal';
import { compileRevisionOf, configure, openBundleFiles } from '../../../source';
import type { WrittenContent } from '../../../state';
import type { Unpacked } from '../bundle/decide';
import type { LiveBundle, LiveDeployment } from '../model';
import { ANNOTATION_BUNDLE, ANNOTATION_NAMESPACE } from '../names';
import type { ProvisionerPlace } from '../place';
import { configOf, namespaceOf, passesUnchecked, refuseConfig } from './settings';

/** Equal: the same content with the same configuration at the same place, so nothing new to roll out, whatever the Bundle is called. */
export function requestOf({ spec: { installNamespace, config } }: LiveDeployment, { digest }: Unpacked): string {
  const request = { digest, ...defined({ installNamespace, config: config && Object.keys(config).length > 0 ? config : undefined }) };
  return `sha256:${createHash('sha256').update(canonicalJson(request as unknown as JsonObject)).digest('hex')}`;
}

export interface DeploymentContent extends WrittenContent {
  readonly resolved: ResolvedRevision;
  /** Where objects without a namespace go. */
  readonly namespace: string;
}

export interface RevisionPlace {
  readonly number: number;
  readonly previous: readonly { readonly name: string; readonly uid: string }[];
  readonly request: string;
}

/** @throws BoxcutterError `bundle-config` (input); what opening, rendering and compiling say */
export async function deploymentContent(
  deployment: LiveDeployment, bundle: LiveBundle, files: BundleFiles, { number, previous, request }: RevisionPlace, place: ProvisionerPlace,
): Promise<DeploymentContent> {
  const { metadata: { name = '', labels } } = deployment;
  const surroundings = {
    onNote: (note: string) => place.log.info({ deployment: name }, note), facts: place.facts, scopeOf: scopesIn(place.target.cluster),
  };
  const source = await openBundleFiles(`Bundle ${bundle.metadata.name}`, files, surroundings);
  const namespace = namespaceOf(deployment, source.bundle, place.systemNamespace);
  const config = configOf(deployment, source.bundle);
  refuseConfig(source.bundle, config, namespace);
  const choices = { name, namespace, dangerouslyAcceptBundlesWithoutConfigSchema: passesUnchecked(source.bundle) };
  const configured = await configure(source, choices, surroundings);
  const { manifest, contentSecrets, resolved } = await compileRevisionOf({ ...configured, ...defined({ config }) }, surroundings, {
    number, systemNamespace: place.systemNamespace, ...defined({ labels }),
    annotations: { [ANNOTATION_REQUEST]: request, [ANNOTATION_BUNDLE]: bundle.metadata.name ?? '', [ANNOTATION_NAMESPACE]: namespace },
  });
  const spec = { ...manifest.spec, ...(previous.length === 0 ? {} : { previous }) };
  return { manifest: { ...manifest, spec }, secrets: contentSecrets, resolved, namespace };
}
