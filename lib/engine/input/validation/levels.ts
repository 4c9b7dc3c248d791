/** What may be said at several levels: of a revision, of a phase, of an object, and in the options of a call. */
import { REPLACEMENT_POLICIES } from '../../../api';
import { checkProbes as probeIssuesOf } from '../../../probes';
import { given, type Fields } from '../given';
import type { Level, Path, Report } from '../issues';
import { COLLISION_POLICIES } from '../policies';

/** The options that every level has. */
export const OPTIONS = ['collisionProtection', 'replacementPolicy', 'paused', 'orphan'];

export function checkOptions(value: Fields, path: Path, level: Level, report: Report): void {
  const { collisionProtection } = value;
  if (collisionProtection !== undefined && !COLLISION_POLICIES.some((policy) => policy === collisionProtection)) {
    report(
      'collision-protection-unknown', { level, given: given(collisionProtection), known: COLLISION_POLICIES },
      [...path, 'collisionProtection'],
    );
  }
  const { replacementPolicy } = value;
  if (replacementPolicy !== undefined && !REPLACEMENT_POLICIES.some((policy) => policy === replacementPolicy)) {
    report(
      'replacement-policy-unknown', { level, given: given(replacementPolicy), known: REPLACEMENT_POLICIES }, [...path, 'replacementPolicy'],
    );
  }
  for (const option of ['paused', 'orphan']) {
    if (value[option] !== undefined && typeof value[option] !== 'boolean') {
      report('wrong-type', { of: 'switch', level, option, given: given(value[option]) }, [...path, option]);
    }
  }
}

export function checkDeadline(value: Fields, path: Path, report: Report): void {
  const { progressDeadlineMinutes: minutes } = value;
  const isRight = minutes === undefined || (typeof minutes === 'number' && Number.isFinite(minutes) && minutes > 0);
  if (!isRight) report('deadline-invalid', { given: given(minutes) }, [...path, 'progressDeadlineMinutes']);
}

/** As compile checks them, all of them. */
export function checkProbes(probes: unknown, path: Path, report: Report): void {
  if (!Array.isArray(probes)) {
    report('wrong-type', { of: 'probes', given: given(probes) }, path);
    return;
  }
  for (const { code, data, path: within } of probeIssuesOf(probes).issues) {
    report('probe-invalid', { issue: { code, data } }, [...path, ...within]);
  }
}

/** Members that nothing reads are mistyped ones. */
export function checkUnknownFields(value: Fields, known: readonly string[], path: Path, report: Report): void {
  for (const field of Object.keys(value)) {
    if (!known.includes(field)) report('unknown-field', { field, known }, [...path, field]);
  }
}
