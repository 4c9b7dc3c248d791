/** The order of phases: the standard ones, and those that the author declared around them. */
import { defined } from '../../defined';
import { hasErrors, type Issue, type IssuePlace, type Origin } from '../../issue';
import { findCycles } from './cycles';
import { revisionIssue } from '../issues';
import { MAX_LABEL_LENGTH } from '../limits';
import { definedOrThrow } from '../defined-or-throw';
import type { PhaseSource } from '../source';
import { isStandardPhase, STANDARD_PHASES } from './standard-phases';

export interface PhaseOrder {
  /** Every phase, also empty ones, in the order in which they run; undefined when the wishes contradict each other. */
  readonly names: readonly string[] | undefined;
  readonly issues: readonly Issue[];
}

interface Node {
  readonly name: string;
  readonly declared: PhaseSource | undefined;
  readonly next: Set<Node>;
  waitsFor: number;
  /** Of the phases that could come next, the one with the lowest rank does: next to its anchor, then by declaration. */
  rank: readonly [place: number, side: number, declaration: number];
}

/**
 * Sorts phases. One with `after` comes as early as that allows, one with only `before` as late; one with neither comes at the
 * end, in the order of declaration. A standard phase may be declared to give it options or more constraints.
 */
export function orderPhases(declared: readonly PhaseSource[]): PhaseOrder {
  const issues: Issue[] = checkNames(declared);
  const nodes = new Map<string, Node>();
  for (const name of [...STANDARD_PHASES, ...declared.map((phase) => phase.name)]) {
    if (nodes.has(name)) continue;
    const index = declared.findIndex((phase) => phase.name === name);
    const rank = isStandardPhase(name) ? STANDARD_PHASES.indexOf(name) : STANDARD_PHASES.length;
    nodes.set(name, { name, declared: declared[index], next: new Set(), waitsFor: 0, rank: [rank, isStandardPhase(name) ? 0 : 1, index] });
  }
  const connect = (first: Node, then: Node): void => {
    if (first.next.has(then)) return;
    first.next.add(then);
    then.waitsFor++;
  };
  const standard = STANDARD_PHASES.map((name) => definedOrThrow(nodes.get(name)));
  for (const [i, node] of standard.entries()) if (i > 0) connect(definedOrThrow(standard[i - 1]), node);
  for (const phase of declared) {
    const own = definedOrThrow(nodes.get(phase.name));
    const anchor = (name: string, use: (node: Node) => void): void => {
      const node = nodes.get(name);
      if (node !== undefined) use(node);
      else issues.push(unknownPhase(name, [...nodes.keys()], phase));
    };
    for (const name of phase.after ?? []) anchor(name, (node) => connect(node, own));
    for (const name of phase.before ?? []) anchor(name, (node) => connect(own, node));
  }
  for (const cycle of findCycles([...nodes.values()], (node) => node.next)) issues.push(phaseCycle(cycle));
  if (hasErrors(issues)) return { names: undefined, issues };
  rankDeclared(declared, nodes);
  return { names: sort([...nodes.values()]), issues };
}

/** Puts declared phases next to what they were anchored to. Anchors may be declared later, so it is repeated until nothing moves. */
function rankDeclared(declared: readonly PhaseSource[], nodes: ReadonlyMap<string, Node>): void {
  for (let round = 0, moved = true; moved && round <= declared.length; round++) {
    moved = false;
    for (const [index, phase] of declared.entries()) {
      const node = definedOrThrow(nodes.get(phase.name));
      if (isStandardPhase(phase.name) || (!phase.after?.length && !phase.before?.length)) continue;
      const places = (names: readonly string[]): number[] => names.map((name) => definedOrThrow(nodes.get(name)).rank[0]);
      const place = phase.after?.length ? Math.max(...places(phase.after)) : Math.min(...places(phase.before ?? []));
      if (place === node.rank[0] && round > 0) continue;
      node.rank = [place, phase.after?.length ? 1 : -1, index];
      moved = true;
    }
  }
}

/** Kahn's algorithm; of the nodes that are free, the lowest rank first. */
function sort(nodes: readonly Node[]): string[] {
  const free = nodes.filter(({ waitsFor }) => waitsFor === 0);
  const names: string[] = [];
  while (free.length > 0) {
    free.sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || a.rank[2] - b.rank[2]);
    const node = definedOrThrow(free.shift());
    names.push(node.name);
    for (const next of node.next) if (--next.waitsFor === 0) free.push(next);
  }
  return names;
}

function checkNames(declared: readonly PhaseSource[]): Issue[] {
  const issues: Issue[] = [];
  const origins = new Map<string, Origin>();
  for (const { name, origin } of declared) {
    if (!/^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(name) || name.length > MAX_LABEL_LENGTH) {
      issues.push(revisionIssue('invalid-phase-name', { name, limit: MAX_LABEL_LENGTH }, { origin }));
    }
    const other = origins.get(name);
    if (other !== undefined) issues.push(revisionIssue('duplicate-phase', { name, other }, { origin }));
    origins.set(name, origin);
  }
  return issues;
}

export function unknownPhase(name: string, known: readonly string[], { origin, subject }: Pick<IssuePlace, 'origin' | 'subject'>): Issue {
  return revisionIssue('unknown-phase', { name, known }, { origin, subject });
}

function phaseCycle(cycle: readonly Node[]): Issue {
  const phases = cycle.map(({ name, declared }) => ({ name, ...defined({ origin: declared?.origin }) }));
  return revisionIssue('phase-cycle', { phases }, { origin: phases.find(({ origin }) => origin !== undefined)?.origin });
}
