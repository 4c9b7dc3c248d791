/** Objects, or those of a revision, on their way into the files of a bundle. */
import { asObject, type JsonObject, type ResolvedRevision } from '../../api';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { type BundleFiles, bundleFilesOf } from '../../formats';
import { CAPI_FORMAT, PACKAGE_FORMAT, PLAIN_FORMAT } from '../../formats/detect/known-formats';
import { type BundleMetadata, bundleNameOf, exportBundle, lostInBundle, objectsOfRevision, rolloutProperties } from '../../formats/export';
import type { Issue, Origin } from '../../issue';
import type { BuildChoices } from '../choices';
import { refuseIssues } from '../refuse-issues';

/** What a bundle is made of. */
export interface Content {
  readonly objects: readonly { readonly manifest: JsonObject; readonly origin: Origin }[];
  readonly revision?: ResolvedRevision;
}

/**
 * The content as files of a bundle.
 * @param what what it is made of, as the beginning of a sentence
 * @throws BoxcutterError category input: `usage-build`, `usage-namespace`, `input-invalid` with everything that the format cannot hold
 */
export function exported({ objects, revision }: Content, what: string, choices: BuildChoices, onNote: (note: string) => void): BundleFiles {
  const { format } = choices;
  const packageName = choices.package ?? revision?.packageName;
  const version = choices.packageVersion ?? revision?.version;
  const missing = [
    ['--format', format],
    ['--package', packageName],
    ['--package-version', version],
  ].flatMap(([option, given]) => (given === undefined ? [option] : []));
  if (format === PACKAGE_FORMAT) throw needsProject(what);
  if (format === CAPI_FORMAT) throw needsProvider(what);
  if (format === undefined || packageName === undefined || version === undefined) {
    throw new BoxcutterError('usage-build', 'input', `${what} does not say what the bundle is; missing: ${missing.join(', ')}.`, {
      hint: missing.length === 1 && format === undefined
        ? `For OLM and for boxcutter: --format registry+v1. For its users to configure it, from its project: --format ${PACKAGE_FORMAT}`
        : `For example: --format ${PLAIN_FORMAT} --package shop --package-version 1.2.0.`,
    });
  }
  const originOf = new Map(objects.map(({ manifest, origin }) => [manifest as unknown, origin]));
  const taken = revision === undefined ? objects : objectsOfRevision(revision, (object) => originOf.get(object) ?? { source: what });
  const lost: readonly Issue[] = revision === undefined ? [] : lostInBundle(revision, what);
  const installNamespace = installNamespaceOf(taken.map(({ manifest }) => manifest), what, choices);
  const properties = revision === undefined ? [] : rolloutProperties(revision, installNamespace);
  const { files, issues } = exportBundle({
    format, packageName, version, installNamespace,
    objects: taken,
    metadata: { ...metadataOf(choices), ...(properties.length === 0 ? {} : { properties }) },
    ...defined({ kubernetesVersion: choices.kubernetesVersion }),
  });
  refuseIssues([...lost, ...issues], onNote, what);
  return bundleFilesOf(bundleNameOf({ packageName, version }), Object.entries(files ?? {}));
}

/** Its code is not among the objects. */
export function needsProject(what: string): BoxcutterError {
  return new BoxcutterError('usage-build', 'input', `${what} holds no code of a package, so it cannot be built as ${PACKAGE_FORMAT}.`, {
    hint: `Name the project of the package: boxcutter bundle build . --format ${PACKAGE_FORMAT}`,
  });
}

/** Variables in the text of a release are none of the objects that were read from it. */
function needsProvider(what: string): BoxcutterError {
  return new BoxcutterError('usage-build', 'input', `${what} declares no provider for the Cluster API operator.`, {
    hint: 'Of the YAML of a release: --provider FILE. Of a package in TypeScript: declare a ClusterApiProvider in the app.',
  });
}

function metadataOf({ channels, defaultChannel }: BuildChoices): BundleMetadata {
  const list = channels?.split(',').map((channel) => channel.trim()).filter((channel) => channel !== '');
  return { ...defined({ channels: list, defaultChannel }) };
}

/** What is given; else where the Deployments are, if in one namespace; else where everything is. */
function installNamespaceOf(manifests: readonly JsonObject[], what: string, { namespace }: BuildChoices): string {
  if (namespace !== undefined) return namespace;
  const namespacesOf = (list: readonly JsonObject[]): string[] =>
    [...new Set(list.flatMap(({ metadata }) => asObject(metadata)?.['namespace'] ?? []).map(String))];
  for (const found of [namespacesOf(manifests.filter(({ kind }) => kind === 'Deployment')), namespacesOf(manifests)]) {
    if (found.length === 1 && found[0] !== undefined) return found[0];
  }
  throw new BoxcutterError(
    'usage-namespace', 'input',
    `${what} does not say which namespace the package is installed in.`,
    { hint: 'Add --namespace NAME.' },
  );
}
