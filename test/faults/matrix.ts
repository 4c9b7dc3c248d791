/**
 * All cells of the matrix, which of them to run, and running them on several namespaces at once.
 */
import { defined } from '../../lib/defined';
import { messageOf } from '../../lib/errors';
import { AuditLog } from './audit-log';
import { buildChildren } from './child-process';
import type { Crash } from './crash';
import type { Besides } from './disturb';
import { harms, variantOf, type Harm } from './harms';
import { whileAtWork, worthwhile, type Point } from './points';
import { runReference, type Reference } from './reference';
import { runPoint, type PointResult } from './run-point';
import { scenarioNamed, scenarios, type Scenario } from './scenarios';
import { Site } from './site';

export interface Cell {
  readonly scenario: string;
  readonly point: Point;
  readonly harm: Harm;
  /** A second fault of the same run. */
  readonly besides?: Besides;
}

export interface CellResult extends PointResult {
  readonly cell: Cell;
  readonly milliseconds: number;
}

export interface MatrixOptions {
  readonly kubeconfig: string;
  /** Path of the API server's audit log. */
  readonly auditLog: string;
  /** Then programs of the control plane are killed, and nothing else is done: it is one that nothing else works on. With one site. */
  readonly crash?: Crash;
  /** Prefix of the namespaces. */
  readonly name: string;
  /** How many namespaces work at once: most of a run is waiting. */
  readonly sites: number;
  /** Names of scenarios. @default all */
  readonly only?: readonly string[];
  /** Names of faults. @default all */
  readonly faults?: readonly string[];
  /** Begins what the name of the point (and `@` variant) begins with. */
  readonly point?: string;
  /** Which of all cells: a choice of your own. @default all */
  readonly choose?: (cells: readonly Cell[]) => readonly Cell[];
  /** No new run is begun after so many milliseconds. @default none */
  readonly budgetMs?: number;
  /** Told what cells there are, before any choice. */
  readonly onCells?: (cells: readonly Cell[]) => void;
  readonly onReference?: (reference: Reference) => void;
  readonly onResult?: (result: CellResult, done: number, total: number) => void;
  /** Told why the set-up of a run failed; it is begun once more. */
  readonly onRepeated?: (cell: Cell, why: string) => void;
}

export async function runMatrix(options: MatrixOptions): Promise<readonly CellResult[]> {
  const { kubeconfig, name, choose = (cells) => cells, budgetMs = Number.POSITIVE_INFINITY, onReference, onResult } = options;
  const begun = Date.now();
  const wanted = options.only?.map(scenarioNamed) ?? scenarios;
  const children = buildChildren();
  const audit = new AuditLog(options.auditLog);
  const opened = await Promise.allSettled(Array.from({ length: options.sites }, (_, index) => Site.open(kubeconfig, `${name}-${index + 1}`, audit)));
  const sites = opened.flatMap((site) => (site.status === 'fulfilled' ? [site.value] : []));
  try {
    const [first] = sites;
    const failed = opened.find((site) => site.status === 'rejected');
    if (first === undefined || failed !== undefined) throw new Error(`no namespace to work in: ${String(failed?.reason)}`);
    const references = new Map<string, Reference>();
    const referenceOf = async (site: Site, scenario: string): Promise<Reference> => {
      const key = `${site.namespace} ${scenario}`;
      const reference = references.get(key) ?? (await runReference(scenarioNamed(scenario), site));
      // On a busy machine it may have run out of time, and nothing could be held against it.
      const { verdict = reference.verdict } = references.get(`${first.namespace} ${scenario}`) ?? {};
      if (reference.verdict !== verdict) throw new Error(`without any fault it ends: ${reference.verdict}, not ${verdict}`);
      references.set(key, reference);
      return reference;
    };
    const all: Cell[] = [];
    for (const { name: scenario } of wanted) {
      const reference = await referenceOf(first, scenario);
      onReference?.(reference);
      all.push(...cellsOf(reference).filter(({ harm }) => (harm.type === 'crash') === (options.crash !== undefined)));
    }
    options.onCells?.(all);
    const chosen = choose(all.filter((cell) => isWanted(cell, options)));
    const results: CellResult[] = [];
    const work = (cells: Cell[]) => async (site: Site): Promise<void> => {
      for (let cell = cells.shift(); cell !== undefined && Date.now() - begun < budgetMs; cell = cells.shift()) {
        const started = Date.now();
        const moved = (point: Point): Point => movedTo(point, first.namespace, site.namespace);
        const point = moved(cell.point);
        const besides = cell.besides === undefined ? undefined : { ...cell.besides, point: moved(cell.besides.point) };
        const run = async (): Promise<PointResult> => {
          const reference = await referenceOf(site, cell.scenario);
          return runPoint(cell.harm, { reference, point, site, children, ...defined({ crash: options.crash, besides }) });
        };
        const found = await onceMore(run, (why) => options.onRepeated?.(cell, why));
        const result = { ...found, cell, milliseconds: Date.now() - started };
        results.push(result);
        onResult?.(result, results.length, chosen.length);
      }
    };
    // Last: a kind that goes is missed by every run that asks for all kinds.
    const isLast = ({ harm }: Cell): boolean => harm.type === 'away';
    const isAlone = ({ scenario }: Cell): boolean => scenarioNamed(scenario).alone === true;
    await Promise.all(sites.map(work(chosen.filter((cell) => !isLast(cell) && !isAlone(cell)))));
    await work(chosen.filter(isAlone))(first);
    await Promise.all(sites.map(work(chosen.filter(isLast))));
    return results;
  } finally {
    await Promise.all(sites.map((site) => site.close()));
    audit.close();
    children.close();
  }
}

