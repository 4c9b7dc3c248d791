/**
 * Which requests a fault is done to.
 */
import type { Fault } from './faults';
import type { ProxiedRequest, RequestVerb } from './requests';

/** All that is given must fit. */
export interface RequestMatch {
  readonly verb?: RequestVerb | readonly RequestVerb[];
  /** `configmaps`, `deployments.apps`. */
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
  readonly dryRun?: boolean;
  /** Matches the path with its query. */
  readonly path?: RegExp;
}

export interface Rule {
  /** @default every request */
  readonly match?: RequestMatch | ((request: ProxiedRequest) => boolean);
  /** Only from the nth request that matches on, from 1. @default 1 */
  readonly nth?: number;
  /** How many requests it is done to. @default 1 with `nth`, else all */
  readonly times?: number;
  readonly fault: Fault;
}

function matches({ match }: Rule, request: ProxiedRequest): boolean {
  if (match === undefined) return true;
  if (typeof match === 'function') return match(request);
  const { verb, path, ...fields } = match;
  if (verb !== undefined && ![verb].flat().includes(request.verb)) return false;
  // Not `test`: an expression with the flag g would remember where it was.
  if (path !== undefined && request.path.search(path) < 0) return false;
  return Object.entries(fields).every(([field, value]) => value === undefined || request[field as keyof typeof fields] === value);
}

/** A rule with what it has seen so far. */
export class RuleState {
  private seen = 0;

  constructor(readonly rule: Rule) {}

  /** Counts the request; is the fault to be done to it? */
  takes(request: ProxiedRequest): boolean {
    if (!matches(this.rule, request)) return false;
    this.seen += 1;
    const first = this.rule.nth ?? 1;
    const times = this.rule.times ?? (this.rule.nth === undefined ? Number.POSITIVE_INFINITY : 1);
    return this.seen >= first && this.seen < first + times;
  }
}
