/**
 * The format package+v1: `package/render.js`, `metadata/annotations.yaml` and `metadata/properties.yaml`, which say what it is, and the
 * author's schema. Reading it runs nothing.
 */
import { asObject } from '../../api';
import { defined } from '../../defined';
import { hasErrors, type Issue } from '../../issue';
import { asString } from '../../schema';
import { nameOfVersion } from '../../semver';
import type { BundleFiles, ReadAs, ReadOptions } from '../bundle';
import { textOf } from '../files/text';
import { MEDIA_TYPE, readAnnotations } from '../metadata/annotations';
import { checkVersion } from '../metadata/check-version';
import { readConfigSchema } from '../metadata/config-schema-file';
import { readDependencies } from '../metadata/dependencies';
import { ANNOTATIONS_FILE } from '../metadata/file-names';
import { mergedProperties, readProperties } from '../metadata/properties';
import { judge } from '../tolerate';
import type { PackageV1Bundle } from './bundle';
import { packageV1Detection } from './detection';
import { SCRIPT_FILE } from './file-names';
import { SANDBOX_LIMITS } from './sandbox/limits';
import { packageIssue } from './wording';

/** Reads and validates a package+v1 bundle. */
export function readPackageV1(files: BundleFiles, { forInstall = false }: ReadOptions = {}): ReadAs<PackageV1Bundle> {
  const issues: Issue[] = [...(files.issues ?? [])];
  const script = readScript(files, issues);
  const file = files.paths().includes(ANNOTATIONS_FILE) ? readAnnotations(files, issues) : undefined;
  if (file === undefined) issues.push(packageIssue('bundle-layout', { missing: 'annotations' }, { origin: ANNOTATIONS_FILE }));
  else if (file.packageName === '') issues.push(packageIssue('package-script', { problem: 'no-package' }, { origin: ANNOTATIONS_FILE }));
  const declared = file?.annotations[MEDIA_TYPE] ?? packageV1Detection.name;
  // Code that is meant for another contract is not tried with this one.
  if (declared !== packageV1Detection.name) {
    const at = { origin: ANNOTATIONS_FILE, path: ['annotations', MEDIA_TYPE] };
    issues.push(packageIssue('package-script', { problem: 'other-format', declared }, at));
  }
  const properties = mergedProperties(readProperties(files, issues));
  const dependencies = readDependencies(files, issues);
  const configSchema = readConfigSchema(files, issues);
  const version = asString(asObject(properties.find(({ type }) => type === 'olm.package')?.value)?.['version']);
  const place = { origin: 'metadata/properties.yaml', path: ['properties'] };
  if (version === undefined) issues.push(packageIssue('package-script', { problem: 'no-version' }, place));
  else issues.push(...checkVersion(version, undefined, place));
  const judged = judge(issues, forInstall);
  if (file === undefined || script === undefined || version === undefined || hasErrors(judged.issues)) return judged;
  const { packageName, channels, annotations, defaultChannel } = file;
  return {
    ...judged,
    bundle: {
      format: 'package+v1',
      origin: files.origin,
      name: `${packageName}.v${nameOfVersion(version)}`,
      packageName, version, channels, annotations, properties, dependencies, script,
      ...defined({ defaultChannel, configSchema }),
      crds: [],
      others: [],
    },
  };
}

function readScript(files: BundleFiles, issues: Issue[]): string | undefined {
  const bytes = files.read(SCRIPT_FILE);
  const text = bytes === undefined ? undefined : textOf(bytes, SCRIPT_FILE, SANDBOX_LIMITS.script, issues);
  if (bytes === undefined) issues.push(packageIssue('package-script', { problem: 'missing' }, { origin: SCRIPT_FILE }));
  else if (text?.trim() === '') issues.push(packageIssue('package-script', { problem: 'empty' }, { origin: SCRIPT_FILE }));
  return text;
}
