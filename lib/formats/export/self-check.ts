/**
 * The proof of an export: its files are read and rendered like those of any bundle, and what comes out is compared with the package's own
 * objects. Where the formats cannot say something, this is where it shows, so no bundle is written that installs something else.
 */
import { displayName, type JsonObject, type KubeObject, refOf } from '../../api';
import { defined } from '../../defined';
import { compile } from '../../revision';
import { isError, type Issue } from '../../issue';
import { leastConfiguration } from '../config';
import type { Bundle } from '../list';
import { renderBundle } from '../render';
import type { Draft } from './exporter';
import { identityOf, placeOf } from './parts';
import { rightsOf } from './rights';
import type { ExportContent, ExportObject } from './source';
import { exportIssue } from './wording';

const RBAC = new Set(['Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding']);

/** Errors, none when rendering gives the package back. */
export function differencesFromPackage(bundle: Bundle, own: readonly ExportObject[], draft: Draft, source: ExportContent): Issue[] {
  const { installNamespace, packageName, kubernetesVersion } = source;
  const rendered = renderBundle(bundle, {
    installNamespace,
    config: leastConfiguration(bundle, installNamespace),
    certificates: 'cert-manager',
  });
  const errors = rendered.issues.filter(isError);
  if (errors.length > 0) return errors;
  const { compiled, issues } = compile({
    extension: packageName, namespace: installNamespace, objects: rendered.objects,
    ...defined({ kubernetesVersion, phases: rendered.phases }),
  });
  if (compiled === undefined) return issues.filter(isError);
  const back = compiled.resolved.phases.flatMap(({ objects }) => objects.map(({ object }) => object as unknown as JsonObject));
  const backByIdentity = new Map(back.map((object) => [identityOf(object), object]));
  const known = new Set(own.map(({ manifest }) => identityOf(manifest)));
  return [
    ...own.flatMap((object) => compared(object, backByIdentity.get(identityOf(object.manifest)), draft)),
    ...back.filter((object) => !known.has(identityOf(object)) && !RBAC.has(String(object['kind']))).map(added),
    ...differentRights(own, back),
  ];
}

function compared(object: ExportObject, back: JsonObject | undefined, draft: Draft): Issue[] {
  const { manifest } = object;
  const isGenerated = draft.isGenerated(manifest);
  if (back === undefined) {
    // Rights are compared as a whole.
    if (isGenerated && RBAC.has(String(manifest['kind']))) return [];
    return [exportIssue('export-differs', { about: 'missing' }, placeOf(object))];
  }
  return draft.differences(manifest, back).map(({ path, entry }) =>
    exportIssue('export-differs', { about: 'content', generated: isGenerated, ...defined({ entry }) }, placeOf(object, path)));
}

function added(object: JsonObject): Issue {
  return exportIssue('export-differs', {
    about: 'added',
    object: displayName(refOf(object as unknown as KubeObject)),
  }, { origin: 'manifests/' });
}

function differentRights(own: readonly ExportObject[], back: readonly JsonObject[]): Issue[] {
  const before = rightsOf(own.map(({ manifest }) => manifest));
  const after = rightsOf(back);
  const more = [...after].filter((right) => !before.has(right)).length;
  const less = [...before].filter((right) => !after.has(right)).length;
  if (more + less === 0) return [];
  return [exportIssue('export-differs', { about: 'rights', more, less }, { origin: 'manifests/' })];
}
