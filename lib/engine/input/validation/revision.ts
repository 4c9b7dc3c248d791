/**
 * Everything that can be said of a revision without asking a cluster: all of it at once, as issues. The input may be anything:
 * programs without types call the engine, too.
 */
import { keyOf, refOf, type KubeObject } from '../../../api';
import { given, isFields, isText } from '../given';
import { inputIssue, type InputIssue, type Path, type Report } from '../issues';
import { isWrapped } from '../options';
import { checkDeadline, checkOptions, checkProbes, checkUnknownFields, OPTIONS } from './levels';
import { checkObject, subjectOfGiven } from './object';
import { checkOrder, type PlacedObject } from './order';
import { checkOverrides } from './overrides';
import { checkOwner, checkReach } from './owner';

export interface ValidationContext {
  /** Options of the call. */
  readonly overrides?: unknown;
  readonly owner?: unknown;
  readonly strategy?: unknown;
  /** Whether the kind lives in namespaces. @default judged by whether the object names one */
  readonly namespaced?: (apiVersion: string, kind: string) => boolean | undefined;
  /** What earlier runs recorded: overrides may speak of that as well. @default nothing */
  readonly recorded?: readonly { readonly key: string; readonly phase: string }[];
  /** The revision is taken down: what has come about in an impossible order may go all the same. @default false */
  readonly leaving?: boolean;
}

/** What the caller wrote of the revision: a single phase or object has no phases around it, and so have the paths in it. */
export type Scope = 'revision' | 'phase' | 'object';

const OF_REVISION = ['name', 'number', 'phases', 'probes', 'progressDeadlineMinutes', ...OPTIONS];
const OF_PHASE = ['name', 'objects', ...OPTIONS];
/** Longest name of a phase, and its form: what conditions and reports call it by. */
const PHASE_NAME = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Everything that is wrong; never throws. */
export function checkRevision(input: unknown, context: ValidationContext = {}, scope: Scope = 'revision'): readonly InputIssue[] {
  const issues: InputIssue[] = [];
  const report: Report = (code, data, path, subject) => void issues.push(inputIssue(code, data, { path, subject }));
  const confined = checkOwner(context.owner, context.strategy, report);
  if (!isFields(input)) {
    report('wrong-type', { of: 'revision', given: given(input) }, []);
    return issues;
  }
  const { name, number, phases, probes } = input;
  checkUnknownFields(input, OF_REVISION, [], report);
  if (!isText(name)) report('field-required', { field: 'name', given: given(name) }, ['name']);
  if (!(typeof number === 'number' && Number.isSafeInteger(number) && number >= 1)) {
    report('number-invalid', { given: given(number) }, ['number']);
  }
  checkOptions(input, [], { of: 'revision' }, report);
  checkDeadline(input, [], report);
  if (probes !== undefined) checkProbes(probes, ['probes'], report);
  const seen = new Seen();
  if (!Array.isArray(phases)) report('wrong-type', { of: 'phases', given: given(phases) }, ['phases']);
  else Array.from(phases as unknown[]).forEach((phase, index) => checkPhase(phase, index, { context, scope, confined, seen, report }));
  if (context.leaving !== true) checkOrder(seen.placed, report);
  const recorded = context.recorded ?? [];
  checkOverrides(context.overrides, {
    hasPhase: (phase) => seen.phases.has(phase) || recorded.some((other) => other.phase === phase),
    hasObject: (key) => seen.objects.has(key) || recorded.some((other) => other.key === key),
  }, report);
  return issues;
}

/** Names that were met, with the places where they were met first. */
class Seen {
  readonly phases = new Map<string, Path>();
  readonly objects = new Map<string, Path>();
  readonly placed: PlacedObject[] = [];
}

interface Scene {
  readonly context: ValidationContext;
  readonly scope: Scope;
  readonly confined: string | undefined;
  readonly seen: Seen;
  readonly report: Report;
}

function checkPhase(phase: unknown, index: number, scene: Scene): void {
  const { scope, seen, report } = scene;
  const path: Path = scope === 'revision' ? ['phases', index] : [];
  if (!isFields(phase)) {
    report('wrong-type', { of: 'phase', given: given(phase) }, path);
    return;
  }
  const { name, objects } = phase;
  checkUnknownFields(phase, OF_PHASE, path, report);
  if (typeof name !== 'string' || !PHASE_NAME.test(name)) {
    report('phase-name-invalid', { given: given(name) }, [...path, 'name']);
  } else {
    const first = seen.phases.get(name);
    if (first === undefined) seen.phases.set(name, path);
    else report('phase-duplicate', { name, first }, [...path, 'name']);
  }
  checkOptions(phase, path, { of: 'phase', ...(isText(name) ? { name } : {}) }, report);
  if (!Array.isArray(objects)) report('wrong-type', { of: 'objects', given: given(objects) }, [...path, 'objects']);
  else Array.from(objects as unknown[])
    .forEach((entry, position) => checkEntry(entry, scope === 'object' ? [] : [...path, 'objects', position], { index, name }, scene));
}

function checkEntry(entry: unknown, place: Path, phase: PlacedObject['phase'], { context, confined, seen, report }: Scene): void {
  const wrapped = isFields(entry) && isWrapped(entry);
  const object: unknown = wrapped ? entry.object : entry;
  const path = wrapped ? [...place, 'object'] : place;
  if (wrapped) {
    checkUnknownFields(entry, ['object', ...OPTIONS], place, report);
    checkOptions(entry, place, { of: 'object', subject: subjectOfGiven(object) }, report);
  }
  if (!checkObject(object, path, report)) return;
  const known = object as unknown as KubeObject;
  seen.placed.push({ object: known, path, phase });
  const key = keyOf(refOf(known));
  const first = seen.objects.get(key);
  if (first === undefined) seen.objects.set(key, path);
  else report('object-duplicate', { first }, path, subjectOfGiven(object));
  if (confined !== undefined) checkReach(object, confined, context.namespaced?.(known.apiVersion, known.kind), path, report);
}
