/** CustomResourceDefinitions of the bundle, and what the ClusterServiceVersion says about them. */
import { asObject, nameOf } from '../../../api';
import type { BundleObject } from '../../bundle';
import { problem, quoted, remark } from '../../report';
import { type Validator, duplicatesOf } from './subject';

const OWNED = 'spec.customresourcedefinitions.owned';

export const definitionsAreUnique: Validator = ({ crds }) =>
  duplicatesOf(crds.map(({ manifest }) => nameOf(manifest))).map((name) => {
    const places = crds.filter(({ manifest }) => nameOf(manifest) === name).map(({ origin }) => origin);
    return problem('crd-duplicate', `bundle contains duplicate custom resource definition '${name}'`, { origin: places[1] ?? '', hint: `The other is at ${places[0]}.` });
  });

export const definitionsAreCurrent: Validator = ({ crds }) =>
  crds
    .filter(({ manifest }) => manifest.apiVersion !== 'apiextensions.k8s.io/v1')
    .map(({ manifest, origin }) => problem('crd-version', `Unsupported api version of CRD: ${String(manifest.apiVersion)}`, { origin, path: 'apiVersion', hint: 'Write it as apiextensions.k8s.io/v1.' }));

export const ownedDefinitionsExist: Validator = ({ csv, crds }) => {
  const there = new Set(crds.map(({ manifest }) => nameOf(manifest)));
  return [...new Set(csv.ownedCrds.map(({ name }) => name))]
    .filter((name) => name !== '' && !there.has(name))
    .sort()
    .map((name) => problem('owned-crd-missing', `cluster service definition references owned custom resource definition '${name}' not found in bundle`, { origin: csv.origin, path: OWNED }));
};

/** An owned definition is one kind in one version; the bundle's has to have both. */
export const ownedDefinitionsMatch: Validator = ({ name: bundle, csv, crds }) => {
  const byName = new Map(crds.map((crd) => [nameOf(crd.manifest), crd]));
  return csv.ownedCrds.flatMap(({ name, version, kind }, index) => {
    const crd = byName.get(name);
    if (crd === undefined || (kindOf(crd) === kind && versionsOf(crd).includes(version))) return [];
    const message = `owned CRD ${quoted(`${name}/${version}, Kind=${kind}`)} not found in bundle ${quoted(bundle)}`;
    return [problem('owned-crd-missing', message, { origin: csv.origin, path: `${OWNED}[${index}]`, hint: `The definition at ${crd.origin} has kind ${kindOf(crd)} and versions ${versionsOf(crd).join(', ')}.` })];
  });
};

/** It works, and is nonetheless often an oversight: OLM does not show such an API. */
export const definitionsAreOwned: Validator = ({ name: bundle, csv, crds }) => {
  const owned = new Set(csv.ownedCrds.map(({ name }) => name));
  return crds
    .filter(({ manifest }) => !owned.has(nameOf(manifest)))
    .map(({ manifest, origin }) => remark('crd-not-owned', `CRD ${nameOf(manifest)} is present in bundle ${quoted(bundle)} but not defined in CSV`, { origin, hint: `List it in ${OWNED}.` }));
};

function kindOf({ manifest }: BundleObject): string {
  return String(asObject(asObject(manifest.spec)?.names)?.kind);
}

function versionsOf({ manifest }: BundleObject): string[] {
  const versions = asObject(manifest.spec)?.versions;
  return Array.isArray(versions) ? versions.map((version: unknown) => String(asObject(version)?.name)) : [];
}
