/** What an engine is made with. */
import { isDnsSubdomain } from '../../../api';
import { BoxcutterError } from '../../../errors';
import type { EngineOptions } from '../context';
import { given, isFields, isText } from '../given';
import { optionText } from '../option-wording';
import { pathText } from '../path-text';
import { engineProblems, type PlacedProblem } from './options';
import { isAnnotationKey, isLabelValue } from './owner';

/** @throws BoxcutterError `engine-options-invalid` (input) */
export function checkEngineOptions(options: EngineOptions): void {
  const problems = problemsOf(options).map((problem) => `${pathText(problem.path)}: ${optionText(problem)}`);
  if (problems.length === 0) return;
  throw new BoxcutterError(
    'engine-options-invalid', 'input',
    `The engine cannot be made: ${problems.join('; ')}.`,
    { details: { problems } },
  );
}

function problemsOf(options: unknown): readonly PlacedProblem[] {
  const problems: PlacedProblem[] = [];
  const { cluster, fieldManager, systemPrefix, managedBy = 'boxcutter', strategy }: Partial<Record<keyof EngineOptions, unknown>> =
    isFields(options) ? options : {};
  if (!isObject(cluster)) problems.push({ path: ['cluster'], problem: 'no-cluster' });
  if (!isText(fieldManager) || fieldManager.length > 128) {
    problems.push({ path: ['fieldManager'], problem: 'field-manager', given: given(fieldManager) });
  }
  if (!isText(systemPrefix) || !isDnsSubdomain(systemPrefix)) {
    problems.push({ path: ['systemPrefix'], problem: 'system-prefix', given: given(systemPrefix) });
  }
  if (managedBy === '' || !isLabelValue(managedBy)) {
    problems.push({ path: ['managedBy'], problem: 'managed-by', given: given(managedBy) });
  }
  if (strategy !== undefined && !isStrategy(strategy)) {
    problems.push({ path: ['strategy'], problem: 'strategy', given: given(strategy) });
  }
  return isFields(options) ? [...problems, ...engineProblems(options)] : problems;
}

function isStrategy(value: unknown): boolean {
  if (value === 'native' || value === 'annotation') return true;
  return isFields(value) && (value['type'] === 'native' || (value['type'] === 'annotation' && isAnnotationKey(value['annotation'])));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
