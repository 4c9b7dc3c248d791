/**
 * The proof of an export: its files are read and rendered as anybody would, and what comes out is compared with the package's own objects.
 * Where the formats cannot say something, this is where it shows, so no bundle is written that installs something else.
 */
import { displayName, type JsonObject, type KubeObject, refOf } from '../../api';
import { defined } from '../../defined';
import { compile } from '../../revision';
import type { Finding } from '../../schema/finding';
import { leastConfiguration } from '../config';
import type { Bundle } from '../list';
import { problem } from '../report';
import { renderBundle } from '../render';
import { type Draft, PLAIN_FORMAT } from './exporter';
import { identityOf, refusal } from './parts';
import { rightsOf } from './rights';
import type { ExportContent, ExportObject } from './source';

/** What always works. */
const INSTEAD = `Export the package as ${PLAIN_FORMAT}`;

const RBAC = new Set(['Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding']);

/** Errors, none when rendering gives the package back. */
export function differencesFromPackage(bundle: Bundle, own: readonly ExportObject[], draft: Draft, source: ExportContent): Finding[] {
  const { installNamespace, packageName, kubernetesVersion } = source;
  const rendered = renderBundle(bundle, { installNamespace, config: leastConfiguration(bundle, installNamespace), certificates: 'cert-manager' });
  const errors = rendered.findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return errors;
  const { compiled, findings } = compile({
    extension: packageName, namespace: installNamespace, objects: rendered.objects, ...defined({ kubernetesVersion }),
  });
  if (compiled === undefined) return findings.filter(({ severity }) => severity === 'error');
  const back = compiled.resolved.phases.flatMap(({ objects }) => objects.map(({ object }) => object as unknown as JsonObject));
  const backByIdentity = new Map(back.map((object) => [identityOf(object), object]));
  const known = new Set(own.map(({ manifest }) => identityOf(manifest)));
  return [
    ...own.flatMap((object) => compared(object, backByIdentity.get(identityOf(object.manifest)), draft)),
    ...back.filter((object) => !known.has(identityOf(object)) && !RBAC.has(String(object['kind']))).map(added),
    ...differentRights(own, back),
  ];
}

function compared(object: ExportObject, back: JsonObject | undefined, draft: Draft): Finding[] {
  const { manifest } = object;
  const isGenerated = draft.isGenerated(manifest);
  if (back === undefined) {
    // Rights are compared as a whole.
    if (isGenerated && RBAC.has(String(manifest['kind']))) return [];
    return [refusal('export-differs', object, 'the object is not among those that the bundle gives', `${INSTEAD}, or leave the object out.`)];
  }
    const how = isGenerated ? 'as rendering does (docs/package-export.md)' : 'as the bundle gives it (boxcutter bundle render)';
  const hint = `Write it ${how}, or export the package as ${PLAIN_FORMAT}.`;
  return draft.differences(manifest, back).map((path) => refusal('export-differs', object, 'the bundle gives something else here', hint, path));
}

function added(object: JsonObject): Finding {
  const message = `the bundle gives ${displayName(refOf(object as unknown as KubeObject))}, which the package does not have`;
  const hint = `Declare it in the package, as rendering does (docs/package-export.md), or export the package as ${PLAIN_FORMAT}.`;
  return problem('export-differs', message, { origin: 'manifests/', hint });
}

function differentRights(own: readonly ExportObject[], back: readonly JsonObject[]): Finding[] {
  const before = rightsOf(own.map(({ manifest }) => manifest));
  const after = rightsOf(back);
  const more = [...after].filter((right) => !before.has(right)).length;
  const less = [...before].filter((right) => !after.has(right)).length;
  if (more + less === 0) return [];
  const message = `the roles of the bundle give ${more} rights that those of the package do not, and lack ${less}`;
  return [problem('export-differs', message, { origin: 'manifests/', hint: `${INSTEAD}.` })];
}
