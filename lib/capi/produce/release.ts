/**
 * The YAML of a provider's release as manifests for the operator. Its text stays, with variables and comments, but for what is asked for:
 * another namespace, and certificates of the service CA in place of cert-manager's.
 */
import { groupOf } from '../../api';
import { counted } from '../../counted';
import { kubernetesSchemas } from '../../schema';
import { splitDocuments, valueOf } from '../documents';
import { serviceCaEdits, servingSecrets } from './certificates';
import type { ReleaseDocument } from './document';
import { providerError } from './error';
import { namespaceEdits, ownNamespaces } from './namespace';
import { edited, placedDocument, textAt } from './text-edit';

export interface ReleaseText {
  /** Name of the file. */
  readonly origin: string;
  readonly text: string;
}

export interface ReleaseOptions {
  /** Where all goes that the release has in its own namespace. @default where the release puts it */
  readonly namespace?: string;
  /** `service-ca`: OpenShift's operator issues certificates; what cert-manager would do is left out. @default 'cert-manager' */
  readonly certificates?: 'cert-manager' | 'service-ca';
}

export interface ReleaseManifests {
  readonly manifests: string;
  /** What was left out, and why; sentences. */
  readonly notes: readonly string[];
}

const CERTIFICATES = 'cert-manager.io';

/**
 * Secrets are always left out: everybody who can pull the image can read them, and a value that a user gives would be undone.
 * @throws BoxcutterError `capi-provider`, `capi-manifests` (input)
 */
export function manifestsOfRelease(texts: readonly ReleaseText[], { namespace, certificates }: ReleaseOptions = {}): ReleaseManifests {
  const all = texts.flatMap(({ origin, text }) => splitDocuments(text).flatMap((document, index) => (
    isEmpty(document) ? [] : [documentOf(document, `${origin}, document ${index + 1}`)]
  )));
  const hasServiceCa = certificates === 'service-ca';
  const leftOut = (document: ReleaseDocument): string | undefined => {
    const { apiVersion, kind } = document;
    if (apiVersion === 'v1' && kind === 'Secret') return 'everybody who can pull an image can read it; users make it';
    const isNamespace = apiVersion === 'v1' && kind === 'Namespace';
    if (isNamespace && namespace !== undefined) return `its objects go to ${namespace}, which is there before`;
    if (hasServiceCa && groupOf(apiVersion) === CERTIFICATES) return 'the service CA issues the certificates';
    return undefined;
  };
  const kept = all.filter((document) => leftOut(document) === undefined);
  const own = ownNamespaces(all);
  const secrets = servingSecrets(all);
  const isNamespaced = namespacedKinds(all);
  const written = kept.map((document) => edited(document.text, [
    ...(namespace === undefined ? [] : namespaceEdits(document, { own, namespace, isNamespaced, hasServiceCa })),
    ...(hasServiceCa ? serviceCaEdits(document, secrets) : []),
  ]));
  return { manifests: joined(written), notes: notesOf(all, leftOut) };
}

function notesOf(all: readonly ReleaseDocument[], leftOut: (document: ReleaseDocument) => string | undefined): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const document of all) {
    const why = leftOut(document);
    if (why === undefined) continue;
    byReason.set(why, [...(byReason.get(why) ?? []), `${document.kind} ${document.name}`]);
  }
  return [...byReason].map(([why, objects]) => `${counted(objects.length, 'object')} left out (${objects.join(', ')}): ${why}.`);
}

function joined(documents: readonly string[]): string {
  return `${documents.map((document) => document.replace(/^\n+|\s+$/g, '')).join('\n---\n')}\n`;
}

function isEmpty(document: string): boolean {
  return document.split('\n').every((line) => /^\s*(?:#.*)?$/.test(line));
}

function documentOf(document: string, where: string): ReleaseDocument {
  const placed = placedDocument(document, where);
  // The same text by the stricter reader, for what the other one lets pass: a key twice, say.
  valueOf(placed.text, where);
  const [apiVersion, kind, name] = [['apiVersion'], ['kind'], ['metadata', 'name']].map((path) => textAt(placed.root, ...path));
  if (apiVersion === undefined || kind === undefined || name === undefined) {
    throw providerError(where, 'it lacks apiVersion, kind or metadata.name');
  }
  return { ...placed, where, apiVersion, kind, name, namespace: textAt(placed.root, 'metadata', 'namespace') };
}

/** Of kinds that nobody knows, undefined. */
function namespacedKinds(all: readonly ReleaseDocument[]): (apiVersion: string, kind: string) => boolean | undefined {
  const own = new Map(all.filter(({ kind }) => kind === 'CustomResourceDefinition').map(({ root }) => [
    `${textAt(root, 'spec', 'group') ?? ''}/${textAt(root, 'spec', 'names', 'kind') ?? ''}`, textAt(root, 'spec', 'scope') === 'Namespaced',
  ]));
  const schemas = kubernetesSchemas();
  return (apiVersion, kind) => own.get(`${groupOf(apiVersion)}/${kind}`) ?? schemas.kind(apiVersion, kind)?.namespaced;
}
