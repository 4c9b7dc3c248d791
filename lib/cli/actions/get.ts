import { type ContentSource, type ResolvedRevision, sourceText } from '../../api';
import { defined } from '../../defined';
import { installedRevision, type InstalledRevision } from '../../runtime';
import { revisionNumber } from '../command-line/revision-number';
import type { GetArgs } from '../commands/installed/get';
import { bundleShown } from '../output/installed/bundle';
import { configShown } from '../output/installed/config';
import { manifestShown } from '../output/installed/manifest';
import { objectsDocument, objectsTable } from '../output/installed/objects';
import { note } from '../output/note';
import { isDocument, printDocument } from '../output/print';
import { printLines, printText } from '../output/terminal/sink';
import { stateNamespace, withCluster } from '../session';
import { whereItIs } from './operation/find-extension';
import { trustOptions } from './operation/trust-options';

export async function get(args: GetArgs): Promise<number> {
  const number = revisionNumber(args.revision, '--revision');
  return withCluster(args, 60_000, async ({ cluster }) => {
    const there = stateNamespace(await whereItIs(args, cluster), cluster);
    const place = { cluster, stateNamespace: there, ...trustOptions(defined({ stateKey: args.stateKey })) };
    const found = await installedRevision(args.extension, number, place);
    noteUntrusted(found.content, args.what);
    await print(found, args);
    return 0;
  });
}

async function print({ record, content }: InstalledRevision, { what, output, showSecrets }: GetArgs): Promise<void> {
  if (what === 'objects') {
    if (isDocument(output)) await printDocument(objectsDocument(content, record.number), output);
    else printLines(objectsTable(content));
    return;
  }
  if (what === 'source') return printSource(record.source, output);
  const { value, hides } = what === 'manifest' ? manifestShown(content, showSecrets)
    : what === 'bundle' ? bundleShown(record.bundle) : configShown(content, showSecrets);
  if (hides) note('Values that are secret, or look secret, are not shown; --show-secrets prints them.');
  if (what === 'bundle') {
    if (record.bundle === undefined) note('The record names no bundle: the extension was made of plain manifests or of a revision.');
  } else if (what !== 'manifest' && content.config === undefined) {
    note('The record has no configuration: plain manifests and revisions are not configured.');
  }
  if (isDocument(output)) return printDocument(value, output);
  const { stringifyYaml } = await import('../../yaml/index.js');
  const documents = 'items' in value && Array.isArray(value['items']) ? value['items'] : [value];
  printText(documents.map((document) => stringifyYaml(document)).join('---\n'));
}

async function printSource(source: ContentSource | undefined, output: GetArgs['output']): Promise<void> {
  if (source === undefined) note('The record does not say where the extension came from: '
    + 'it names git repositories with a remote, and URLs.');
  if (isDocument(output)) return printDocument({ ...source }, output);
  if (source !== undefined) printLines([sourceText(source)]);
}

/** Tenants may write the state; what is printed may be piped into a cluster. */
function noteUntrusted({ untrusted: doubt, untrustedChoices }: ResolvedRevision, what: GetArgs['what']): void {
  const untrusted = doubt ?? (what === 'config' || what === 'bundle' ? untrustedChoices : undefined);
  if (untrusted === undefined) return;
  note(`Somebody other than an installer may have written this (Secret ${untrusted.secret}: ${untrusted.why}). `
    + 'Check it before you apply it.');
}
