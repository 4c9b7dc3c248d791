/**
 * Everything that can be said of a revision without asking a cluster: all of it at once, as findings. The input may be anything:
 * programs without types call the engine, too.
 */
import { keyOf, refOf, type KubeObject } from '../../api';
import { defined } from '../../defined';
import { formatPath, wordsOf } from '../../issue';
import { checkProbes as probeIssuesOf, probeWording } from '../../probes';
import { isFields, isText, join, refuse, reportUnknownFields, shown, type Fields, type Report, type RevisionFinding } from './findings';
import { isWrapped } from './options';
import { COLLISION_POLICIES } from './policies';
import { checkObject, nameOfObject } from './validate-object';
import { checkOrder, type PlacedObject } from './validate-order';
import { checkOwner, checkReach } from './validate-owner';

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

const OPTIONS = ['collisionProtection', 'paused', 'orphan'];
const OF_REVISION = ['name', 'number', 'phases', 'probes', 'progressDeadlineMinutes', ...OPTIONS];
const OF_PHASE = ['name', 'objects', ...OPTIONS];
/** Longest name of a phase, and its form: what conditions and reports call it by. */
const PHASE_NAME = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Everything that is wrong; never throws. */
export function validateRevision(input: unknown, context: ValidationContext = {}): readonly RevisionFinding[] {
  const findings: RevisionFinding[] = [];
  const report: Report = (code, path, message) => void findings.push({ code, path, message });
  const confined = checkOwner(context.owner, context.strategy, report);
  if (!isFields(input)) {
    report('wrong-type', '', `The revision is ${shown(input)}; it must be an object with name, number and phases.`);
    return findings;
  }
  const { name, number, phases, probes } = input;
  reportUnknownFields(input, OF_REVISION, '', report);
  if (!isText(name)) report('field-required', 'name', `The name is ${shown(name)}; it must be a text.`);
  if (!(Number.isSafeInteger(number) && (number as number) >= 1)) report('number-invalid', 'number', `The number is ${shown(number)}; revisions are numbered 1, 2, 3 ...`);
  checkOptions(input, '', 'The revision', report);
  checkDeadline(input, '', report);
  if (probes !== undefined) checkProbes(probes, 'probes', report);
  const seen = new Seen();
  if (!Array.isArray(phases)) report('wrong-type', 'phases', `The phases are ${shown(phases)}; they must be a list.`);
  else Array.from(phases as unknown[]).forEach((phase, index) => checkPhase(phase, `phases[${index}]`, index, { context, confined, seen, report }));
  if (context.leaving !== true) checkOrder(seen.placed, report);
  checkOverrides(context, seen, report);
  return findings;
}

/** @throws BoxcutterError `revision-invalid` (input); `details.findings` has all of `validateRevision` */
export function assertValid(input: unknown, context: ValidationContext = {}): void {
  const name = isFields(input) ? input['name'] : undefined;
  refuse(isText(name) ? `Revision ${JSON.stringify(name)}` : 'The revision', validateRevision(input, context));
}

/** Names that were met, with the places where they were met first. */
class Seen {
  readonly phases = new Map<string, string>();
  readonly objects = new Map<string, string>();
  readonly placed: PlacedObject[] = [];
}

interface Scene {
  readonly context: ValidationContext;
  readonly confined: string | undefined;
  readonly seen: Seen;
  readonly report: Report;
}

function checkPhase(phase: unknown, path: string, index: number, scene: Scene): void {
  const { seen, report } = scene;
  if (!isFields(phase)) {
    report('wrong-type', path, `The phase is ${shown(phase)}; it must be an object with name and objects.`);
    return;
  }
  const { name, objects } = phase;
  reportUnknownFields(phase, OF_PHASE, path, report);
  if (typeof name !== 'string' || !PHASE_NAME.test(name)) {
    report('phase-name-invalid', join(path, 'name'), `The phase's name is ${shown(name)}; it must be 1 to 63 lower-case letters, digits and hyphens, and begin with a letter.`);
  } else if (seen.phases.has(name)) {
    report('phase-duplicate', join(path, 'name'), `${seen.phases.get(name) ?? ''} has the name ${shown(name)} already.`);
  } else {
    seen.phases.set(name, path);
  }
  checkOptions(phase, path, isText(name) ? `Phase ${JSON.stringify(name)}` : 'The phase', report);
  if (!Array.isArray(objects)) report('wrong-type', join(path, 'objects'), `The objects are ${shown(objects)}; they must be a list.`);
  else Array.from(objects as unknown[]).forEach((entry, position) => checkEntry(entry, `${path}.objects[${position}]`, { index, name }, scene));
}

