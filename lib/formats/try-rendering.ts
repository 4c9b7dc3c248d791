/** What only shows when a bundle is rendered and compiled, as installing it will do. */
import { isDnsLabel } from '../api';
import { defined } from '../defined';
import { isBoxcutterError } from '../errors';
import { compile } from '../revision';
import { hasErrors, type Issue } from '../issue';
import { isHarmless } from '../yaml';
import type { BundleFiles } from './bundle';
import { bundleIssue } from './bundle-wording';
import { leastConfiguration } from './config';
import { needsCertificates, suggestedNamespaceOf } from './inspect';
import { type Bundle, formatOf } from './list';
import { placeIssues } from './places';
import { renderBundle } from './render';
import type { RenderResult } from './rendering';

export interface TriedRendering {
  readonly issues: readonly Issue[];
  /** Why the bundle, or a part of it, could not be looked at: a sentence. */
  readonly note?: string;
}

/**
 * Renders and compiles a bundle with as little configuration as it can do with, in the namespace that its author suggests, or else in one
 * that is made up. That the definitions of kinds are not at hand is not said: the bundle is not to blame for it, nor for values that only
 * its users know.
 *
 * @param files those that the bundle was read from
 * @param options.kubernetesVersion whose schemas are taken, like 1.35. @default the newest that is known
 * @throws BoxcutterError `helm-too-old`, category server
 */
export function tryRendering(
  bundle: Bundle, files: BundleFiles, { kubernetesVersion }: { readonly kubernetesVersion?: string | undefined } = {},
): TriedRendering {
  const namespace = namespaceFor(bundle);
  let rendered: RenderResult;
  try {
    rendered = renderBundle(configurable(bundle), {
      installNamespace: namespace,
      config: leastConfiguration(bundle, namespace),
      certificates: needsCertificates(bundle) ? 'cert-manager' : 'none',
      ...defined({ kubernetesVersion }),
    });
  } catch (error) {
    if (!isBoxcutterError(error) || error.code !== 'helm-missing') throw error;
    return { issues: [], note: `The chart was not rendered. ${error.message} ${error.hint ?? ''}`.trim() };
  }
  if (rendered.issues.some(({ code, severity }) => code === 'invalid-config' && severity === 'error')) {
    return { issues: [], note: `${bundle.name} was not rendered: its schema requires values that only its users know.` };
  }
  const issues = [
    ...rendered.issues.map(asksForValues).map(forAuthors),
    ...(hasErrors(rendered.issues) ? [] : compiled(bundle, namespace, rendered, kubernetesVersion)),
  ];
  return { issues: placeIssues(files, issues.filter(isWorthSaying), bundle) };
}

/**
 * The objects of a bundle that makes them where it is installed (`Format.makesObjects`), as they are without a configuration, in the
 * namespace that its author suggests. What keeps it from that is among the issues.
 */
export function renderUnconfigured(bundle: Bundle): RenderResult {
  return renderBundle(bundle, { installNamespace: namespaceFor(bundle), certificates: 'none' });
}

function namespaceFor(bundle: Bundle): string {
  const wanted = [suggestedNamespaceOf(bundle), bundle.packageName];
  return wanted.find((name): name is string => name !== undefined && isDnsLabel(name)) ?? 'operators';
}

/** What an author's own schema requires is left to the users; of templates it is the program behind them that wants it. */
function configurable(bundle: Bundle): Bundle {
  if (formatOf(bundle).isTemplated) return bundle;
  const { configSchema: _, ...rest } = bundle;
  return rest;
}

function compiled(
  bundle: Bundle, namespace: string, { objects, phases, arrangement }: RenderResult, kubernetesVersion: string | undefined,
): readonly Issue[] {
  if (objects.length === 0) return [bundleIssue('bundle-without-objects', {}, { origin: formatOf(bundle).mainOrigin(bundle) })];
  const { packageName, version } = bundle;
  return compile({
    extension: bundle.packageName, namespace, objects, packageName, bundleName: bundle.name,
    ...arrangement, ...defined({ version, phases, kubernetesVersion }),
  }).issues;
}

/** A chart that stops for a value that it wants is not broken. */
function asksForValues(issue: Issue): Issue {
  return issue.code === 'chart-needs-value' ? { ...issue, severity: 'warning' } : issue;
}

/** With what a user can install, its author is not done. */
function forAuthors(issue: Issue): Issue {
  return isHarmless(issue) ? { ...issue, severity: 'error' } : issue;
}

function isWorthSaying({ code, severity }: Issue): boolean {
  return severity === 'error' || (code !== 'unknown-kind' && code !== 'unknown-scope');
}
