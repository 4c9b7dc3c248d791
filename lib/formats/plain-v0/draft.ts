/** A package as a plain+v0 bundle: every object in a file of its own, as it is. */
import { stringifyYaml } from '../../yaml';
import type { TypedValue } from '../bundle';
import { differences } from '../export/differences';
import type { Draft } from '../export/exporter';
import { fileNames } from '../export/file-names';
import { metadataFiles } from '../export/metadata-files';
import type { ExportContent, ExportObject } from '../export/source';

export function draftPlainV0(objects: readonly ExportObject[], source: ExportContent): Draft {
  const names = fileNames(objects);
  const manifests = objects.map(({ manifest }, index) => [`manifests/${names[index]}`, stringifyYaml(manifest)] as const);
  const properties = [identityOf(source), ...(source.metadata?.properties ?? [])];
  return {
    issues: [],
    files: { ...Object.fromEntries(manifests), ...metadataFiles('plain+v0', source, properties) },
    isGenerated: () => false,
    differences,
  };
}

/** A plain bundle has no other place for its version. */
function identityOf({ packageName, version }: ExportContent): TypedValue {
  return { type: 'olm.package', value: { packageName, version } };
}
