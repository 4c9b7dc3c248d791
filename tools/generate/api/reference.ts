import { apiVersionOf, type KindDefinition } from '../../../lib/kinds';
import type { Schema } from '../../../lib/api/schema';
import { TYPE_HINT } from '../../../lib/api/schema';
import { API_VERSION } from '../../../lib/api/names';
import { facts, ruleMessages } from './facts';

const BANNER = '<!-- Generated from lib/kinds by `npm run generate`. Do not edit. -->';

function typeName(schema: Schema): string {
  const hint = schema[TYPE_HINT];
  if (hint?.shared) return `[${hint.name}](#${hint.name.toLowerCase()})`;
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.type === 'array') return `list of ${schema.items ? typeName(schema.items) : 'anything'}`;
  if (schema.additionalProperties) return `map of ${typeName(schema.additionalProperties)}`;
  if (schema['x-kubernetes-embedded-resource']) return 'Kubernetes object';
  return schema.type ?? 'any JSON';
}

/** Text of a table cell; also keeps Markdown from reading angle brackets as HTML. */
function cell(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;').replaceAll('*', '\\*') : `\`${part}\``))
    .join('')
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ');
}

function meaning(schema: Schema): string {
  const entries = schema.type === 'array' && schema.items && !schema.items.properties ? schema.items : undefined;
  const pattern = schema.pattern === undefined ? [] : [`Pattern \`${schema.pattern}\`.`];
  const ofEntries = entries ? facts(entries).map((fact) => `Each: ${fact}`) : [];
  const sentences = [schema.description ?? '', ...facts(schema), ...pattern, ...ofEntries];
  const messages = [...ruleMessages(schema), ...(entries ? ruleMessages(entries) : [])];
  const own = schema.type === 'array' && schema.items?.properties && !schema.items[TYPE_HINT]?.shared ? ruleMessages(schema.items) : [];
  const rules = [...messages, ...own].map((message) => `<br>Rule: *${cell(message)}*`);
  return cell(sentences.join(' ')) + rules.join('');
}

function rows(schema: Schema, path: string, shared: Map<string, Schema>): string[] {
  const lines: string[] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const fieldPath = path === '' ? name : `${path}.${name}`;
    const required = schema.required?.includes(name) ? '**yes**' : '';
    const value = property.default === undefined ? '' : `\`${String(property.default)}\``;
    lines.push(`| \`${fieldPath}\` | ${typeName(property)} | ${required} | ${value} | ${meaning(property)} |`);
    const inner = property.type === 'array' ? property.items : property;
    const hint = inner?.[TYPE_HINT];
    if (inner === undefined || inner['x-kubernetes-embedded-resource']) continue;
    if (hint?.shared) shared.set(hint.name, inner);
    else lines.push(...rows(inner, property.type === 'array' ? `${fieldPath}[]` : fieldPath, shared));
  }
  return lines;
}

const TABLE = ['| field | type | required | default | meaning and rules |', '| --- | --- | --- | --- | --- |'];

function page(definition: KindDefinition): string {
  const shared = new Map<string, Schema>();
  const { kind, plural, description, columns, spec, status } = definition;
  const lines = [
    BANNER,
    `# ${kind}`,
    '',
    description,
    '',
    `\`apiVersion: ${apiVersionOf(definition)}\`, \`kind: ${kind}\`, cluster scoped, plural \`${plural}\`, with a status subresource.`,
    '',
    '*Rule* is what the API server answers, to the letter, when the rule does not hold.',
    `\`kubectl get ${plural}\` shows: ${columns.map((column) => `${column.name} (\`${column.jsonPath}\`)`).join(', ')}.`,
  ];
  const ofObject = (definition.objectRules ?? []).map(({ message }) => `- Rule: *${message}*`);
  if (ofObject.length > 0) lines.push('', ...ofObject);
  for (const [name, schema] of [['spec', spec], ['status', status]] as const) {
    lines.push('', `## ${name}`, '', schema.description ?? '');
    const messages = ruleMessages(schema);
    if (messages.length > 0) lines.push('', ...messages.map((message) => `- Rule: *${message}*`));
    lines.push('', ...TABLE, ...rows(schema, name, shared));
  }
  for (const [name, schema] of shared) {
    lines.push('', `## ${name}`, '', ...TABLE, ...rows(schema, '', shared));
  }
  return `${lines.join('\n')}\n`;
}

/** The reference pages of the kinds, by path in the repository. */
export function referenceFiles(definitions: readonly KindDefinition[]): Map<string, string> {
  const files = new Map(definitions.map((definition) => [`docs/api/${definition.kind.toLowerCase()}.md`, page(definition)]));
  const entryOf = ({ kind, description }: KindDefinition): string => `- [${kind}](${kind.toLowerCase()}.md): ${description}`;
  const where = `Our kinds in \`${API_VERSION}\`. The CRDs are in \`imports/crds\`, TypeScript types in \`imports/api\`, ` +
    'schemas for [editors](../editors.md) in `docs/schemas/files`.';
  const ofRukPak = definitions.filter(({ group }) => group === 'core.rukpak.io');
  const ofOpenShift = definitions.filter(({ group }) => group?.endsWith('openshift.io') === true);
  const beside = [
    '', 'Those of the [Cluster API operator](../cluster-api.md), where it is installed:', '', ...ofOpenShift.map(entryOf),
    '', 'Those of the [provisioners](../provisioners.md), where they are installed:', '', ...ofRukPak.map(entryOf),
  ];
  const own = definitions.filter(({ group }) => group === undefined).map(entryOf);
  files.set('docs/api/README.md', `${[BANNER, '# API reference', '', where, '', ...own, ...beside].join('\n')}\n`);
  return files;
}
