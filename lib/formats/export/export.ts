/** From the objects of a package to the files of a bundle. */
import { asObject, type JsonObject, type ResolvedPhase } from '../../api';
import { compareBytes } from '../../api/canonical-json';
import { defined } from '../../defined';
import { compile } from '../../revision';
import { isError, hasErrors, type Issue } from '../../issue';
import { bundleFilesOf } from '../files/in-memory';
import type { ExportFormat } from '../detect/known-formats';
import { type Bundle, exporterOf, formatOf } from '../list';
import { readBundle } from '../read';
import { exportedSchema } from './config-schema';
import { withoutOwnerLabels } from './from-revision';
import { schemaFile } from './metadata-files';
import { identityOf, kindOf, placeOf } from './parts';
import type { Draft } from './exporter';
import { differencesFromPackage } from './self-check';
import { bundleNameOf, type ExportContent, type ExportObject, type ExportResult, type FileTexts } from './source';
import { exportIssue } from './wording';

/** A package, and the format that it is written in. */
export interface ExportSource extends ExportContent {
  readonly format: ExportFormat;
}

/**
 * Writes a package as a bundle, in memory. The same source gives the same bytes. Before anything is given out it is read back, rendered,
 * and compared with the package's objects; nothing is thrown for what the source holds, all that is wrong is among the issues.
 *
 * What has no place in the format is an error, not left out (docs/package-export.md).
 */
export function exportBundle(source: ExportSource): ExportResult {
  const { packageName, version, installNamespace, kubernetesVersion } = source;
  const { compiled, issues } = compile({
    extension: packageName, packageName, version, namespace: installNamespace, objects: source.objects,
    ...defined({ kubernetesVersion }),
  });
  if (compiled === undefined) return { issues };
  const origins = new Map(source.objects.map(({ manifest, origin }) => [looseIdentity(manifest), origin]));
  const own = compiled.resolved.phases.flatMap(({ objects }) =>
    objects.map(({ object }): ExportObject => {
      const manifest = withoutOwnerLabels(object as unknown as JsonObject);
      return { manifest, origin: origins.get(looseIdentity(manifest)) ?? { source: packageName } };
    }),
  );
  const draft = exporterOf(source.format).draft(own, source);
  const said = [...issues, ...own.flatMap(publishedSecret), ...draft.issues];
  if (hasErrors(said)) return { issues: said };
  const finished = withSchema(draft, source);
  const { bundle } = finished;
  const kept = own.filter((object) => draft.leftOut?.includes(object) !== true);
  const wrong = bundle === undefined
    ? finished.issues
    : differencesFromPackage(bundle, withLabels(kept, compiled.resolved.phases), draft, source);
  return hasErrors(wrong) ? { issues: [...said, ...wrong] } : { issues: said, files: finished.files };
}

interface Finished {
  readonly files: FileTexts;
  readonly issues: readonly Issue[];
  readonly bundle?: Bundle;
}

/** The schema depends on what the bundle takes by itself, which is known when it has been read. */
function withSchema(draft: Draft, source: ExportSource): Finished {
  const first = readBack(draft.files, source);
  const { bundle } = first;
  if (bundle === undefined || source.configuration === undefined) return first;
  const schema = exportedSchema(source.configuration, bundle, formatOf(bundle).ownSchema(bundle, 'brief'));
  return schema === undefined ? first : readBack({ ...draft.files, ...schemaFile(schema) }, source);
}

function readBack(texts: FileTexts, source: ExportSource): Finished {
  const files = Object.fromEntries(Object.entries(texts).sort(([a], [b]) => compareBytes(a, b)));
  const { issues, bundle } = readBundle(bundleFilesOf(bundleNameOf(source), Object.entries(files)));
  return { files, issues: issues.filter(isError), ...defined({ bundle }) };
}

/** The comparison is between compiled objects, which carry the labels of an extension. */
function withLabels(own: readonly ExportObject[], phases: readonly ResolvedPhase[]): readonly ExportObject[] {
  const objects = phases.flatMap((phase) => phase.objects.map(({ object }) => object as unknown as JsonObject));
  const compiled = new Map(objects.map((object) => [identityOf(object), object]));
  return own.map(({ manifest, origin }) => ({ manifest: compiled.get(identityOf(manifest)) ?? manifest, origin }));
}

/** Everyone who can pull a bundle can read it. */
function publishedSecret(object: ExportObject): Issue[] {
  const content = Object.keys({ ...asObject(object.manifest['data']), ...asObject(object.manifest['stringData']) });
  if (kindOf(object) !== 'Secret' || content.length === 0) return [];
  return [exportIssue('export-secret', {}, placeOf(object, ['data']))];
}

/** Namespaces that come from the install namespace are not written yet where the origin is known. */
function looseIdentity(manifest: JsonObject): string {
  const { name } = asObject(manifest['metadata']) ?? {};
  return `${String(manifest['kind'])}/${String(name)}`;
}
