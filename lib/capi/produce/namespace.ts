/** All of a release in another namespace: its objects, and whoever names them by their namespace. */
import type { PlacedScalar } from '../../yaml/places';
import type { ReleaseDocument } from './document';
import { adding, type Edit, replacing, valuesAt } from './text-edit';

/** Fields that name a namespace, by what stands around them. */
const REFERENCES: readonly (readonly string[])[] = [
  ['subjects', '*', 'namespace'],
  ['webhooks', '*', 'clientConfig', 'service', 'namespace'],
  ['spec', 'conversion', 'webhook', 'clientConfig', 'service', 'namespace'],
  ['spec', 'service', 'namespace'],
];
const INJECTIONS = ['cert-manager.io/inject-ca-from', 'cert-manager.io/inject-ca-from-secret'];

export interface Move {
  readonly own: ReadonlySet<string>;
  readonly namespace: string;
  readonly isNamespaced: (apiVersion: string, kind: string) => boolean | undefined;
  /** Annotations for cert-manager become others. */
  readonly hasServiceCa: boolean;
}

/** Namespaces that the release makes; if it makes none, those of its Deployments. Others (kube-system) are not its own. */
export function ownNamespaces(all: readonly ReleaseDocument[]): ReadonlySet<string> {
  const made = all.filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Namespace').map(({ name }) => name);
  const found = made.length > 0 ? made : all.filter(({ kind }) => kind === 'Deployment').flatMap(({ namespace }) => namespace ?? []);
  return new Set(found);
}

export function namespaceEdits(document: ReleaseDocument, { own, namespace, isNamespaced, hasServiceCa }: Move): readonly Edit[] {
  const { root, text, apiVersion, kind } = document;
  const moved = ({ text: name }: PlacedScalar): string | undefined => (own.has(name) ? namespace : undefined);
  const hosts = (scalar: PlacedScalar): string | undefined => {
    const [service, of, ...domain] = scalar.text.split('.');
    return of !== undefined && own.has(of) && domain[0] === 'svc' ? [service, namespace, ...domain].join('.') : undefined;
  };
  const injected = ({ text: reference }: PlacedScalar): string | undefined => {
    const [of = '', name = ''] = reference.split('/');
    return own.has(of) ? `${namespace}/${name}` : undefined;
  };
  const [metadata] = valuesAt(root, 'metadata');
  const isMissing = document.namespace === undefined && metadata?.type === 'mapping' && isNamespaced(apiVersion, kind) === true;
  return [
    ...(isMissing ? [adding(text, metadata, `namespace: ${JSON.stringify(namespace)}`)] : []),
    ...[['metadata', 'namespace'], ...REFERENCES].flatMap((path) => changed(document, path, moved)),
    ...(hasServiceCa ? [] : INJECTIONS.flatMap((name) => changed(document, ['metadata', 'annotations', name], injected))),
    ...(kind === 'Certificate' ? changed(document, ['spec', 'dnsNames', '*'], hosts) : []),
  ];
}

function changed(
  { root }: ReleaseDocument, path: readonly string[], change: (scalar: PlacedScalar) => string | undefined,
): readonly Edit[] {
  return valuesAt(root, ...path).flatMap((value) => {
    const by = value.type === 'scalar' ? change(value) : undefined;
    return value.type !== 'scalar' || by === undefined || by === value.text ? [] : [replacing(value, by)];
  });
}