function checkEntry(entry: unknown, place: string, phase: PlacedObject['phase'], { context, confined, seen, report }: Scene): void {
  const wrapped = isFields(entry) && isWrapped(entry);
  const object: unknown = wrapped ? entry.object : entry;
  const path = wrapped ? `${place}.object` : place;
  if (wrapped) {
    reportUnknownFields(entry as unknown as Fields, ['object', ...OPTIONS], place, report);
    checkOptions(entry as unknown as Fields, place, nameOfObject(object), report);
  }
  if (!checkObject(object, path, report)) return;
  const known = object as unknown as KubeObject;
  seen.placed.push({ object: known, path, phase });
  const key = keyOf(refOf(known));
  const first = seen.objects.get(key);
  if (first === undefined) seen.objects.set(key, path);
  else report('object-duplicate', path, `${nameOfObject(object)} stands in ${first} already (versions do not count).`);
  if (confined !== undefined) checkReach(object, confined, context.namespaced?.(known.apiVersion, known.kind), path, report);
}

/** The three options that every level has. */
function checkOptions(value: Fields, path: string, subject: string, report: Report): void {
  const { collisionProtection } = value;
  if (collisionProtection !== undefined && !COLLISION_POLICIES.some((policy) => policy === collisionProtection)) {
    report('collision-protection-unknown', join(path, 'collisionProtection'), `${subject}: the collision protection is ${shown(collisionProtection)}; it must be ${COLLISION_POLICIES.join(', ')}.`);
  }
  for (const name of ['paused', 'orphan']) {
    if (value[name] !== undefined && typeof value[name] !== 'boolean') report('wrong-type', join(path, name), `${subject}: ${name} is ${shown(value[name])}; it must be true or false.`);
  }
}

function checkDeadline(value: Fields, path: string, report: Report): void {
  const { progressDeadlineMinutes: minutes } = value;
  const isRight = minutes === undefined || (typeof minutes === 'number' && Number.isFinite(minutes) && minutes > 0);
  if (!isRight) report('deadline-invalid', join(path, 'progressDeadlineMinutes'), `The progress deadline is ${shown(minutes)}; it must be a number of minutes above 0.`);
}

/** As compile checks them, all of them. */
function checkProbes(probes: unknown, path: string, report: Report): void {
  if (!Array.isArray(probes)) {
    report('wrong-type', path, `The probes are ${shown(probes)}; they must be a list.`);
    return;
  }
  for (const issue of probeIssuesOf(probes).issues) {
    const { message, hint } = wordsOf(issue, probeWording);
    const sentence = `The probe is not valid: ${message}.${hint === undefined ? '' : ` ${hint}`}`;
    report('probe-invalid', `${path}${formatPath(issue.path)}`, sentence);
  }
}

function checkOverrides({ overrides, recorded = [] }: ValidationContext, seen: Seen, report: Report): void {
  if (overrides === undefined) return;
  if (!isFields(overrides)) return report('wrong-type', 'overrides', `The overrides are ${shown(overrides)}; they must be an object.`);
  const { phases, objects, probes } = overrides;
  reportUnknownFields(overrides, ['phases', 'objects', 'probes', 'progressDeadlineMinutes', ...OPTIONS], 'overrides', report);
  checkOptions(overrides, 'overrides', 'The overrides', report);
  checkDeadline(overrides, 'overrides', report);
  if (probes !== undefined) checkProbes(probes, 'overrides.probes', report);
  if (phases !== undefined && !isFields(phases)) report('wrong-type', 'overrides.phases', `These are ${shown(phases)}; they must be options by the name of a phase.`);
  else for (const [name, options] of Object.entries(phases ?? {})) {
    const path = `overrides.phases[${JSON.stringify(name)}]`;
    if (!seen.phases.has(name) && !recorded.some(({ phase }) => phase === name)) report('override-unknown', path, `There is no phase ${shown(name)}.`);
    if (isFields(options)) {
      reportUnknownFields(options, OPTIONS, path, report);
      checkOptions(options, path, `Phase ${shown(name)}`, report);
    } else report('wrong-type', path, `The options are ${shown(options)}; they must be an object.`);
  }
  if (objects === undefined) return undefined;
  if (!Array.isArray(objects)) return report('wrong-type', 'overrides.objects', `These are ${shown(objects)}; they must be a list of { ref, ...options }.`);
  Array.from(objects as unknown[]).forEach((entry, index) => checkObjectOverride(entry, `overrides.objects[${index}]`, recorded, seen, report));
}

function checkObjectOverride(entry: unknown, path: string, recorded: NonNullable<ValidationContext['recorded']>, seen: Seen, report: Report): void {
  const { ref } = isFields(entry) ? entry : ({} as Fields);
  const { apiVersion, kind, name, namespace } = isFields(ref) ? ref : ({} as Fields);
  if (!isFields(entry) || !isText(apiVersion) || !isText(kind) || !isText(name) || (namespace !== undefined && typeof namespace !== 'string')) {
    report('wrong-type', path, `This is no { ref, ...options }: ref needs apiVersion, kind, name, and the namespace of a namespaced object.`);
    return;
  }
  const subject = nameOfObject({ apiVersion, kind, metadata: { name, namespace } });
  const key = keyOf({ apiVersion, kind, name, ...defined({ namespace }) });
  reportUnknownFields(entry, ['ref', ...OPTIONS], path, report);
  checkOptions(entry, path, subject, report);
  if (!seen.objects.has(key) && !recorded.some((other) => other.key === key)) report('override-unknown', path, `There is no ${subject} in the revision.`);
}
