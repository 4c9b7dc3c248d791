/** Whether a definition may take the place of another one without harm to the objects that exist and to those who use them. Pure. */
import { asObject, definedKindOf, type JsonObject, nameOf } from '../../api';
import { defined } from '../../defined';
import { Budget, OutOfBudget } from './budget';
import type { CrdChanges } from './changes';
import { compareSchemas } from './compare-schemas';
import type { CrdChange, CrdCheck, CrdCheckOptions, CrdIssue } from './issue';
import { shorten } from './json-text';
import { severityOf } from './severity';
import { compareVersions } from './version-order';
import { waiverOf } from './waivers';

/** Issues that one definition is reported with. A change with so many has replaced it. */
const LIMIT = 500;

class Enough extends Error {}

/**
 * Compares two CustomResourceDefinitions (apiextensions.k8s.io/v1): scope, stored versions, every version with itself, and, unless
 * a webhook converts, the served versions of the new one with each other (what the old one had of that is not reported again).
 * Source: crdify as OLM configures it; docs/crd-upgrade-safety.md has every check and where we differ.
 *
 * Never throws for what is in the definitions: what cannot be compared is an issue, too.
 */
export function checkCrdUpgrade(old: JsonObject, next: JsonObject, options: CrdCheckOptions = {}): readonly CrdIssue[] {
  return checkWithin(new Budget(), old, next, options);
}

/** The same within a bound of the caller's. */
export function checkWithin(budget: Budget, old: JsonObject, next: JsonObject, options: CrdCheckOptions): readonly CrdIssue[] {
  const [before, after] = [definitionOf(old), definitionOf(next)];
  const issues: CrdIssue[] = [];
  const report: ReportIssue = (check, change, versions, path, data) => {
    const issue = judged({ check, change, versions, path, data }, after.name, options);
    if (issue === undefined) return;
    if (issues.length >= LIMIT) throw new Enough();
    issues.push(issue);
  };
  try {
    checkDefinition(before, after, options, report);
    const comparison = { budget, enumAdditions: options.enumAdditions ?? 'allow' } as const;
    checkSameVersions(before, after, comparison, report);
    if (!after.convertedByWebhook) checkServedVersions(before, after, comparison, report);
  } catch (error) {
    if (!(error instanceof Enough || error instanceof OutOfBudget)) throw error;
    // Not one that a waiver or a switch could take for something small: whatever comes behind it is not known.
    const severity = options.policy === 'warn' ? 'warning' : 'error';
    const data = error instanceof Enough ? { unfinished: 'too-many-changes', limit: LIMIT } as const : { unfinished: 'too-large' } as const;
    issues.push({ check: 'unhandled', change: 'changed', versions: [], path: '', data, severity });
  }
  return issues;
}

interface Version {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly schema: JsonObject;
}

interface Definition {
  readonly name: string;
  readonly scope: string;
  readonly convertedByWebhook: boolean;
  readonly versions: ReadonlyMap<string, Version>;
  readonly storedVersions: readonly string[] | undefined;
}

type ReportIssue =
  <Check extends CrdCheck>(check: Check, change: CrdChange, versions: readonly string[], path: string, data: CrdChanges[Check]) => void;
type Comparison = { readonly budget: Budget; readonly enumAdditions: 'allow' | 'refuse' };

/** What counts of a definition; what is malformed is the API server's to refuse. */
function definitionOf(crd: JsonObject): Definition {
  const { scope = '', versions: given } = definedKindOf(crd);
  const versions = new Map<string, Version>();
  for (const { name, served = false, storage = false, schema = {} } of given) {
    if (name !== undefined && !versions.has(name)) versions.set(name, { name, served, storage, schema });
  }
  const stored = asObject(crd['status'])?.['storedVersions'];
  return {
    name: nameOf(crd),
    scope,
    convertedByWebhook: asObject(asObject(crd['spec'])?.['conversion'])?.['strategy'] === 'Webhook',
    versions,
    storedVersions: Array.isArray(stored) ? stored.filter((one): one is string => typeof one === 'string') : undefined,
  };
}

