/** What is installed of which catalog, in which order: the solver, asked for extensions. */
import type { CatalogChoice } from '../../../api';
import {
  type CatalogBundle, type ClusterView, type InstallStep, isInRange, type KeepStep, type NeededBy, needText,
  parseVersionRange, type PlanStep, solve,
} from '../../../catalog';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import type { InstalledExtension } from '../../../runtime';
import type { OpenedCatalogs } from '../../../source';
import { choiceOf, installedPackage, installedPackages, type Intent, requestOf, type Target } from './intent';
import { conflictError } from './conflict';

/** A bundle that goes onto the cluster, as an extension of its own. */
export interface Chosen extends Target {
  /** Where it is installed. Absent: not known, the user has to say it. */
  readonly namespace?: string;
  /** It was asked for; else it is needed by another one. */
  readonly isWanted: boolean;
  /** `same`: this very version is installed. */
  readonly action: 'install' | 'upgrade' | 'downgrade' | 'same';
  /** Version that is installed now. */
  readonly from?: string;
  readonly bundle: CatalogBundle;
  readonly choice: CatalogChoice;
  /** In words: `shop: package certs >=1.0.0`. */
  readonly neededBy: readonly string[];
  /** Names of the packages that need it. */
  readonly dependents: readonly string[];
}

export interface ChooseContext {
  readonly opened: OpenedCatalogs;
  readonly installed: readonly InstalledExtension[];
  readonly cluster: ClusterView;
  /** Of what is new. */
  readonly stateNamespace: string;
  readonly namespace?: string | undefined;
}

/**
 * What each extension needs comes before it.
 * @throws BoxcutterError `catalog-unresolved`, `dependency-pinned` (input)
 */
export function choose(intents: readonly Intent[], context: ChooseContext): readonly Chosen[] {
  const { opened, installed, cluster, stateNamespace } = context;
  const targets = intents.map(({ extension, packageName }) => ({ extension, packageName, stateNamespace }));
  const { plan, conflict } = solve({
    catalogs: opened.catalogs,
    installed: installedPackages(installed, opened.catalogs, targets),
    wanted: intents.map(requestOf),
    cluster,
  });
  if (conflict !== undefined) throw conflictError(conflict);
  return plan.flatMap((step) => chosenOf(step, intents, context));
}

function chosenOf(step: PlanStep, intents: readonly Intent[], context: ChooseContext): readonly Chosen[] {
  const { bundle, catalog } = step;
  if (bundle === undefined || catalog === undefined) return [];
  const wanted = intents.find(({ packageName }) => packageName === step.packageName);
  if (wanted === undefined && step.action === 'keep') return [];
  const where = context.opened.sourceOf(catalog)?.where ?? '';
  const neededBy = step.neededBy.map(neededText);
  const from = step.action === 'keep' ? step.installed.version : step.from?.version;
  const action = step.action === 'keep' ? 'same' : step.action;
  const dependents = step.neededBy.map((one) => one.packageName);
  const facts = { bundle, neededBy, dependents, action, ...defined({ from }) } as const;
  if (wanted !== undefined) {
    return [{ ...facts, ...placeOf(wanted, context), isWanted: true, choice: choiceOf(wanted, catalog, where) }];
  }
  const present = presentOf(step, context);
  if (present !== undefined && step.action !== 'install') refusePinned(present, step, neededBy);
  const intent = { extension: present?.extension ?? step.packageName, packageName: step.packageName, policy: 'CatalogProvided' as const };
  const kept = present?.newest?.bundle?.catalog;
  const choice = kept === undefined ? choiceOf(intent, catalog, where) : { ...kept, name: catalog, where };
  return [{ ...facts, ...placeOf(intent, context, present), isWanted: false, choice }];
}

/** The one that the solver took for the package. What begins anew begins where the line says, in place of what was never complete. */
function presentOf(
  { packageName, action }: PlanStep, { installed, opened, stateNamespace }: ChooseContext,
): InstalledExtension | undefined {
  const ofPackage = installed.filter((one) => one.packageName === packageName);
  if (action === 'install') return ofPackage.find((one) => one.stateNamespace === stateNamespace);
  return ofPackage.find((one) => installedPackage(one, opened.catalogs) !== undefined);
}

function placeOf(
  { extension, packageName }: Pick<Intent, 'extension' | 'packageName'>, { installed, stateNamespace, namespace }: ChooseContext,
  present = installed.find((one) => one.extension === extension && one.stateNamespace === stateNamespace),
): Target & Pick<Chosen, 'namespace'> {
  const recorded = present?.newest?.bundle?.namespace;
  // A dependency that is installed already stays where it is; what was asked for goes where the line says.
  const isElsewhere = present !== undefined && present.stateNamespace !== stateNamespace;
  const there = isElsewhere ? recorded ?? present.stateNamespace : namespace ?? recorded;
  return { extension, packageName, stateNamespace: present?.stateNamespace ?? stateNamespace, ...defined({ namespace: there }) };
}

/** What another user has restricted is not changed in passing. */
function refusePinned(present: InstalledExtension, { bundle }: InstallStep | KeepStep, neededBy: readonly string[]): void {
  const { version: range, channels = [] } = present.newest?.bundle?.catalog ?? {};
  const parsed = range === undefined ? undefined : parseVersionRange(range);
  const version = bundle?.version?.version;
  const isOutside = parsed !== undefined && 'range' in parsed && version !== undefined && !isInRange(parsed.range, version);
  if (!isOutside) return;
  const { extension, stateNamespace } = present;
  throw new BoxcutterError(
    'dependency-pinned', 'input',
    `Extension "${extension}" would have to be upgraded to ${version.raw} (needed by ${neededBy.join('; ')}), `
      + `and it was installed for versions ${range} only${channels.length === 0 ? '' : ` of ${channels.join(', ')}`}. Nothing was changed.`,
    { hint: `To allow it: boxcutter upgrade ${extension} -n ${stateNamespace} --version '…'` },
  );
}

function neededText({ packageName, need }: NeededBy): string {
  return `${packageName}: ${needText(need)}`;
}