/** A busy machine may spoil the set-up of one run; that of all others stays. What fails twice counts as a violation. */
export async function onceMore(run: () => Promise<PointResult>, onRepeated: (why: string) => void): Promise<PointResult> {
  try {
    return await run();
  } catch (error) {
    onRepeated(messageOf(error));
  }
  try {
    return await run();
  } catch (error) {
    return { reached: false, ended: 'not set up', repetitions: 0, violations: [`it could not be set up: ${messageOf(error)}`] };
  }
}

function cellsOf({ scenario, points }: Reference): readonly Cell[] {
  const fitting = harms.filter((harm) => isDoneTo(scenario, harm));
  return worthwhile(scenario.away === undefined ? points : whileAtWork(points)).flatMap((point) =>
    fitting.filter((harm) => harm.fits(point.request)).map((harm) => ({ scenario: scenario.name, point, harm })),
  );
}

function isDoneTo({ rival, away }: Scenario, { name, type }: Harm): boolean {
  // A scenario in which something goes away is there for that; the other faults are done to the others.
  if (away !== undefined || type === 'away') return away?.harm === name;
  return type !== 'stop' || rival !== undefined;
}

/** As `--point` names it. */
export function pointName({ point, harm }: Pick<Cell, 'point' | 'harm'>): string {
  return `${point.id}${variantOf(harm)}`;
}

function isWanted(cell: Cell, { faults, point }: MatrixOptions): boolean {
  return (faults === undefined || faults.includes(cell.harm.name)) && (point === undefined || pointName(cell) === point);
}

/** The same request as another site sends it: also objects of the whole cluster and selectors have the name of the namespace. */
function movedTo(point: Point, from: string, to: string): Point {
  return { ...point, request: { ...point.request, path: point.request.path.replaceAll(from, to) } };
}

/** What is done, as a text: `kill-before at create x 1, and silence at get y 2`. */
export function harmText(cell: Cell): string {
  const { besides } = cell;
  const second = besides === undefined ? '' : `, and ${besides.harm.name} at ${pointName(besides)}`;
  return `${cell.harm.name} at ${pointName(cell)}${second}`;
}

/** The same for the variants of a fault at one request. */
export function requestKey({ scenario, point, harm }: Cell): string {
  return `${scenario} ${harm.name} ${point.id}`;
}

/** The line that runs one cell again. */
export function repeatCommand(cell: Cell): string {
  const { besides } = cell;
  const second = besides === undefined ? '' : ` --besides '${besides.harm.name} ${pointName(besides)}'`;
  return `npm run test:faults -- --scenario ${cell.scenario} --fault ${cell.harm.name} --point '${pointName(cell)}'${second}`;
}