function judged(
  found: Pick<CrdIssue, 'check' | 'change' | 'versions' | 'path' | 'data'>,
  crd: string,
  options: CrdCheckOptions,
): CrdIssue | undefined {
  const { check, change } = found;
  const { policy = 'enforce' } = options;
  const level = options.checks?.[check] ?? (check === 'description' ? 'off' : severityOf(check, change, policy, found.path));
  if (level === 'off') return undefined;
  const waiver = waiverOf(found, crd, options.waivers ?? []);
  const severity = policy === 'warn' ? 'warning' : level;
  return { ...found, severity: waiver === undefined ? severity : 'waived', ...defined({ waiver }) };
}

function checkDefinition(before: Definition, after: Definition, options: CrdCheckOptions, report: ReportIssue): void {
  if (before.scope !== after.scope) {
    report('scope', 'changed', [], '', { before: JSON.stringify(shorten(before.scope)), after: JSON.stringify(shorten(after.scope)) });
  }
  const written = [...before.versions.values()].filter(({ storage }) => storage).map(({ name }) => name);
  const stored = options.storedVersions ?? before.storedVersions ?? written;
  const lost = [...new Set(stored)].filter((name) => !after.versions.has(name)).sort(compareVersions);
  if (lost.length > 0) report('storedVersionRemoval', 'removed', lost, '', { versions: lost });
  const isUnserved = ({ name, served }: Version): boolean => served && !lost.includes(name) && after.versions.get(name)?.served !== true;
  const unserved = [...before.versions.values()].filter(isUnserved).map(({ name }) => name).sort(compareVersions);
  if (unserved.length > 0) {
    report('servedVersionRemoval', 'removed', unserved, '', { versions: unserved });
  }
}

/** Each version that both have. */
function checkSameVersions(before: Definition, after: Definition, comparison: Comparison, report: ReportIssue): void {
  for (const { name, schema } of before.versions.values()) {
    const next = after.versions.get(name);
    if (next === undefined) continue;
    compareSchemas(schema, next.schema, {
      ...comparison,
      receiver: {
        issue: (check, change, path, data) => report(check, change, [name], path, data),
        removed: (path, isKept) => {
          report('existingFieldRemoval', isKept ? 'covered' : 'removed', [name], path, { version: name, path });
          return true;
        },
      },
    });
  }
}

/** Who reads and writes one version while others use the next: without a webhook only the name of the version is converted. */
function checkServedVersions(before: Definition, after: Definition, comparison: Comparison, report: ReportIssue): void {
  const served = [...after.versions.values()].filter((version) => version.served).sort((a, b) => compareVersions(a.name, b.name));
  served.forEach((older, index) => {
    for (const newer of served.slice(index + 1)) {
      const found = pairIssues(older, newer, comparison);
      if (found.length === 0) continue;
      const known = new Set(knownIssues(before, older.name, newer.name, comparison));
      for (const issue of found) if (!known.has(idOf(issue))) {
        report(issue.check, issue.change, [older.name, newer.name], issue.path, issue.data);
      }
    }
  });
}

interface PairIssue {
  readonly check: CrdCheck;
  readonly change: CrdChange;
  readonly path: string;
  readonly data: CrdChanges[CrdCheck];
}

function pairIssues(older: Version, newer: Version, comparison: Comparison): readonly PairIssue[] {
  const found: PairIssue[] = [];
  const issue = (check: CrdCheck, change: CrdChange, path: string, data: CrdChanges[CrdCheck]): void => {
    // Each is kept until it is known which are old; that costs memory.
    comparison.budget.spend(100);
    found.push({ check, change, path, data });
  };
  compareSchemas(older.schema, newer.schema, { ...comparison, receiver: { issue, removed: () => false } });
  return found;
}

/** What the same two versions had already, as far as both were served. */
function knownIssues(before: Definition, older: string, newer: string, comparison: Comparison): readonly string[] {
  const [one, other] = [before.versions.get(older), before.versions.get(newer)];
  return one?.served === true && other?.served === true ? pairIssues(one, other, comparison).map(idOf) : [];
}

function idOf({ check, path, data }: PairIssue): string {
  return JSON.stringify([check, path, data]);
}
