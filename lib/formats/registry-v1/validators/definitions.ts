/** CustomResourceDefinitions of the bundle, and what the ClusterServiceVersion says about them. */
import { definedKindOf, nameOf } from '../../../api';
import { registryIssue } from '../registry-issue';
import { type Validator, duplicatesOf } from './subject';

const OWNED = ['spec', 'customresourcedefinitions', 'owned'];

export const definitionsAreUnique: Validator = ({ crds }) =>
  duplicatesOf(crds.map(({ manifest }) => nameOf(manifest))).flatMap((name) => {
    const [first, second] = crds.filter(({ manifest }) => nameOf(manifest) === name);
    if (first === undefined || second === undefined) return [];
    return [registryIssue('crd-duplicate', { name, other: first.origin }, { origin: second.origin })];
  });

export const definitionsAreCurrent: Validator = ({ crds }) =>
  crds
    .filter(({ manifest }) => manifest.apiVersion !== 'apiextensions.k8s.io/v1')
    .map(({ manifest, origin }) =>
      registryIssue('crd-version', { apiVersion: String(manifest.apiVersion) }, { origin, path: ['apiVersion'] }));

export const ownedDefinitionsExist: Validator = ({ csv, crds }) => {
  const there = new Set(crds.map(({ manifest }) => nameOf(manifest)));
  return [...new Set(csv.ownedCrds.map(({ name }) => name))]
    .filter((name) => name !== '' && !there.has(name))
    .sort()
    .map((name) => registryIssue('owned-crd-missing', { name }, { origin: csv.origin, path: OWNED }));
};

/** An owned definition is one kind in one version; the bundle's has to have both. */
export const ownedDefinitionsMatch: Validator = ({ name: bundle, csv, crds }) => {
  const byName = new Map(crds.map(({ manifest, origin }) => [nameOf(manifest), { origin, of: definedKindOf(manifest) }]));
  return csv.ownedCrds.flatMap(({ name, version, kind }, index) => {
    const crd = byName.get(name);
    if (crd === undefined) return [];
    const versions = crd.of.versions.flatMap((one) => one.name ?? []);
    if (crd.of.kind === kind && versions.includes(version)) return [];
    const found = { origin: crd.origin, kind: crd.of.kind ?? 'none', versions };
    return [registryIssue('owned-crd-missing', { name, version, kind, bundle, found }, { origin: csv.origin, path: [...OWNED, index] })];
  });
};

/** It works, and is nonetheless often an oversight: OLM does not show such an API. */
export const definitionsAreOwned: Validator = ({ name: bundle, csv, crds }) => {
  const owned = new Set(csv.ownedCrds.map(({ name }) => name));
  return crds
    .filter(({ manifest }) => !owned.has(nameOf(manifest)))
    .map(({ manifest, origin }) => registryIssue('crd-not-owned', { name: nameOf(manifest), bundle, list: OWNED }, { origin }));
};
