/** The options of a package that is asked for. */
import { defined } from '../../defined';
import type { Unresolved } from '../resolve/resolution';
import { resolveBundle } from '../resolve/resolve-bundle';
import type { PackageRequest, SolveInput } from './input';
import { barredOf, bundleOf, installedOption, isSameVersion, type Option, type Options, readableOptions } from './option';

/** Best first. What is installed already, in the same version, is kept. */
export function wantedOptions(
  request: PackageRequest, { catalogs, installed, cluster }: Omit<SolveInput, 'wanted'>,
): Options | Unresolved {
  const { packageName, version, channels, selector, policy = 'CatalogProvided' } = request;
  const present = installed.find((one) => one.packageName === packageName);
  const resolution = resolveBundle({
    catalogs, packageName, policy,
    ...defined({ version, channels, selector, cluster, installed: present && bundleOf(present) }),
  });
  if (resolution.failure !== undefined) return resolution;
  const ineligible = resolution.candidates
    .flatMap(({ fate, ...one }) => (fate.is === 'ineligible' ? [{ ...one, reasons: fate.reasons }] : []));
  const barred = barredOf(ineligible, resolution.request);
  const eligible = resolution.candidates.filter(({ fate }) => fate.is !== 'ineligible');
  const { options: all, unreadable } = readableOptions(eligible);
  const options = all.map((option): Option => {
    const { catalog, bundle } = option;
    return present !== undefined && isSameVersion(present, bundle) ? { ...installedOption(present), catalog, bundle } : option;
  });
  const [first, ...others] = options.filter(({ installed: now }) => now !== undefined);
  if (others.length === 0 || first === undefined) return { options, barred, unreadable };
  return { options: options.filter((one) => one.installed === undefined || one === first), barred, unreadable };
}
