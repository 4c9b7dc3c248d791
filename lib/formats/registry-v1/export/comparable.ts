/**
 * An object without what rendering may change about it (docs/package-export.md). What is left of the package's own and of the rendered one
 * must be the same.
 */
import { asObject, type JsonObject, type JsonValue } from '../../../api';
import { CERTIFICATE_PLACES } from '../render/certificate-volumes';
import type { Difference } from '../../export/exporter';
import { at, identityOf, objectsIn } from '../../export/parts';

/** What rendering makes by itself, by identity. */
export interface Generated {
  /** Roles, bindings and service accounts that come back under other names, or without their labels. */
  readonly access: ReadonlySet<string>;
  /** Webhook configurations, Services and certificates. */
  readonly webhooks: ReadonlySet<string>;
}

/** One side of the comparison. */
export function comparable(object: JsonObject, { access, webhooks }: Generated): JsonObject {
  const identity = identityOf(object);
  const kind = String(object['kind']);
  if (kind === 'Deployment') return comparableDeployment(object);
  if (kind === 'CustomResourceDefinition') return comparableDefinition(object);
  // A generated service account has only a name.
  if (access.has(identity)) return {};
  if (!webhooks.has(identity)) return object;
  switch (kind) {
    case 'Issuer':
      return {};
    case 'Certificate':
      return { secretName: at(object, 'spec', 'secretName') ?? null };
    case 'Service':
      return { ...withoutLabels(object), spec: comparableService(asObject(object['spec']) ?? {}) };
    default:
      return { ...withoutLabels(object), webhooks: objectsIn(object['webhooks']).map(withPort) };
  }
}

/** What a Deployment of the package has on its pods and the rendered one has not, as paths: other certificates, annotations. */
export function lostFromPods(own: JsonObject, rendered: JsonObject): Difference[] {
  const annotationsOf = (object: JsonObject): JsonObject => asObject(at(object, 'spec', 'template', 'metadata', 'annotations')) ?? {};
  const theirs = annotationsOf(rendered);
  const annotations = Object.entries(annotationsOf(own)).filter(([key, value]) => theirs[key] !== value);
  const certificates = new Set(certificateVolumes(rendered).map(secretOf));
  const others = certificateVolumes(own).filter((volume) => !certificates.has(secretOf(volume)));
  return [
    ...annotations.map(([key]) => ({ path: ['spec', 'template', 'metadata', 'annotations', key] })),
    ...others.map(({ name }) => ({ path: ['spec', 'template', 'spec', 'volumes'], entry: String(name) })),
  ];
}

const secretOf = (volume: JsonObject): JsonValue | undefined => at(volume, 'secret', 'secretName');

/** History limit, annotations of the pods and the volumes of the certificate are the renderer's. */
function comparableDeployment(object: JsonObject): JsonObject {
  const { revisionHistoryLimit: _limit, template, ...spec } = asObject(object['spec']) ?? {};
  const { metadata, spec: given, ...rest } = asObject(template) ?? {};
  const { annotations: _annotations, ...podMetadata } = asObject(metadata) ?? {};
  const podSpec = asObject(given) ?? {};
  const gone = certificateVolumeNames(podSpec);
  const others = (list: JsonValue | undefined): readonly JsonObject[] => objectsIn(list).filter(({ name }) => !gone.has(name));
  const containers = objectsIn(podSpec['containers']).map((container) => ({
    ...container,
    volumeMounts: others(container['volumeMounts']),
  }));
  return {
    ...object,
    spec: { ...spec, template: { ...rest, metadata: podMetadata, spec: { ...podSpec, containers, volumes: others(podSpec['volumes']) } } },
  };
}

function certificateVolumes(deployment: JsonObject): readonly JsonObject[] {
  const podSpec = asObject(at(deployment, 'spec', 'template', 'spec')) ?? {};
  const names = certificateVolumeNames(podSpec);
  return objectsIn(podSpec['volumes']).filter(({ name }) => names.has(name));
}

/** Those that make way when rendering mounts a certificate. */
function certificateVolumeNames(podSpec: JsonObject): ReadonlySet<JsonValue | undefined> {
  const paths = new Set<JsonValue | undefined>(CERTIFICATE_PLACES.map(({ path }) => path));
  const mounts = objectsIn(podSpec['containers']).flatMap((container) => objectsIn(container['volumeMounts']));
  const mounted = mounts.filter(({ mountPath }) => paths.has(mountPath)).map(({ name }) => name);
  return new Set<JsonValue | undefined>([...CERTIFICATE_PLACES.map(({ name }) => name), ...mounted]);
}

/** Where the versions of a definition are converted, what is not given is port 443 and path `/`. */
function comparableDefinition(object: JsonObject): JsonObject {
  const service = asObject(at(object, 'spec', 'conversion', 'webhook', 'clientConfig', 'service'));
  if (service === undefined) return object;
  const spec = asObject(object['spec']) ?? {};
  const conversion = asObject(spec['conversion']) ?? {};
  const webhook = asObject(conversion['webhook']) ?? {};
  const clientConfig = { ...asObject(webhook['clientConfig']), service: { port: 443, path: '/', ...service } };
  return { ...object, spec: { ...spec, conversion: { ...conversion, webhook: { ...webhook, clientConfig } } } };
}

/** Names of ports are the renderer's. */
function comparableService({ type = 'ClusterIP', ports, ...rest }: JsonObject): JsonObject {
  const targets = objectsIn(ports)
    .map(({ name: _, port = null, targetPort = port, protocol = 'TCP', ...more }) => ({ ...more, port, targetPort, protocol }));
  return { ...rest, type, ports: targets };
}

function withPort(webhook: JsonObject): JsonObject {
  const clientConfig = asObject(webhook['clientConfig']);
  const service = asObject(clientConfig?.['service']);
  return service === undefined ? webhook : { ...webhook, clientConfig: { ...clientConfig, service: { port: 443, ...service } } };
}

function withoutLabels(object: JsonObject): JsonObject {
  const { labels: _, ...metadata } = asObject(object['metadata']) ?? {};
  return { ...object, metadata };
}
