/**
 * What an engine writes on the cluster beside the content: the names of annotations and labels, and in whose name.
 */
import { isDnsSubdomain } from '../../api';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import type { OwnerContext, OwnerRef, OwnerStrategy } from '../ownership';
import type { Cluster } from '../ports';
import { isFields, isText, shown } from './findings';
import { engineProblems } from './validate-call';
import { isAnnotationKey, isLabelValue } from './validate-owner';

export const LABEL_MANAGED_BY = 'app.kubernetes.io/managed-by';

/** `native` and `annotation` alone mean the usual key, `<systemPrefix>/owners`. */
export type StrategyChoice = 'native' | 'annotation' | OwnerStrategy;

export interface EngineOptions {
  readonly cluster: Cluster;
  /** Name under which the API server knows who set a field. The same for every revision; up to 128 characters. */
  readonly fieldManager: string;
  /** DNS subdomain before the names of our annotations: `<systemPrefix>/revision`, `<systemPrefix>/owners`. */
  readonly systemPrefix: string;
  /** Value of the label `app.kubernetes.io/managed-by` on every object; streams select by it. @default 'boxcutter' */
  readonly managedBy?: string;
  /** How objects name their owner, where the call does not say. @default none: each call with an owner has to say */
  readonly strategy?: StrategyChoice;
  /**
   * Write the number of the revision on every object. Without it an unchanged object costs nothing in an upgrade, but only one owner, the
   * same for all revisions, can recognise what is its own: not for calls without an owner, nor with siblings. @default true
   */
  readonly numbered?: boolean;
  /** See `OwnerContext.takeOverManagers`. @default none */
  readonly takeOverManagers?: readonly string[];
}

/** In whose name one call manages objects. */
export interface OwnershipOptions {
  /** @default none: the number of the revision alone marks what is ours */
  readonly owner?: OwnerRef;
  readonly strategy?: StrategyChoice;
  /** Owners of other revisions of the same thing, older and newer: their uids, or the owners themselves. @default none */
  readonly siblings?: readonly (string | Pick<OwnerRef, 'uid'>)[];
  /** Uids of lost owners that this one stands in for. @default none */
  readonly former?: readonly string[];
  /** Labels that every object gets besides `managed-by`; streams select by them as well. The same for all revisions. @default none */
  readonly labels?: Readonly<Record<string, string>>;
}

export function strategyOf(choice: StrategyChoice | undefined, systemPrefix: string): OwnerStrategy | undefined {
  if (choice === 'annotation') return { type: 'annotation', annotation: `${systemPrefix}/owners` };
  return choice === 'native' ? { type: 'native' } : choice;
}

export function contextOf(engine: EngineOptions, call: OwnershipOptions): OwnerContext {
  const { fieldManager, systemPrefix, managedBy = 'boxcutter', numbered = true, takeOverManagers } = engine;
  return {
    ...defined({ owner: call.owner }),
    // Without an owner the strategy is not used.
    strategy: strategyOf(call.strategy ?? engine.strategy, systemPrefix) ?? { type: 'native' },
    siblings: (call.siblings ?? []).map((sibling) => (typeof sibling === 'string' ? sibling : sibling.uid)),
    ...defined({ former: call.former }),
    ...(numbered ? { revisionAnnotation: `${systemPrefix}/revision` } : {}),
    fieldManager,
    ...defined({ takeOverManagers }),
    labels: { ...call.labels, [LABEL_MANAGED_BY]: managedBy },
  };
}

/** `key=value,...` */
export function selectorOf(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels).map(([key, value]) => `${key}=${value}`).join(',');
}

/** @throws BoxcutterError `engine-options-invalid` (input) */
export function checkEngineOptions(options: EngineOptions): void {
  const problems: string[] = [];
  const given: Partial<EngineOptions> = isFields(options) ? options : {};
  const { cluster, fieldManager, systemPrefix, managedBy = 'boxcutter', strategy } = given;
  if (!isObject(cluster)) problems.push('cluster: there is none; give what connect() gives');
  if (!isText(fieldManager) || fieldManager.length > 128) {
    problems.push(`fieldManager: ${shown(fieldManager)} is no text of up to 128 characters`);
  }
  if (!isText(systemPrefix) || !isDnsSubdomain(systemPrefix)) {
    problems.push(`systemPrefix: ${shown(systemPrefix)} is no DNS subdomain like "example.com"`);
  }
  if (managedBy === '' || !isLabelValue(managedBy)) problems.push(`managedBy: ${shown(managedBy)} is no value of a label`);
  if (strategy !== undefined && !isStrategy(strategy)) {
    problems.push(`strategy: ${shown(strategy)} is neither native nor annotation with the key of an annotation`);
  }
  if (isFields(options)) problems.push(...engineProblems(options).map(({ path, message }) => `${path}: ${message.replace(/\.$/, '')}`));
  if (problems.length === 0) return;
  throw new BoxcutterError(
    'engine-options-invalid', 'input',
    `The engine cannot be made: ${problems.join('; ')}.`,
    { details: { problems } },
  );
}

/** @returns what is wrong with the options of one call */
export function callProblems(
  engine: EngineOptions, call: OwnershipOptions,
): readonly { readonly path: string; readonly message: string }[] {
  const problems: { path: string; message: string }[] = [];
  const { labels, siblings, owner } = call as { labels?: unknown; siblings?: unknown; owner?: unknown };
  if (labels !== undefined && !isFields(labels)) problems.push({
    path: 'labels',
    message: `The labels are ${shown(labels)}; they must be an object of texts.`,
  });
  else for (const [key, value] of Object.entries(labels ?? {})) {
    if (!isAnnotationKey(key) || value === '' || !isLabelValue(value)) {
      problems.push({ path: `labels[${JSON.stringify(key)}]`, message: `${key}=${shown(value)} is no label that a stream can select by.` });
    }
  }
  const isSibling = (value: unknown): boolean => isText(value) || (isFields(value) && isText(value['uid']));
  if (siblings !== undefined && !(Array.isArray(siblings) && siblings.every(isSibling))) {
    problems.push({ path: 'siblings', message: 'The siblings must be a list of uids, or of owners with a uid.' });
  }
  if (engine.numbered === false) {
    const away = 'which needs the numbers of revisions on the objects; make the engine with numbered: true.';
    if (owner === undefined) problems.push({ path: 'owner', message: `There is no owner, ${away}` });
    if (Array.isArray(siblings) && siblings.length > 0) problems.push({ path: 'siblings', message: `There are siblings, ${away}` });
  }
  return problems;
}

function isStrategy(value: unknown): boolean {
  if (value === 'native' || value === 'annotation') return true;
  return isFields(value) && (value['type'] === 'native' || (value['type'] === 'annotation' && isAnnotationKey(value['annotation'])));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
