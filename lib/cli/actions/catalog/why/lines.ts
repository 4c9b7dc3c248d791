/** The answer of `catalog why` for people. */
import {
  type Candidate, compareVersionReleases, explanationWords, failureWords, formatVersionRelease, needText, type Resolution, type Solution,
  versionRelease, versionText, withLegacyRelease,
} from '../../../../catalog';
import { paint } from '../../../output/terminal/paint';
import { counted, table } from '../../../output/terminal/table';
import { verdictText } from './verdict';

export function whyLines(resolution: Resolution, solution: Solution | undefined, { all }: { readonly all: boolean }): readonly string[] {
  const shown = resolution.candidates.filter((candidate) => all || !isOlder(candidate, resolution));
  const hidden = resolution.candidates.length - shown.length;
  const hasSeveral = new Set(shown.map(({ catalog }) => catalog)).size > 1;
  const { green, dim } = paint(process.stdout);
  const colours = { chosen: green, eligible: (text: string) => text, ineligible: dim };
  const rows = shown.map((candidate) => [
    versionText(candidate),
    ...(hasSeveral ? [candidate.catalog] : []),
    candidate.channels.join(', '),
    { text: verdictText(candidate, resolution.request), colour: colours[candidate.fate.is] },
  ]);
  return [
    ...answer(resolution),
    ...(rows.length === 0 ? [] : ['']),
    ...(rows.length === 0 ? [] : table(['VERSION', ...(hasSeveral ? ['CATALOG'] : []), 'CHANNELS', 'WHY'], rows)),
    ...(hidden === 0 ? [] : ['', `${counted(hidden, 'older version')} not shown; --all shows them.`]),
    ...brought(resolution, solution),
  ];
}

function answer(resolution: Resolution): readonly string[] {
  const { bold, red } = paint(process.stdout);
  if (resolution.failure !== undefined) {
    const { message, hint } = failureWords(resolution);
    return [red(message), ...(hint === undefined ? [] : [hint])];
  }
  const { request: { packageName, installed }, bundle, catalog, deprecations } = resolution;
  const version = bundle.version === undefined ? bundle.name : formatVersionRelease(bundle.version);
  const isSame = resolution.edge?.by === 'same-version';
  const from = installed === undefined ? '' : isSame ? ', which is installed' : `, from ${installed.version}`;
  const deprecated = [deprecations.package, ...deprecations.channels.map(({ message }) => message), deprecations.bundle]
    .filter((message) => message !== undefined).map((message) => `Deprecated: ${message}`);
  return [`${bold(`${packageName} ${version}`)}${from}: bundle ${bundle.name} of catalog ${catalog}`, ...deprecated];
}

function isOlder({ version, fate }: Candidate, { request: { installed } }: Resolution): boolean {
  const parsed = installed && versionRelease(installed.version, installed.release);
  return fate.is === 'ineligible' && parsed !== undefined && version !== undefined
    && compareVersionReleases(version, withLegacyRelease(parsed)) < 0;
}

/** What comes along. */
function brought({ request: { packageName } }: Resolution, solution: Solution | undefined): readonly string[] {
  if (solution === undefined) return [];
  if (solution.conflict !== undefined) return ['', ...explanationWords(solution.conflict).message.split('\n')];
  const others = solution.plan.filter((step) => step.packageName !== packageName);
  if (others.length === 0) return [];
  return ['', 'Before it:', ...others.map((step) => {
    const version = step.action === 'keep' ? step.installed.version : versionText(step);
    const by = step.neededBy.map((one) => `${one.packageName} needs ${needText(one.need)}`).join('; ');
    return `  ${step.action} ${step.packageName} ${version}${by === '' ? '' : ` (${by})`}`;
  })];
}
