/** Mounts the certificate where the operator's server looks for it: the paths of controller-runtime and of the library for API servers. */
import { asObject, type JsonObject, type JsonValue } from '../../../api';
import { asArray } from '../../../schema';
import { CERTIFICATE_KEYS } from './certificates';

/** Where rendering mounts it. */
export const CERTIFICATE_PLACES = [
  { name: 'webhook-cert', path: '/tmp/k8s-webhook-server/serving-certs', certificate: 'tls.crt', privateKey: 'tls.key' },
  { name: 'apiservice-cert', path: '/apiserver.local.config/certificates', certificate: 'apiserver.crt', privateKey: 'apiserver.key' },
] as const;

/** A pod spec with the certificate in every container. Volumes of these names, and those mounted at these paths, make way. */
export function withCertificate(podSpec: JsonObject, secretName: string): JsonObject {
  const containers = objects(podSpec['containers']);
  const paths = new Set<JsonValue | undefined>(CERTIFICATE_PLACES.map(({ path }) => path));
  const replaced = new Set<JsonValue | undefined>([
    ...CERTIFICATE_PLACES.map(({ name }) => name),
    ...containers.flatMap((container) => objects(container['volumeMounts']).filter(({ mountPath }) => paths.has(mountPath))
      .map(({ name }) => name ?? '')),
  ]);
  const kept = (list: JsonValue | undefined): JsonObject[] => objects(list).filter(({ name }) => !replaced.has(name));
  return {
    ...podSpec,
    containers: containers.map((container) => ({
      ...container,
      volumeMounts: [...kept(container['volumeMounts']), ...CERTIFICATE_PLACES.map(({ name, path }) => ({ name, mountPath: path }))],
    })),
    volumes: [...kept(podSpec['volumes']), ...CERTIFICATE_PLACES.map((place) => volume(place, secretName))],
  };
}

function volume({ name, certificate, privateKey }: (typeof CERTIFICATE_PLACES)[number], secretName: string): JsonObject {
  const items = [
    { key: CERTIFICATE_KEYS.certificate, path: certificate },
    { key: CERTIFICATE_KEYS.privateKey, path: privateKey },
  ];
  return { name, secret: { items, secretName } };
}

/** The objects of a list, if it is one. */
export function objects(list: JsonValue | undefined): JsonObject[] {
  return (asArray(list) ?? []).map(asObject).filter((item) => item !== undefined);
}
