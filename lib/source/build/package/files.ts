/** The files of a package that travels, around its script. */
import { isJsonObject } from '../../../api';
import { defined } from '../../../defined';
import { type BundleFiles, bundleFilesOf } from '../../../formats';
import { bundleNameOf } from '../../../formats/export';
import { metadataFiles, schemaFile } from '../../../formats/export/metadata-files';
import { DISPLAY_NAME, MIN_KUBE_VERSION, SUGGESTED_NAMESPACE } from '../../../formats/package-v1/annotations';
import { SCRIPT_FILE } from '../../../formats/package-v1/file-names';
import type { Traveller } from '../../../formats/package-v1/traveller';

export function filesOf({ packageName, version, namespace, metadata, schema }: Traveller, script: string): BundleFiles {
  const identity = { type: 'olm.package', value: { packageName, version } };
  const content = { packageName, version, installNamespace: namespace, objects: [], metadata };
  const said = defined({
    [SUGGESTED_NAMESPACE]: namespace,
    [DISPLAY_NAME]: metadata.displayName,
    [MIN_KUBE_VERSION]: metadata.minKubeVersion,
  });
  const files = {
    ...metadataFiles('package+v1', content, [identity, ...(metadata.properties ?? [])], { folder: 'package/', annotations: said }),
    ...(isJsonObject(schema) ? schemaFile(schema) : {}),
    [SCRIPT_FILE]: script,
  };
  return bundleFilesOf(bundleNameOf({ packageName, version }), Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
}
