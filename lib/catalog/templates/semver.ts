/** `olm.semver`: a package whose channels and upgrade edges follow from the versions of its bundles. */
import { defined } from '../../defined';
import { asObject, isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { asString } from '../../schema';
import { hasErrors, type Issue, type Origin } from '../../issue';
import { compareVersionReleases, type VersionRelease, versionRelease } from '../../semver';
import type { BundleReference, RenderedReference, RenderedTemplate, RenderReference } from './bundle-source';
import { templateIssue, type TemplateProblem } from './issues';
import { type Archetype, defaultChannel, semverChannels, type VersionedBundle } from './semver-channels';
import { readSemverTemplate, type SemverTemplate } from './semver-template';

/** One package: its blob, its channels, and every bundle once. */
export async function renderSemverTemplate(template: JsonObject, origin: Origin, render: RenderReference): Promise<RenderedTemplate> {
  const issues: Issue[] = [];
  const say = (problem: TemplateProblem): void => {
    issues.push(templateIssue('template-invalid', { problem }, { origin }));
  };
  const read = readSemverTemplate(template, origin, issues);
  if (read === undefined) return { blobs: [], issues };
  const rendered = await renderOnce(read, render, issues, say);
  if (hasErrors(issues)) return { blobs: [], issues };
  const all = [...rendered.values()];
  const packageName = asString(all[0]?.blob['package']) ?? '';
  checkBundles(all, packageName, say);
  for (const references of read.streams.values()) checkOrder(streamOf(references, rendered), say);
  if (hasErrors(issues)) return { blobs: [], issues };
  const channels = [...read.streams].flatMap(([archetype, references]) =>
    semverChannels(archetype, streamOf(references, rendered), read.kinds));
  const chosen = defaultChannel(channels, read.preference);
  const face = all.find(({ name }) => name === chosen?.head.name)?.about ?? {};
  const blobs: readonly JsonObject[] = [
    { schema: 'olm.package', name: packageName, defaultChannel: chosen?.name ?? '', ...face } as JsonObject,
    ...channels.map(({ name, entries }): JsonObject => ({
      schema: 'olm.channel', package: packageName, name, entries: entries as unknown as JsonValue,
    })),
    ...all.map(({ blob }) => blob),
  ];
  return { blobs, issues };
}

/** A bundle that has been rendered; its version is missing where it has none. */
interface RenderedBundle extends Pick<RenderedReference, 'about'> {
  readonly name: string;
  readonly blob: JsonObject;
  readonly version?: VersionRelease;
}

function keyOf({ image, from = image }: BundleReference): string {
  return JSON.stringify([image, from]);
}

async function renderOnce(
  { streams }: SemverTemplate, render: RenderReference, issues: Issue[], say: (problem: TemplateProblem) => void,
): Promise<ReadonlyMap<string, RenderedBundle>> {
  const references = new Map([...streams.values()].flat().map((reference) => [keyOf(reference), reference]));
  const rendered = new Map<string, RenderedBundle>();
  for (const [key, reference] of references) {
    const { blobs, issues: found, about } = await render(reference);
    for (const issue of found) issues.push(issue);
    if (hasErrors(found)) continue;
    const bundles = blobs.filter(({ schema }) => schema === 'olm.bundle');
    const [blob] = bundles;
    if (blob === undefined || bundles.length !== 1) {
      say({ found: 'not-one-bundle', reference: reference.image || (reference.from ?? ''), count: bundles.length });
      continue;
    }
    const version = versionOf(blob);
    rendered.set(key, { name: asString(blob['name']) ?? '', blob, ...defined({ version, about }) });
  }
  return rendered;
}

/** Of the property `olm.package`. */
export function versionOf(blob: JsonObject): VersionRelease | undefined {
  const properties = Array.isArray(blob['properties']) ? (blob['properties'] as readonly JsonValue[]).filter(isJsonObject) : [];
  const value = asObject(properties.find(({ type }) => type === 'olm.package')?.['value']);
  const [version, release] = [asString(value?.['version']), asString(value?.['release'])];
  return version === undefined ? undefined : versionRelease(version, release === '' ? undefined : release);
}

function checkBundles(all: readonly RenderedBundle[], packageName: string, say: (problem: TemplateProblem) => void): void {
  const seen = new Set<string>();
  for (const { name, blob, version } of all) {
    if (blob['package'] !== packageName) say({ found: 'foreign-bundle', bundle: name, packageName });
    if (seen.has(name)) say({ found: 'duplicate-bundle', bundle: name });
    if (version === undefined) say({ found: 'no-version', bundle: name });
    seen.add(name);
  }
}

function streamOf(references: readonly BundleReference[], rendered: ReadonlyMap<string, RenderedBundle>): readonly VersionedBundle[] {
  const bundles = [...new Set(references.map(keyOf))].flatMap((key) => rendered.get(key) ?? []);
  return bundles.flatMap(({ name, version }) => (version === undefined ? [] : [{ name, version }]));
}

/** Bundles of one stream that no order can be given to. */
function checkOrder(bundles: readonly VersionedBundle[], say: (problem: TemplateProblem) => void): void {
  const sorted = [...bundles].sort((a, b) => compareVersionReleases(a.version, b.version));
  const pairs: (readonly [string, string])[] = [];
  for (const [index, { name, version }] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before === undefined || compareVersionReleases(before.version, version) !== 0) continue;
    const [older, newer] = [before.version.version.raw, version.version.raw];
    if (older === newer) say({ found: 'same-version', version: newer, bundles: [before.name, name] });
    else pairs.push([newer, older]);
  }
  if (pairs.length > 0) say({ found: 'build-metadata', pairs });
}

export type { Archetype };
