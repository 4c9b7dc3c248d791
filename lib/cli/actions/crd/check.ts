import type { KubeObject } from '../../../api';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import {
  checkCrdUpgrades, compareDefinitions, parseCrdWaiver, unusedWaivers, waiverTextOf,
  type CrdCheckOptions, type CrdUpgrade, type CrdWaiver,
} from '../../../runtime';
import type { CrdCheckArgs } from '../../commands/crd/check';
import { readDefinitions } from '../../../source';
import { EXIT } from '../../exit';
import { countIssues, crdIssueLines, issueDocument } from '../../output/crd-issues';
import { paint } from '../../output/terminal/paint';
import { isDocument, printDocument } from '../../output/print';
import { counted } from '../../output/terminal/table';
import { withCluster } from '../../session';
import { note } from '../../output/note';
import { printLines } from '../../output/terminal/sink';

export const CRD_CHECK_SCHEMA = 'boxcutter.crd-check/v1';

/** The word for what is live, in place of a path. */
const CLUSTER = 'cluster';

const CHECK_HINT = 'Name a file, a folder, a bundle, or (as the old one) cluster.';

/** What the reads of the live definitions, and of what is stored of them, may take together. */
const READ_MS = 60_000;

interface Comparison {
  /** Definitions that both have, in the order of their names; without issues: safe. */
  readonly upgrades: readonly CrdUpgrade[];
  readonly added: readonly string[];
  /** Empty for a cluster, where other packages have theirs. */
  readonly removed: readonly string[];
}

/** Exit code 1: something would break; 0: nothing, warnings aside. */
export async function crdCheck(args: CrdCheckArgs): Promise<number> {
  const waivers = (args.crdWaiver ?? []).map((text) => parseCrdWaiver(text));
  const { upgrades, added, removed } = await compare(args, { policy: args.crdSafety, waivers });
  const safe = upgrades.every(({ issues }) => issues.every(({ severity }) => severity !== 'error'));
  for (const waiver of unusedWaivers(waivers, upgrades.flatMap(({ issues }) => issues))) {
    note(`The waiver ${wordsOf(waiver)} was not needed: the check found nothing that it covers.`);
  }
  if (isDocument(args.output)) {
    const definitions = upgrades.map(({ crd, issues, stored }) => ({ crd, issues: issues.map(issueDocument), ...defined({ stored }) }));
    await printDocument({ schema: CRD_CHECK_SCHEMA, policy: args.crdSafety, safe, definitions, added, removed }, args.output);
  } else {
    printLines(comparisonLines({ upgrades, added, removed }, safe));
  }
  return safe ? EXIT.done : EXIT.failed;
}

async function compare(args: CrdCheckArgs, options: CrdCheckOptions): Promise<Comparison> {
  const next = await readDefinitions(args.new, note, { hint: CHECK_HINT });
  if (next.size === 0) {
    throw new BoxcutterError('nothing-to-check', 'input', `${args.new} holds no CustomResourceDefinition.`, {
      hint: 'Check the path. If a chart makes the definitions by template, render the chart first.',
    });
  }
  const names = [...next.keys()].sort();
  if (args.old === CLUSTER) {
    const found = await comparedWithLive(next, args, options);
    const live = new Set(found.map(({ crd }) => crd));
    return { upgrades: found, added: names.filter((name) => !live.has(name)), removed: [] };
  }
  const old = await readDefinitions(args.old, note, { hint: CHECK_HINT });
  const upgrades = names.flatMap((name) => {
    const pair = { live: old.get(name), next: next.get(name) };
    return pair.live === undefined || pair.next === undefined ? [] : [compareDefinitions({ live: pair.live, next: pair.next }, options)];
  });
  return {
    upgrades,
    added: names.filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !next.has(name)).sort(),
  };
}

/** As an apply would judge them: with what the server stores. */
async function comparedWithLive(
  next: ReadonlyMap<string, KubeObject>, args: CrdCheckArgs, options: CrdCheckOptions,
): Promise<readonly CrdUpgrade[]> {
  const found = await withCluster(args, READ_MS, ({ cluster }) => checkCrdUpgrades([...next.values()], cluster, options));
  return [...found].sort((a, b) => (a.crd < b.crd ? -1 : 1));
}

function wordsOf({ crd, check, version, path = '' }: CrdWaiver): string {
  const at = version === undefined ? '' : `@${version}`;
  return `${crd === undefined ? '' : `${crd}/`}${waiverTextOf({ check: `${check}${at}` as typeof check, path })}`;
}

function comparisonLines({ upgrades, added, removed }: Comparison, safe: boolean): readonly string[] {
  const colours = paint(process.stdout);
  const { isTTY, columns } = process.stdout;
  const unsafe = upgrades.filter(({ issues }) => issues.length > 0);
  const fine = upgrades.filter(({ issues }) => issues.length === 0).map(({ crd }) => crd);
  const list = (what: string, names: readonly string[]): readonly string[] => (names.length === 0 ? [] : [`${what}: ${names.join(', ')}`]);
  const total = upgrades.flatMap(({ issues }) => issues);
  const verdict = `${counted(upgrades.length, 'definition')} compared: ${total.length === 0 ? 'nothing would break' : countIssues(total)}`;
  return [
    ...crdIssueLines(unsafe, { paint: colours, hints: true, indent: 0, ...(isTTY ? { width: columns } : {}) }),
    ...list('Safe to upgrade', fine),
    ...list('New', added),
    ...list('Removed (deleting a definition deletes its objects)', removed),
    safe ? colours.green(verdict) : colours.red(verdict),
  ];
}
