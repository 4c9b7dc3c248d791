/** What a package should say about itself where people choose one: OperatorHub and the consoles. */
import { asObject, type JsonObject, type JsonValue } from '../../../api';
import { defined } from '../../../defined';
import type { Finding } from '../../../schema/finding';
import { remark } from '../../report';
import type { RegistryBundle } from '../bundle';
import type { Validator } from './subject';

const MEDIA_TYPES = ['image/gif', 'image/jpeg', 'image/png', 'image/svg+xml'];
const CAPABILITIES = ['Basic Install', 'Seamless Upgrades', 'Full Lifecycle', 'Deep Insights', 'Auto Pilot'];
const CATEGORIES = [
  'AI/Machine Learning', 'Application Runtime', 'Big Data', 'Cloud Provider', 'Database', 'Developer Tools', 'Integration & Delivery', 'Logging & Tracing',
  'Modernization & Migration', 'Monitoring', 'Networking', 'OpenShift Optional', 'Other', 'Security', 'Storage', 'Streaming & Messaging',
];

export const describesItself: Validator = (bundle) => {
  const spec = asObject(bundle.csv.manifest.spec) ?? {};
  const findings: Finding[] = [];
  const say = (path: string, message: string, hint?: string): void => {
    findings.push(remark('description', message, { origin: bundle.csv.origin, path, ...defined({ hint }) }));
  };
  if (!isText(asObject(spec.provider)?.name)) say('spec.provider.name', 'the provider is not named');
  contacts(spec.maintainers, ['name', 'email'], 'maintainer', (message, at) => say(`spec.maintainers${at}`, message));
  contacts(spec.links, ['name', 'url'], 'link', (message, at) => say(`spec.links${at}`, message));
  icons(spec, say);
  choices(bundle, say);
  return findings;
};

type Say = (path: string, message: string, hint?: string) => void;

function contacts(value: JsonValue | undefined, fields: readonly string[], what: string, say: (message: string, at: string) => void): void {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  if (entries.length === 0) say(`there is no ${what}`, '');
  entries.forEach((entry, index) => {
    for (const field of fields) if (!isText(asObject(entry)?.[field])) say(`the ${what} has no ${field}`, `[${index}].${field}`);
  });
}

function icons(spec: JsonObject, say: Say): void {
  const list: readonly unknown[] = Array.isArray(spec.icon) ? spec.icon : [];
  if (list.length !== 1) say('spec.icon', list.length === 0 ? 'there is no icon' : 'there is more than one icon; the first is shown');
  const icon = asObject(list[0]);
  if (icon === undefined) return;
  if (!isText(icon.base64data)) say('spec.icon[0].base64data', 'the icon has no data');
  if (!MEDIA_TYPES.includes(String(icon.mediatype))) say('spec.icon[0].mediatype', 'the icon has no media type that is shown', `Use one of ${MEDIA_TYPES.join(', ')}.`);
}

function choices({ csv }: RegistryBundle, say: Say): void {
  const { capabilities, categories } = csv.annotations;
  if (capabilities !== undefined && !CAPABILITIES.includes(capabilities)) {
    say('metadata.annotations.capabilities', `there is no capability level ${JSON.stringify(capabilities)}`, `Use one of ${CAPABILITIES.join(', ')}.`);
  }
  for (const category of categories === undefined ? [] : categories.split(',')) {
    if (!CATEGORIES.includes(category)) say('metadata.annotations.categories', `there is no category ${JSON.stringify(category)}`, `Use some of ${CATEGORIES.join(', ')}, with a comma and no space between them.`);
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
