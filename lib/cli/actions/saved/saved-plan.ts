/**
 * A plan in a file: what `plan --out` writes, and what `apply FILE` carries out. It holds the revision as it was compiled, the options that
 * decide what an apply may do, and what makes the same plan recognisable when it is made again.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import type { ResolvedRevision } from '../../../api';
import { canonicalJson } from '../../../engine';
import { BoxcutterError } from '../../../errors';
import { writeWhole } from '../../../write-whole';
import type { FrozenOptions } from './kept-options';

const SCHEMA = 'boxcutter.saved-plan/v1';

/** A file of another kind is not read further than this. */
const BEGINNING = `{"schema":"${SCHEMA}"`;

/** The content of a revision is far smaller. */
const MOST_BYTES = 256 * 1024 * 1024;

export interface SavedPlan {
  /** RFC 3339. */
  readonly madeAt: string;
  /** The uid of the namespace kube-system, by which a cluster is known. Absent: whoever made the plan may not read it. */
  readonly cluster?: string;
  readonly stateNamespace: string;
  readonly options: FrozenOptions;
  readonly revision: ResolvedRevision;
  /** `Plan.digest`: the same would be done. */
  readonly digest: string;
}

/**
 * Only its owner may read it: content holds secrets. An earlier plan is replaced, another file is not.
 * @throws BoxcutterError `plan-out` (input)
 */
export function writeSavedPlan(file: string, plan: SavedPlan): void {
  if (isFile(file) && !isSavedPlan(file)) {
    throw new BoxcutterError('plan-out', 'input', `${file} is there, and is no saved plan; it was not replaced.`, {
      hint: 'Name another file.',
    });
  }
  try {
    writeWhole(file, `${JSON.stringify({ schema: SCHEMA, sum: sumOf(plan), plan })}\n`, 0o600);
  } catch (error) {
    throw new BoxcutterError('plan-out', 'input', `The plan cannot be written to ${file}: ${(error as Error).message}.`, { cause: error });
  }
}

/** Whether a path names a saved plan; false for what is no readable file. */
export function isSavedPlan(path: string): boolean {
  if (!isFile(path)) return false;
  try {
    const file = openSync(path, 'r');
    try {
      const beginning = Buffer.alloc(BEGINNING.length);
      readSync(file, beginning, 0, beginning.length, 0);
      return beginning.toString('utf8') === BEGINNING;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/** @throws BoxcutterError `plan-damaged` (input) when it is not as it was written */
export function readSavedPlan(path: string): SavedPlan {
  const damaged = (why: string): BoxcutterError => new BoxcutterError('plan-damaged', 'input', `${path}: the saved plan ${why}.`, {
    hint: 'Make it anew: boxcutter plan PATH --out FILE.',
  });
  if (statSync(path).size > MOST_BYTES) throw damaged('is too large');
  let document: { readonly sum?: unknown; readonly plan?: SavedPlan };
  try {
    document = JSON.parse(readFileSync(path, 'utf8')) as typeof document;
  } catch {
    throw damaged('is cut off, or was changed');
  }
  if (document.plan === undefined || document.sum !== sumOf(document.plan)) throw damaged('was changed after it was made');
  return document.plan;
}

/** Finds what was cut off or edited by mistake. Whoever means to change a plan can make one. */
function sumOf(plan: SavedPlan): string {
  return createHash('sha256').update(canonicalJson(plan)).digest('hex');
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
