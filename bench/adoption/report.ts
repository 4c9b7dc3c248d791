/** What was found, as a table, and what of it must not be. */
import { ANNOTATION_ON_REMOVAL } from '../../lib/api';
import type { Step, StepName, Walked } from './walk';
import type { Kept } from './watch-over';

export const COLUMNS = [
  'chart', 'Helm', 'taken over', 'left alone', 'writes of one object', 'kept: objects, Pods, ReplicaSets', 'the same chart changes',
  'the newer chart', 'given back; Helm upgrades and uninstalls', 'then still there',
];

/** A row for a chart where all Helms gave the same. */
export function rowsOf(all: readonly Walked[]): readonly (readonly string[])[] {
  const helmsOf = new Map<string, { readonly row: readonly string[]; readonly helms: string[] }>();
  for (const [chart = '', helm = '', ...rest] of all.map(rowOf)) {
    const id = JSON.stringify([chart, ...rest]);
    const known = helmsOf.get(id) ?? { row: [chart, ...rest], helms: [] };
    known.helms.push(helm);
    helmsOf.set(id, known);
  }
  return [...helmsOf.values()].map(({ row: [chart = '', ...rest], helms }) => [chart, helms.join(', '), ...rest]);
}

function rowOf(walked: Walked): readonly string[] {
  const { chart, versions, helm, taken, leftOut, mostWrites, objects, pods, replicaSets } = walked;
  const { altered, again, upgraded, left, steps } = walked;
  const step = (name: StepName): Step | undefined => steps.find((one) => one.name === name);
  const changed = Object.entries(upgraded).filter(([action]) => action !== 'Unchanged');
  const upgrade = changed.map(([action, count]) => `${count} ${action.toLowerCase()}`);
  const same = again.length === 0 ? 'nothing' : counted(again.map(wordOf));
  const before = walked.withoutHooks === undefined ? '' : ', without hooks';
  return [
    `${chart} ${versions.join(' → ')}`, `${helm.replace('Helm ', '')}${before}`, String(taken),
    counted(leftOut.map((text) => text.replace(/.*: /, ''))), String(mostWrites),
    [[objects, pods, replicaSets].map(kept).join(', '), ...altered.map((object) => `${object} altered`)].join('; '),
    told([same], step('the same chart')), told([upgrade.join(', ')], step('the newer chart')),
    told([], step('undo'), step('helm upgrade'), step('helm uninstall')) || 'done', counted(left.map((text) => text.replace(/ .*/, ''))),
  ];
}

/** What must not be: an adoption changes nothing and makes nothing anew, and what is given back has no mark of ours. */
export function faultsOf(walked: Walked): readonly string[] {
  const { chart, helm, mostWrites, objects, pods, replicaSets, altered, again, same, traces, steps } = walked;
  const changed = Object.entries(same).reduce((sum, [action, count]) => sum + (action === 'Unchanged' ? 0 : count), 0);
  const unplanned = changed === again.length ? [] : [`the same chart changes ${changed} objects, its plan names ${again.length}`];
  const failed = steps.filter(({ outcome }) => outcome === 'failed').map(({ name, said }) => `${name} has failed: ${said}`);
  const lost = [objects, pods, replicaSets].filter((one) => one.kept < one.of).map((one) => `of ${one.of} only ${one.kept} are kept`);
  const written = mostWrites > 2 ? [`an object was written ${mostWrites} times`] : [];
  const others = [...altered.map((one) => `${one} has another content`), ...traces.map((one) => `left of us: ${one}`)];
  return [...failed, ...lost, ...written, ...unplanned, ...others].map((fault) => `${chart} ${helm}: ${fault}`);
}

function kept({ kept: count, of }: Kept): string {
  return `${count}/${of}`;
}

/** `3 hook, 1 gone`. */
function counted(words: readonly string[]): string {
  return [...new Set(words)].map((word) => `${words.filter((other) => other === word).length} ${word}`).join(', ');
}

/** `change Service a: spec.type` is `Service spec.type`; how many are made says enough. */
function wordOf(change: string): string {
  const [, action = '', kind = '', fields = ''] = /^(\S+) (\S+) [^ ]+?(?:: (.*))?$/.exec(change) ?? [];
  const short = fields.replace(`metadata.annotations["${ANNOTATION_ON_REMOVAL}"]`, 'on-removal');
  return action === 'change' ? `${kind} (${short})` : `${action}d`;
}

function told(before: readonly string[], ...steps: readonly (Step | undefined)[]): string {
  const said = steps.flatMap((step) => [
    ...(step?.options ?? []).map((option) => `\`${option}\``), ...madeUnasked(step).map((object) => `${object} made anew`),
    ...(step === undefined || step.outcome === 'done' ? [] : [`${step.outcome}: ${cell(step.said)}`]),
  ]);
  return [...before, ...said].join('; ');
}

/** Beside what an option allows. */
function madeUnasked(step: Step | undefined): readonly string[] {
  const { anew = [], options = [] } = step ?? {};
  return anew.filter((object) => !options.includes(`--replace=${object.replace(' ', '/')}`));
}

function cell(text: string): string {
  // Details stand in the results; addresses in them are others each time.
  const line = text.replace(/\n/g, ' ').replaceAll('|', '\\|').replace(/ \(.*/, '').replace(/\badoption-[\w-]+/g, '…');
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
