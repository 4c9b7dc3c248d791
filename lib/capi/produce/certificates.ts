/** From certificates of cert-manager to those of the service CA, as OpenShift's providers have them. */
import type { ReleaseDocument } from './document';
import { adding, type Edit, entryIn, replacing, textAt, valuesAt } from './text-edit';

const INJECTED = 'cert-manager.io/inject-ca-from';
const BUNDLE = 'service.beta.openshift.io/inject-cabundle';
const SERVING = 'service.beta.openshift.io/serving-cert-secret-name';

/** By namespace and name of a Service: the Secret that its Certificate is kept in. */
export function servingSecrets(all: readonly ReleaseDocument[]): ReadonlyMap<string, string> {
  return new Map(all.filter(({ kind }) => kind === 'Certificate').flatMap(({ root }) => {
    const secret = textAt(root, 'spec', 'secretName');
    const hosts = valuesAt(root, 'spec', 'dnsNames', '*').flatMap((value) => (value.type === 'scalar' ? value.text : []));
    return secret === undefined ? [] : hosts.map((host) => {
      const [service = '', namespace = ''] = host.split('.');
      return [`${namespace}/${service}`, secret] as const;
    });
  }));
}

export function serviceCaEdits(
  { root, text, kind, name, namespace = '' }: ReleaseDocument, secrets: ReadonlyMap<string, string>,
): readonly Edit[] {
  const [annotations] = valuesAt(root, 'metadata', 'annotations');
  const injected = entryIn(annotations, INJECTED);
  const secret = kind === 'Service' ? secrets.get(`${namespace}/${name}`) : undefined;
  const [metadata] = valuesAt(root, 'metadata');
  const place = annotations?.type === 'mapping' && annotations.entries.length > 0 ? annotations : undefined;
  const member = `${SERVING}: ${JSON.stringify(secret)}`;
  const serving = secret === undefined || metadata?.type !== 'mapping' ? []
    : [place === undefined ? adding(text, metadata, `annotations: {${member}}`) : adding(text, place, member)];
  return [
    ...(injected?.value.type === 'scalar' ? [{ ...injected.key, text: BUNDLE }, replacing(injected.value, 'true')] : []),
    ...serving,
  ];
}
