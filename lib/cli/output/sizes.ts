/** What a synthesis gave: revisions, their phases, and how much goes to the API server. */
import type { KubeObject, ResolvedRevision, RevisionManifest } from '../../api';
import type { BundleDocument } from '../../formats/export';
import { defined } from '../../defined';
import { counted, formatBytes, table } from './terminal/table';

export const SYNTH_SCHEMA = 'boxcutter.synth/v1';

export interface ContentSecretSize {
  readonly namespace: string;
  readonly name: string;
  /** How many objects it holds. */
  readonly objects: number;
  readonly bytes: number;
}

export interface RevisionSizes {
  readonly extension: string;
  /** Name of the ClusterExtensionRevision. */
  readonly name: string;
  readonly revision: number;
  readonly packageName?: string;
  readonly version?: string;
  readonly digest: string;
  readonly file: string;
  /** Bytes of the objects as JSON, wherever they are kept. */
  readonly phases: readonly { readonly name: string; readonly objects: number; readonly bytes: number }[];
  /** Secrets that hold objects: all that are secret, and what is too big to stand in the manifest. */
  readonly contentSecrets: readonly ContentSecretSize[];
  readonly manifestBytes: number;
  /** Manifest and content Secrets together. */
  readonly totalBytes: number;
}

/** A bundle that the app declares; `bundle build` writes it. */
export interface SynthBundle {
  readonly name: string;
  readonly format: string;
  readonly packageName: string;
  readonly version: string;
  readonly files: number;
  readonly bytes: number;
}

export interface SynthDocument {
  readonly schema: typeof SYNTH_SCHEMA;
  readonly outputDirectory: string;
  readonly files: readonly string[];
  readonly revisions: readonly RevisionSizes[];
  readonly bundles: readonly SynthBundle[];
  /** Objects that belong to no revision. */
  readonly looseObjects: number;
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

export function revisionSizes(
  manifest: RevisionManifest,
  resolved: ResolvedRevision,
  secrets: readonly KubeObject[],
  file: string,
): RevisionSizes {
  const refs = manifest.spec.phases.flatMap(({ objects }) => objects.flatMap(({ ref }) => (ref === undefined ? [] : [ref])));
  const contentSecrets = secrets.flatMap((secret) => {
    const { namespace = '', name = '' } = secret.metadata;
    const objects = refs.filter((ref) => ref.name === name && (ref.namespace ?? '') === namespace).length;
    return objects === 0 ? [] : [{ namespace, name, objects, bytes: bytesOf(secret) }];
  });
  const manifestBytes = bytesOf(manifest);
  return {
    extension: resolved.extension,
    name: manifest.metadata.name,
    revision: resolved.number,
    ...defined({ packageName: resolved.packageName, version: resolved.version }),
    digest: resolved.digest,
    file,
    phases: resolved.phases.map(({ name, objects }) => {
      const bytes = objects.reduce((sum, { object }) => sum + bytesOf(object), 0);
      return { name, objects: objects.length, bytes };
    }),
    contentSecrets,
    manifestBytes,
    totalBytes: contentSecrets.reduce((sum, { bytes }) => sum + bytes, manifestBytes),
  };
}

export function bundleSizes({ metadata: { name }, spec: { format, packageName, version, files } }: BundleDocument): SynthBundle {
  const texts = Object.values(files);
  return { name, format, packageName, version, files: texts.length, bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) };
}

/** What came out, each part after an empty line. */
export function revisionLines({ files, revisions, bundles, looseObjects, outputDirectory }: SynthDocument): readonly string[] {
  const parts = revisions.map(linesOfRevision);
  if (bundles.length > 0) {
    const rows = bundles.map((one) => [one.name, one.packageName, one.version, one.format, String(one.files), formatBytes(one.bytes)]);
    const listed = table(['BUNDLE', 'PACKAGE', 'VERSION', 'FORMAT', 'FILES', 'SIZE'], rows);
    parts.push([...listed, `To write them: boxcutter bundle build ${outputDirectory}`]);
  }
  const loose = counted(looseObjects, 'object');
  if (revisions.length === 0 && bundles.length === 0) {
    const there = `There ${looseObjects === 1 ? 'is' : 'are'} ${loose} in ${outputDirectory}.`;
    parts.push([`The app made no revision; declare objects in a Revision. ${there}`]);
  } else if (looseObjects > 0) {
    parts.push([`In addition, ${loose} ${looseObjects === 1 ? 'belongs' : 'belong'} to no revision.`]);
  }
  if (files.length > 0) parts.push([`Wrote ${files.join(', ')}`]);
  return parts.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

/** Without the number: `apply` gives it anew. */
function linesOfRevision({ extension, version, phases, contentSecrets, manifestBytes, totalBytes }: RevisionSizes): readonly string[] {
  const count = phases.reduce((sum, { objects }) => sum + objects, 0);
  const rows = phases.map(({ name, objects, bytes }) => [name, String(objects), formatBytes(bytes)]);
  const parts = [
    ['manifest', '', formatBytes(manifestBytes)],
    ...contentSecrets.map(({ name, objects, bytes }) => [`content Secret ${name}`, String(objects), formatBytes(bytes)]),
    ['total', String(count), formatBytes(totalBytes)],
  ];
  const title = `${extension}${version === undefined ? '' : `, version ${version}`}`;
  const head = `${title}: ${counted(count, 'object')} in ${counted(phases.length, 'phase')}`;
  const byPhase = indent(table(['PHASE', 'OBJECTS', 'SIZE'], rows));
  const byDocument = indent(table(['WRITTEN AS', 'OBJECTS', 'SIZE'], parts));
  return [head, '', ...byPhase, '', ...byDocument];
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}
