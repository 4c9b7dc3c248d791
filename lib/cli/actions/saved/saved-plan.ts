/**
 * A plan in a file: what `plan --out` writes, and what `apply FILE` carries out. It holds the revision as it was compiled, the options that
 * decide what an apply may do, and what makes the same plan recognisable when it is made again.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { canonicalJson } from '../../../engine';
import { BoxcutterError } from '../../../errors';
import { writeWhole } from '../../../write-whole';
import { planOf, type SavedPlan } from './plan-shape';

export type { SavedPlan } from './plan-shape';

const SCHEMA = 'boxcutter.saved-plan/v1';

/** A file of another kind is not read further than this. */
const BEGINNING = `{"schema":"${SCHEMA}"`;

/** The content of a revision is far smaller. */
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * Only its owner may read it: content holds secrets. An earlier plan is replaced, another file is not.
 * @throws BoxcutterError `plan-out` (input)
 */
export function writeSavedPlan(file: string, plan: SavedPlan): void {
  refuseForeign(file);
  try {
    writeWhole(file, `${JSON.stringify({ schema: SCHEMA, sum: sumOf(plan), plan })}\n`, 0o600);
  } catch (error) {
    throw new BoxcutterError('plan-out', 'input', `The plan cannot be written to ${file}: ${(error as Error).message}.`, { cause: error });
  }
}

/** @throws BoxcutterError `plan-out` (input) where the plan would take the place of something else */
export function refuseForeign(file: string): void {
  if (!existsSync(file) || isSavedPlan(file)) return;
  throw new BoxcutterError('plan-out', 'input', `${file} exists and is not a saved plan, so it was not replaced.`, {
    hint: 'Name another file.',
  });
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
    hint: 'Make a new plan: boxcutter plan PATH --out FILE.',
  });
  if (statSync(path).size > MOST_BYTES) throw damaged('is too large');
  let document: { readonly sum?: unknown; readonly plan?: unknown };
  let sum: string | undefined;
  try {
    document = JSON.parse(readFileSync(path, 'utf8')) as typeof document;
    // What nests too deeply has no sum.
    sum = document.plan === undefined ? undefined : sumOf(document.plan);
  } catch {
    throw damaged('is cut off, or was changed');
  }
  if (sum === undefined || document.sum !== sum) throw damaged('was changed after it was made');
  const plan = planOf(document.plan);
  if (plan === undefined) throw damaged('was not written by this command, or by another version of it');
  return plan;
}

/** Finds what was cut off or edited by mistake. Whoever means to change a plan can make one. */
function sumOf(plan: unknown): string {
  return createHash('sha256').update(canonicalJson(plan)).digest('hex');
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
