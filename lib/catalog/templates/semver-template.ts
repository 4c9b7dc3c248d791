/** What an `olm.semver` template says. Member names count whatever their case is, and unknown ones are refused, as opm does. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { asString } from '../../schema';
import type { Issue, Origin, Segment } from '../../issue';
import { referenceOf } from './basic';
import type { BundleReference } from './bundle-source';
import { templateIssue, type TemplateProblem } from './issues';
import { type Archetype, ARCHETYPES, type ChannelKind } from './semver-channels';

export const SEMVER_TEMPLATE = 'olm.semver';

export interface SemverTemplate {
  readonly kinds: readonly ChannelKind[];
  readonly preference: ChannelKind;
  readonly streams: ReadonlyMap<Archetype, readonly BundleReference[]>;
}

const MEMBERS = ['schema', 'generateMajorChannels', 'generateMinorChannels', 'defaultChannelTypePreference', ...ARCHETYPES] as const;
type Member = (typeof MEMBERS)[number];

/** Undefined, with an error among the issues, where the template cannot be taken. */
export function readSemverTemplate(template: JsonObject, origin: Origin, issues: Issue[]): SemverTemplate | undefined {
  const before = issues.length;
  const say = (problem: TemplateProblem, path: readonly Segment[] = []): void => {
    issues.push(templateIssue('template-invalid', { problem }, { origin, path }));
  };
  const members = new Map<Member, { readonly key: string; readonly value: JsonValue }>();
  for (const [key, value] of Object.entries(template)) {
    const member = MEMBERS.find((one) => one.toLowerCase() === key.toLowerCase());
    if (member === undefined) say({ found: 'unknown-field', field: key });
    else if (value !== null) members.set(member, { key, value });
  }
  const truth = (member: Member): boolean | undefined => {
    const found = members.get(member);
    if (found !== undefined && typeof found.value !== 'boolean') say({ found: 'wrong-type', expected: 'boolean' }, [found.key]);
    return found === undefined ? undefined : found.value === true;
  };
  const [major = false, minor = false] = [truth('generateMajorChannels'), truth('generateMinorChannels')];
  const kinds: readonly ChannelKind[] = [...(major ? ['major' as const] : []), ...(minor || !major ? ['minor' as const] : [])];
  const preference = preferenceOf(members.get('defaultChannelTypePreference')?.value, kinds, (problem) => say(problem));
  const streams = new Map(ARCHETYPES.map((archetype) => {
    const found = members.get(archetype);
    return [archetype, found === undefined ? [] : bundlesOf(found.value, (problem, path = []) => say(problem, [found.key, ...path]))];
  }));
  if (issues.length === before && [...streams.values()].every((bundles) => bundles.length === 0)) say({ found: 'no-bundles' });
  return issues.length > before ? undefined : { kinds, preference, streams };
}

function preferenceOf(given: JsonValue | undefined, kinds: readonly ChannelKind[], say: (problem: TemplateProblem) => void): ChannelKind {
  const [only = 'minor'] = kinds.length === 1 ? kinds : ['minor' as const];
  if (given === undefined || given === '') return only;
  if (given !== 'major' && given !== 'minor') {
    say({ found: 'unknown-preference', value: String(given) });
    return only;
  }
  if (!kinds.includes(given)) say({ found: 'preference-not-generated', preference: given });
  return given;
}

type Say = (problem: TemplateProblem, path?: readonly Segment[]) => void;

function bundlesOf(stream: JsonValue, say: Say): readonly BundleReference[] {
  if (!isJsonObject(stream)) {
    say({ found: 'wrong-type', expected: 'mapping' });
    return [];
  }
  const bundles = valueOf(stream, 'bundles', say);
  if (bundles === undefined || bundles === null) return [];
  if (!Array.isArray(bundles)) {
    say({ found: 'wrong-type', expected: 'list' }, ['bundles']);
    return [];
  }
  return (bundles as readonly JsonValue[]).flatMap((entry, index) => {
    const at: Say = (problem) => say(problem, ['bundles', index]);
    if (!isJsonObject(entry)) {
      at({ found: 'wrong-type', expected: 'mapping' });
      return [];
    }
    const lower: JsonObject = Object.fromEntries(Object.entries(entry).map(([key, value]) => [key.toLowerCase(), value]));
    for (const key of Object.keys(entry)) if (!['image', 'from'].includes(key.toLowerCase())) at({ found: 'unknown-field', field: key });
    const reference = referenceOf({ image: asString(lower['image']) ?? '', from: asString(lower['from']) ?? '' }, at);
    return reference === undefined ? [] : [reference];
  });
}

function valueOf(object: JsonObject, name: string, say: Say): JsonValue | undefined {
  let found: JsonValue | undefined;
  for (const [key, value] of Object.entries(object)) {
    if (key.toLowerCase() === name) found = value;
    else say({ found: 'unknown-field', field: key });
  }
  return found;
}
