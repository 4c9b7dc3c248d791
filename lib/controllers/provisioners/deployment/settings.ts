/** Where a bundle goes and what it is configured with, from what its deployment says. Pure. */
import { isJsonObject, type JsonObject } from '../../../api';
import { BoxcutterError } from '../../../errors';
import { type Bundle, checkBundleConfig, suggestedNamespaceOf } from '../../../formats';
import { isError } from '../../../issue';
import { inWords } from '../../../source';
import { parseDocuments } from '../../../yaml';
import type { LiveDeployment } from '../model';
import { CLASSES } from '../names';

const { 'core-rukpak-io-registry': OF_OLM, 'core-rukpak-io-helm': OF_CHARTS } = CLASSES;

/** @param systemNamespace that of the provisioners */
export function namespaceOf({ spec: { installNamespace } }: Pick<LiveDeployment, 'spec'>, bundle: Bundle, systemNamespace: string): string {
  if (installNamespace !== undefined) return installNamespace;
  const suggested = suggestedNamespaceOf(bundle);
  if (suggested !== undefined) return suggested;
  return bundle.format === OF_OLM ? `${bundle.packageName}-system` : systemNamespace;
}

/**
 * Undefined: there is none.
 * @throws BoxcutterError `bundle-config` (input)
 */
export function configOf({ spec: { config } }: Pick<LiveDeployment, 'spec'>, { format }: Pick<Bundle, 'format'>): JsonObject | undefined {
  if (config === undefined || Object.keys(config).length === 0) return undefined;
  return format === OF_CHARTS ? valuesIn(config) : config;
}

/** `values` is a text with YAML; an object, as the people who write it may expect, is taken as well. */
function valuesIn(config: JsonObject): JsonObject | undefined {
  const { values, ...others } = config;
  const [other] = Object.keys(others);
  if (other !== undefined) throw invalid(`config.${other} is not known: of a chart there is config.values`);
  if (values === undefined || values === '') return undefined;
  if (isJsonObject(values)) return values;
  if (typeof values !== 'string') throw invalid('config.values is no text with YAML');
  const { documents, issues } = parseDocuments(values, 'config.values');
  const [first, ...more] = documents.map(({ value }) => value).filter((value) => value !== null && value !== undefined);
  if (issues.some(isError) || more.length > 0 || (first !== undefined && !isJsonObject(first))) {
    throw invalid('config.values is not one YAML mapping');
  }
  return first as JsonObject | undefined;
}

/** Charts mostly have no schema, and take values all the same, as RukPak and helm let them. */
export function passesUnchecked({ format }: Pick<Bundle, 'format'>): boolean {
  return format === OF_CHARTS;
}

/** @throws BoxcutterError `bundle-config` (input) with everything that is wrong */
export function refuseConfig(bundle: Bundle, config: JsonObject | undefined, installNamespace: string): void {
  const options = { installNamespace, dangerouslyAcceptBundlesWithoutConfigSchema: passesUnchecked(bundle) };
  const { issues } = checkBundleConfig(bundle, config, options);
  // The whole begins as every message about a configuration does; its parts do not.
  const mistakes = issues.filter(isError).flatMap((issue) => {
    const { message, parts } = inWords(issue);
    return parts?.map((part) => part.message) ?? [message];
  });
  if (mistakes.length > 0) throw invalid(mistakes.join('; '));
}

function invalid(what: string): BoxcutterError {
  return new BoxcutterError('bundle-config', 'input', `invalid bundle configuration: ${what}`);
}
