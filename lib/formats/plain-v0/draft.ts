/** A package as a plain+v0 bundle: every object in a file of its own, as it is. */
import { stringifyYaml } from '../../yaml';
import { fileNames } from '../export/file-names';
import { metadataFiles } from '../export/metadata-files';
import type { Draft } from '../registry-v1/export/draft';
import type { ExportObject, ExportSource } from '../export/source';

export function plainV0(objects: readonly ExportObject[], source: ExportSource): Draft {
  const names = fileNames(objects);
  const manifests = objects.map(({ manifest }, index) => [`manifests/${names[index]}`, stringifyYaml(manifest)] as const);
  return { findings: [], files: { ...Object.fromEntries(manifests), ...metadataFiles(source) }, access: new Set(), webhooks: new Set() };
}
