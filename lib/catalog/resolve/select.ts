/** The catalogs that a request looks in. */
import { compareBytes } from '../../api/canonical-json';
import { isSelected, selectorProblem } from './label-selector';
import type { FoundPackage, NamedCatalog, ResolveRequest } from './request';
import type { ResolutionFailure } from './resolution';

/** Label of every catalog, with its name. */
export const CATALOG_NAME_LABEL = 'olm.operatorframework.io/metadata.name';

export interface Selection {
  readonly selected: readonly NamedCatalog[];
  readonly failure?: ResolutionFailure;
}

/** Sorted by name, so that what is found does not depend on the order in which catalogs are listed. */
export function selectCatalogs({ catalogs, selector }: Pick<ResolveRequest, 'catalogs' | 'selector'>): Selection {
  const problem = selector && selectorProblem(selector);
  if (problem !== undefined) return { selected: [], failure: { found: 'bad-selector', problem } };
  const selected = catalogs
    .filter(({ isDisabled = false }) => !isDisabled)
    .filter(({ name, labels }) => selector === undefined || isSelected(selector, { ...labels, [CATALOG_NAME_LABEL]: name }))
    .sort((a, b) => compareBytes(a.name, b.name));
  const broken = selected.find((one) => one.problem !== undefined);
  if (broken?.problem === undefined) return { selected };
  return { selected, failure: { found: 'broken-catalog', catalog: broken.name, problem: broken.problem } };
}

export function packagesNamed(name: string, catalogs: readonly NamedCatalog[]): readonly FoundPackage[] {
  return catalogs.flatMap((one) => {
    const found = one.catalog?.packages.get(name);
    return found === undefined || one.catalog === undefined ? [] : [{ catalog: one, package: found }];
  });
}
