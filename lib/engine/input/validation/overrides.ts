/** Options of one call for the revision, for its phases and for its objects, also for those that only earlier content had. */
import { keyOf } from '../../../api';
import { defined } from '../../../defined';
import { given, isFields, isText, type Fields } from '../given';
import type { Path, Report } from '../issues';
import { checkDeadline, checkOptions, checkProbes, checkUnknownFields, OPTIONS } from './levels';
import { subjectOfGiven } from './object';

/** What the call may speak of. */
export interface Known {
  hasPhase(name: string): boolean;
  hasObject(key: string): boolean;
}

export function checkOverrides(overrides: unknown, known: Known, report: Report): void {
  const path: Path = ['overrides'];
  if (overrides === undefined) return;
  if (!isFields(overrides)) return report('wrong-type', { of: 'overrides', given: given(overrides) }, path);
  const { phases, objects, probes } = overrides;
  checkUnknownFields(overrides, ['phases', 'objects', 'probes', 'progressDeadlineMinutes', ...OPTIONS], path, report);
  checkOptions(overrides, path, { of: 'overrides' }, report);
  checkDeadline(overrides, path, report);
  if (probes !== undefined) checkProbes(probes, [...path, 'probes'], report);
  if (phases !== undefined) checkPhases(phases, [...path, 'phases'], known, report);
  if (objects === undefined) return;
  const at = [...path, 'objects'];
  if (!Array.isArray(objects)) return report('wrong-type', { of: 'object-overrides', given: given(objects) }, at);
  Array.from(objects as unknown[]).forEach((entry, index) => checkEntry(entry, [...at, index], known, report));
}

function checkPhases(phases: unknown, path: Path, known: Known, report: Report): void {
  if (!isFields(phases)) return report('wrong-type', { of: 'phase-overrides', given: given(phases) }, path);
  for (const [name, options] of Object.entries(phases)) {
    const at = [...path, name];
    if (!known.hasPhase(name)) report('override-unknown', { phase: name }, at);
    if (!isFields(options)) report('wrong-type', { of: 'options', given: given(options) }, at);
    else {
      checkUnknownFields(options, OPTIONS, at, report);
      checkOptions(options, at, { of: 'phase', name }, report);
    }
  }
}

function checkEntry(entry: unknown, path: Path, known: Known, report: Report): void {
  const { ref } = isFields(entry) ? entry : ({} as Fields);
  const { apiVersion, kind, name, namespace } = isFields(ref) ? ref : ({} as Fields);
  const isPlaced = namespace === undefined || typeof namespace === 'string';
  if (!isFields(entry) || !isText(apiVersion) || !isText(kind) || !isText(name) || !isPlaced) {
    report('wrong-type', { of: 'object-override' }, path);
    return;
  }
  const subject = subjectOfGiven({ apiVersion, kind, metadata: { name, namespace } });
  checkUnknownFields(entry, ['ref', ...OPTIONS], path, report);
  checkOptions(entry, path, { of: 'object', subject }, report);
  if (!known.hasObject(keyOf({ apiVersion, kind, name, ...defined({ namespace }) }))) {
    report('override-unknown', { object: subject }, path);
  }
}
