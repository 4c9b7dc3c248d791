/** What a pending upgrade would do, from its status. Pure. */
import type { PendingUpgradeInfo } from '../../../runtime';
import { oneLine } from '../../../plain-text';
import type { Paint } from '../terminal/paint';
import { counted } from '../terminal/table';
import { upgradeDocument } from './list';

export const UPGRADE_DIFF_SCHEMA = 'boxcutter.upgrade-diff/v1';

type Changes = NonNullable<PendingUpgradeInfo['status']['upgrade']>;

const SIGNS: Readonly<Record<string, '+' | '-' | '~'>> = { create: '+', adopt: '+', delete: '-', orphan: '-', release: '-' };

export function upgradeDiffLines(
  { name, extension, from, version, status: { upgrade } }: PendingUpgradeInfo, paint: Paint,
): readonly string[] {
  const title = paint.bold(`${extension}: version ${from ?? 'unknown'} → version ${version} (pending upgrade ${name})`);
  if (upgrade === undefined) return [title, 'What it would do is not known yet: the controllers are working it out.'];
  const { content, digest, problem } = upgrade;
  return [
    title,
    ...(content === undefined ? [] : [`content: ${oneLine(content)}`]),
    ...(digest === undefined ? [] : [`digest: ${oneLine(digest)}`]),
    ...(problem === undefined ? [] : [`not whole: ${oneLine(problem)}`]),
    ...(upgrade.objects?.some(({ action }) => action === 'refused' || action === 'collision') === true
      ? [paint.red('As things are, it cannot be rolled out: see what is refused, or collides, below.')] : []),
    ...part('Packages that are installed with it:', upgrade.dependencies?.map(({ package: name, version = 'unknown', needs = '' }) => (
      `${name} ${version}${needs === '' ? '' : ` (for ${needs})`}`
    ))),
    ...objectLines(upgrade, paint),
    ...part('Changes of CustomResourceDefinitions that break something:', upgrade.definitions),
    ...part('Permissions in addition:', upgrade.permissions),
    ...part('New images:', upgrade.imagesAdded),
    ...part('Images not used any more:', upgrade.imagesRemoved),
    ...part('Changed defaults of the configuration:', upgrade.defaults?.map(({ path, before = 'none', after = 'none' }) => (
      `${path}: ${before} → ${after}`
    ))),
  ];
}

function objectLines({ objects = [], omitted = 0, counts }: Changes, paint: Paint): readonly string[] {
  const colours = { '+': paint.green, '-': paint.red, '~': paint.yellow } as const;
  const lines = objects.flatMap(({ action, object, message, changes = [] }) => {
    const sign = SIGNS[action] ?? '~';
    const why = message === undefined ? '' : `: ${oneLine(message)}`;
    return [
      `${colours[sign](`${sign} ${action}`)} ${oneLine(object)}${why}`,
      ...changes.map(({ path, before, after }) => `    ${oneLine(path)}${valuesText(before, after)}`),
    ];
  });
  const unchanged = counts?.unchanged ?? 0;
  return [
    ...(lines.length === 0 ? [] : ['', ...lines]),
    ...(omitted === 0 ? [] : [`and ${counted(omitted, 'object')} more`]),
    ...(counts === undefined ? [] : [`${counted(unchanged, 'object')} unchanged`]),
  ];
}

function valuesText(before: string | undefined, after: string | undefined): string {
  if (before === undefined && after === undefined) return ': (not shown)';
  return `: ${oneLine(before ?? 'nothing')} → ${oneLine(after ?? 'nothing')}`;
}

function part(title: string, texts: readonly string[] = []): readonly string[] {
  return texts.length === 0 ? [] : ['', title, ...texts.map((text) => `  ${oneLine(text)}`)];
}

export function upgradeDiffDocument(upgrade: PendingUpgradeInfo): Readonly<Record<string, unknown>> {
  return { schema: UPGRADE_DIFF_SCHEMA, ...upgradeDocument(upgrade) };
}
