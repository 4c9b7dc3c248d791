/** Which namespaces an operator may watch, and which it does (docs/requirements.md, configuration). */
import { asObject, type JsonObject } from '../../../api';
import { defined } from '../../../defined';
import type { Issue } from '../../../issue';
import type { RegistryBundle } from '../bundle';
import type { InstallModeType } from '../cluster-service-version';
import { registryIssue } from '../registry-issue';

/** What `watchNamespace` may be for a bundle. */
export type WatchNamespaceRule =
  /** The bundle watches all namespaces and nothing else: there is no such key. */
  | 'not-configurable'
  | { readonly required: boolean; readonly where: 'install-namespace' | 'other-namespace' | 'any-namespace' };

/** Install modes that the bundle supports, in the order of the table (docs/requirements.md, configuration). */
export function supportedInstallModes(bundle: RegistryBundle): readonly InstallModeType[] {
  const order: readonly InstallModeType[] = ['AllNamespaces', 'SingleNamespace', 'OwnNamespace', 'MultiNamespace'];
  const modes = bundle.csv.installModes;
  return order.filter((mode) => modes.some(({ type, supported }) => type === mode && supported));
}

/** The table of install modes. Undefined: none of the modes can be used here; MultiNamespace alone cannot be configured. */
export function watchNamespaceRule(bundle: RegistryBundle): WatchNamespaceRule | undefined {
  const modes = supportedInstallModes(bundle);
  const required = !modes.includes('AllNamespaces');
  const single = modes.includes('SingleNamespace');
  const own = modes.includes('OwnNamespace');
  if (single || own) return { required, where: single && own ? 'any-namespace' : own ? 'install-namespace' : 'other-namespace' };
  return required ? undefined : 'not-configurable';
}

/** With an error among the issues there are no namespaces. */
export interface TargetNamespaces {
  readonly issues: readonly Issue[];
  /** `['']` means all namespaces. */
  readonly namespaces?: readonly string[];
}

/**
 * Namespaces that the operator is to watch. A bundle that cannot watch all of them is never given one by default: a later version of it
 * that can would silently get rights in the whole cluster (docs/requirements.md, configuration).
 */
export function targetNamespaces(bundle: RegistryBundle, installNamespace: string, config: JsonObject): TargetNamespaces {
  const rule = watchNamespaceRule(bundle);
  if (rule === undefined) return { issues: [unsupported(bundle)] };
  const given = config['watchNamespace'] ?? '';
  if (given === '') {
    return rule === 'not-configurable' || !rule.required
      ? { issues: [], namespaces: [''] }
      : { issues: [refused(bundle, undefined, false)] };
  }
  const namespace = String(given);
  const where = rule === 'not-configurable' ? 'nowhere' : rule.where;
  if (namespace === installNamespace
    ? where === 'install-namespace' || where === 'any-namespace'
    : where === 'other-namespace' || where === 'any-namespace') {
    return { issues: [], namespaces: [namespace] };
  }
  return { issues: [refused(bundle, namespace, namespace === installNamespace)] };
}

function unsupported(bundle: RegistryBundle): Issue {
  const data = { bundle: bundle.name, modes: supportedInstallModes(bundle) };
  return registryIssue('unsupported-install-modes', data, { origin: bundle.csv.origin, path: ['spec', 'installModes'] });
}

function refused(bundle: RegistryBundle, namespace: string | undefined, isOwn: boolean): Issue {
  const data = { ...defined({ namespace }), modes: supportedInstallModes(bundle), isOwn };
  return registryIssue('unsupported-target-namespace', data, { origin: bundle.csv.origin, path: ['watchNamespace'] });
}

/** Namespaces that a configuration names: the operator's Roles go there. The install namespace is among them only when it is named. */
export function watchedNamespaces(config: unknown): readonly string[] {
  const named = asObject(config)?.['watchNamespace'];
  return typeof named === 'string' && named !== '' ? [named] : [];
}

/** An operator that cannot watch everything is given what it watches: where it is itself, when that is allowed. */
export function plainConfiguration(bundle: RegistryBundle, installNamespace: string): JsonObject {
  const rule = watchNamespaceRule(bundle);
  if (rule === undefined || rule === 'not-configurable' || !rule.required) return {};
  return { watchNamespace: rule.where === 'other-namespace' ? (installNamespace === 'watched' ? 'other' : 'watched') : installNamespace };
}
