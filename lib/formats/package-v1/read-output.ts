/** Reading what a package gave: a text that anybody may have written. */
import { asObject, type JsonObject, type JsonValue } from '../../api';
import { defined } from '../../defined';
import type { Issue, Origin } from '../../issue';
import type { OrderSource, PhaseSource, SourceObject } from '../../revision';
import { MAX_LARGE_OBJECTS } from '../../revision/limits';
import { checkValue } from '../../schema';
import type { RenderResult } from '../rendering';
import { CONTRACT, type PackageOutput, type PackageRevision } from './contract';
import { outputNode } from './contract-schema';
import { SCRIPT_FILE } from './file-names';
import { type OutputProblem, packageIssue } from './wording';

/** How deep it may be nested; no manifest comes near. Later readers are recursive. */
const MAX_DEPTH = 100;

/** Issues that a message lists; a wrong list of objects has as many as objects. */
const MOST_ISSUES = 20;

/** How long the lists of a revision may be: far more than compile takes, and few enough to be looked at one by one. */
const MOST = { objects: MAX_LARGE_OBJECTS, phases: 100, order: 20_000, probes: 1000 } as const;

/** @param shown makes of a text of the package what may be shown of it */
export function readOutput(text: string, shown: (text: string) => string): RenderResult {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return refused({ problem: 'no-json' });
  }
  const problem = unsafe(value);
  if (problem !== undefined) return refused(problem);
  // Another contract may have another structure.
  const contract = asObject(value)?.['contract'];
  if (contract !== undefined && contract !== CONTRACT) {
    return refused({ problem: 'contract', found: shown(JSON.stringify(contract)).slice(0, 20) });
  }
  const long = tooLong(asObject(asObject(value)?.['revision']));
  if (long !== undefined) return refused(long);
  const misshapen = checkValue(outputNode, value, []);
  if (misshapen.length > 0) {
    return { objects: [], issues: misshapen.slice(0, MOST_ISSUES).map(({ code, data, path }) =>
      packageIssue('package-output', { problem: 'structure', issue: { code, data } }, { origin: SCRIPT_FILE, path })) };
  }
  const { revision, problems } = value as unknown as PackageOutput;
  if (revision !== undefined && problems !== undefined) return refused({ problem: 'both' });
  if (problems !== undefined) {
    return { objects: [], issues: problems.map(({ message, hint }) => packageIssue('package-refused', {
      message: shown(message), ...defined({ hint: hint === undefined ? undefined : shown(hint) }),
    }, { origin: SCRIPT_FILE })) };
  }
  return revision === undefined ? refused({ problem: 'neither' }) : resultOf(revision);
}

/** Before anything looks at the items. */
function tooLong(revision: JsonObject | undefined): OutputProblem | undefined {
  const found = Object.entries(MOST).find(([key, most]) => {
    const list = revision?.[key];
    return Array.isArray(list) && list.length > most;
  });
  return found === undefined ? undefined : { problem: 'too-many', list: found[0], most: found[1] };
}

function refused(problem: OutputProblem): RenderResult {
  return { objects: [], issues: [packageIssue('package-output', problem, { origin: SCRIPT_FILE })] };
}

/** Without recursion: that is what it is to protect. */
function unsafe(value: JsonValue): OutputProblem | undefined {
  let level: JsonValue[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return { problem: 'too-deep' };
    const below: JsonValue[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      if (Object.hasOwn(one, '__proto__')) return { problem: 'forbidden-key', key: '__proto__' };
      for (const inner of Object.values(one) as JsonValue[]) if (typeof inner === 'object' && inner !== null) below.push(inner);
    }
    level = below;
  }
  return undefined;
}

function resultOf({ objects, phases, order, ...rest }: PackageRevision): RenderResult {
  const issues: Issue[] = [];
  return {
    issues,
    objects: objects.map((object): SourceObject => ({ ...object, manifest: object.manifest as JsonObject, origin: originOf(object) })),
    ...defined({
      phases: phases?.map((phase): PhaseSource => ({ ...phase, origin: originOf(phase) })),
      arrangement: {
        ...rest,
        ...defined({ order: order?.map(({ first, then }): OrderSource => ({ first: { source: first }, then: { source: then } })) }),
      },
    }),
  };
}

function originOf({ origin }: { readonly origin: string }): Origin {
  return { source: origin };
}
