/** What a package should say about itself where people choose one: OperatorHub and the consoles. */
import { asObject, type JsonObject, type JsonValue } from '../../../api';
import type { Issue, Segment } from '../../../issue';
import type { AdviceIssues } from '../advice-wording';
import type { RegistryBundle } from '../bundle';
import { registryIssue } from '../registry-issue';
import type { Validator } from './subject';

const MEDIA_TYPES = ['image/gif', 'image/jpeg', 'image/png', 'image/svg+xml'];
const CAPABILITIES = ['Basic Install', 'Seamless Upgrades', 'Full Lifecycle', 'Deep Insights', 'Auto Pilot'];
const CATEGORIES = [
  'AI/Machine Learning', 'Application Runtime', 'Big Data', 'Cloud Provider', 'Database', 'Developer Tools', 'Integration & Delivery',
  'Logging & Tracing',
  'Modernization & Migration', 'Monitoring', 'Networking', 'OpenShift Optional', 'Other', 'Security', 'Storage', 'Streaming & Messaging',
];

export const describesItself: Validator = (bundle) => {
  const spec = asObject(bundle.csv.manifest.spec) ?? {};
  const issues: Issue[] = [];
  const say: Say = (path, data) => issues.push(registryIssue('description', data, { origin: bundle.csv.origin, path }));
  if (!isText(asObject(spec.provider)?.name)) say(['spec', 'provider', 'name'], { lacks: 'provider' });
  contacts(spec.maintainers, ['name', 'email'], 'maintainer', (at, data) => say(['spec', 'maintainers', ...at], data));
  contacts(spec.links, ['name', 'url'], 'link', (at, data) => say(['spec', 'links', ...at], data));
  icons(spec, say);
  choices(bundle, say);
  return issues;
};

type Say = (path: readonly Segment[], data: AdviceIssues['description']) => void;

function contacts(value: JsonValue | undefined, fields: readonly string[], what: 'maintainer' | 'link', say: Say): void {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  if (entries.length === 0) say([], { lacks: what });
  entries.forEach((entry, index) => {
    for (const field of fields) if (!isText(asObject(entry)?.[field])) say([index, field], { lacks: 'field', of: what, field });
  });
}

function icons(spec: JsonObject, say: Say): void {
  const list: readonly unknown[] = Array.isArray(spec.icon) ? spec.icon : [];
  if (list.length !== 1) say(['spec', 'icon'], list.length === 0 ? { lacks: 'icon' } : { several: 'icons' });
  const icon = asObject(list[0]);
  if (icon === undefined) return;
  if (!isText(icon.base64data)) say(['spec', 'icon', 0, 'base64data'], { lacks: 'icon-data' });
  if (!MEDIA_TYPES.includes(String(icon.mediatype))) say(['spec', 'icon', 0, 'mediatype'], { lacks: 'icon-type', allowed: MEDIA_TYPES });
}

function choices({ csv }: RegistryBundle, say: Say): void {
  const { capabilities, categories } = csv.annotations;
  if (capabilities !== undefined && !CAPABILITIES.includes(capabilities)) {
    say(['metadata', 'annotations', 'capabilities'], { unknown: 'capability', value: capabilities, allowed: CAPABILITIES });
  }
  for (const category of categories === undefined ? [] : categories.split(',').map((one) => one.trim())) {
    if (CATEGORIES.includes(category)) continue;
    say(['metadata', 'annotations', 'categories'], { unknown: 'category', value: category, allowed: CATEGORIES });
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
