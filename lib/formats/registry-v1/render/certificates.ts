/** Certificates of webhooks and API services: who issues them, and how their authority comes into the objects that need to trust it. */
import type { JsonObject } from '../../../api';
import type { CertificateProviderName } from '../../rendering';
import { generated, type Generator } from './context';
import { certificateName, issuerName, serviceName } from './names';
import { servingDeployments } from './webhooks/parts';

/** Two years, renewed a day before the end, as OLM does. */
const DURATION = '17520h0m0s';
const RENEW_BEFORE = '24h0m0s';

/** Keys of the Secret, with both providers. */
export const CERTIFICATE_KEYS = { certificate: 'tls.crt', privateKey: 'tls.key' } as const;

interface CertificateProvider {
  /** Annotations that make the provider write the authority's certificate into an object. */
  readonly injection: (deployment: string, namespace: string) => Readonly<Record<string, string>>;
  /** Annotations of the Service that make the provider issue a certificate for it. */
  readonly service: (deployment: string) => Readonly<Record<string, string>>;
  readonly objects: (deployment: string, namespace: string) => readonly JsonObject[];
}

const providers: Readonly<Record<CertificateProviderName, CertificateProvider>> = {
  'cert-manager': {
    injection: (deployment, namespace) => ({ 'cert-manager.io/inject-ca-from': `${namespace}/${certificateName(deployment)}` }),
    service: () => ({}),
    objects: (deployment, namespace) => [issuer(deployment, namespace), certificate(deployment, namespace)],
  },
  'service-ca': {
    injection: () => ({ 'service.beta.openshift.io/inject-cabundle': 'true' }),
    service: (deployment) => ({ 'service.beta.openshift.io/serving-cert-secret-name': certificateName(deployment) }),
    objects: () => [],
  },
  'none': { injection: () => ({}), service: () => ({}), objects: () => [] },
};

export function certificateProvider(name: CertificateProviderName): CertificateProvider {
  return providers[name];
}

/** What the provider needs beside annotations. */
export const certificateObjects: Generator = (context) =>
  servingDeployments(context.csv).flatMap((deployment) =>
    certificateProvider(context.certificates)
      .objects(deployment, context.installNamespace)
      .map((manifest) => generated(context, manifest)),
  );

function issuer(deployment: string, namespace: string): JsonObject {
  return {
    apiVersion: 'cert-manager.io/v1',
    kind: 'Issuer',
    metadata: { name: issuerName(deployment), namespace },
    spec: { selfSigned: {} },
  };
}

function certificate(deployment: string, namespace: string): JsonObject {
  const name = certificateName(deployment);
  const host = `${serviceName(deployment)}.${namespace}`;
  return {
    apiVersion: 'cert-manager.io/v1',
    kind: 'Certificate',
    metadata: { name, namespace },
    spec: {
      commonName: host,
      dnsNames: [host, `${host}.svc`, `${host}.svc.cluster.local`],
      duration: DURATION,
      issuerRef: { name: issuerName(deployment) },
      renewBefore: RENEW_BEFORE,
      secretName: name,
      usages: ['server auth'],
    },
  };
}
