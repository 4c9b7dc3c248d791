import { displayName, refOf, type KubeObject, type ObjectRef } from '../../../api';
import { eachProblem } from '../../../config';
import {
  type Bundle, type BundleRequirements, type BundleSummary, constraintText, formatOf, formatsWording, inspectBundle, kindText, packageText,
  renderUnconfigured, requirementsOf,
} from '../../../formats';
import { findingOf, isError } from '../../../issue';
import type { SourceObject } from '../../../revision';
import { shellWord } from '../../../shell-word';
import { openBundle } from '../../../source';
import type { BundleInspectArgs } from '../../commands/bundle/inspect';
import { paint } from '../../output/terminal/paint';
import { isDocument, printDocument } from '../../output/print';
import { counted, table } from '../../output/terminal/table';
import { defined } from '../../../defined';
import { note } from '../../output/note';
import { printLines } from '../../output/terminal/sink';
import { oneLine } from '../../../plain-text';

export const INSPECTION_SCHEMA = 'boxcutter.bundle/v1';

export async function bundleInspect({ bundle: path, output }: BundleInspectArgs): Promise<number> {
  const { bundle, reference } = await openBundle(path, { onNote: note });
  const made = formatOf(bundle).makesObjects ? madeBy(bundle) : undefined;
  const summary = inspectBundle(bundle, made?.objects);
  if (isDocument(output)) {
    const more = defined({ unconfigured: made?.refs, notRendered: made?.why });
    await printDocument({ schema: INSPECTION_SCHEMA, ...defined({ reference }), ...summary, ...more }, output);
  } else {
    printLines([...lines(summary, needsOf(requirementsOf(bundle)), reference), ...(made === undefined ? [] : madeLines(made, path))]);
  }
  return 0;
}

/** What a package makes where it is installed, if nothing is configured. */
interface Made {
  readonly objects: readonly SourceObject[];
  /** Absent: it cannot be said, and why. */
  readonly refs?: readonly ObjectRef[];
  readonly why?: readonly string[];
}

function madeBy(bundle: Bundle): Made {
  const { objects, issues } = renderUnconfigured(bundle);
  const errors = issues.filter(isError).map((issue) => findingOf(issue, formatsWording));
  if (errors.length > 0) return { objects: [], why: errors.flatMap(eachProblem).map(({ message }) => message) };
  return { objects, refs: objects.map(({ manifest }) => refOf(manifest as unknown as KubeObject)) };
}

function madeLines({ refs, why = [] }: Made, path: string): readonly string[] {
  if (refs !== undefined) {
    return section(`${counted(refs.length, 'object')} without a configuration`, refs.map((ref) => oneLine(displayName(ref))));
  }
  const way = `What can be configured: boxcutter config ${shellWord(path)}`;
  return section('Its objects cannot be listed without a configuration', [...why.map(oneLine), way]);
}

/** What others have to bring, in words. */
function needsOf({ kinds, packages, constraints }: BundleRequirements): readonly string[] {
  return [...kinds.map(kindText), ...packages.map((one) => `package ${packageText(one)}`), ...constraints.map(constraintText)];
}

function lines(summary: BundleSummary, needs: readonly string[], reference: string | undefined): readonly string[] {
  const { bold, dim } = paint(process.stdout);
  const { name, format, version, release, displayName, channels, defaultChannel, replaces, skips, webhooks, images } = summary;
  const { minKubeVersion, maxOpenShiftVersion } = summary;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['package', summary.packageName],
    ['version', [version, release === undefined ? undefined : `release ${release}`].filter((part) => part !== undefined).join(', ')],
    ['image', reference],
    ['channels', channels.map((channel) => (channel === defaultChannel ? `${channel} (default)` : channel)).join(', ')],
    ['replaces', [replaces, ...skips].filter((part) => part !== undefined).join(', ')],
    ['Kubernetes', minKubeVersion === undefined ? undefined : `${minKubeVersion} or newer`],
    ['OpenShift', maxOpenShiftVersion === undefined ? undefined : `up to ${maxOpenShiftVersion}`],
    ['install modes', summary.installModes.join(', ')],
    ['namespace', summary.suggestedNamespace === undefined ? undefined : `${summary.suggestedNamespace} (suggested)`],
    ['configuration', summary.configuration.join(', ')],
    ['certificates', summary.needsCertificates ? 'needed, for webhooks or API services' : undefined],
    ['deployments', summary.deployments.join(', ')],
    ['accounts', summary.serviceAccounts.join(', ')],
    ['needs', needs.join(', ')],
    ['objects', Object.entries(summary.objects).map(([kind, count]) => `${count} ${kind}`).join(', ')],
  ];
  const rows = facts.filter((fact): fact is [string, string] => fact[1] !== undefined && fact[1] !== '');
  const width = Math.max(...rows.map(([word]) => word.length));
  const webhookRows = webhooks.map((webhook) => [webhook.name, webhook.type, webhook.deployment]);
  const imageLines = images.map(({ image, pinned }) => (pinned ? oneLine(image) : `${oneLine(image)} ${dim('(not pinned)')}`));
  return [
    bold(oneLine(`${displayName === undefined ? name : `${displayName}: ${name}`} (${format})`)),
    ...rows.map(([word, value]) => `${dim(word.padEnd(width))}  ${oneLine(value)}`),
    ...section('APIs', summary.apis.map(oneLine)),
    ...(webhookRows.length === 0 ? [] : ['', ...table(['WEBHOOK', 'TYPE', 'DEPLOYMENT'], webhookRows)]),
    ...section(counted(images.length, 'image'), imageLines),
  ];
}

function section(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : ['', title, ...entries.map((entry) => `  ${entry}`)];
}
