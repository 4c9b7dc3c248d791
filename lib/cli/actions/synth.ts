import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { KubeObject, RevisionManifest } from '../../api';
import { isBundleDocument, type BundleDocument } from '../../formats/export';
import { BoxcutterError } from '../../errors';
import { resolveRevision } from '../../revision';
import { loadManifests, parseDocuments, type LoadedObject, yamlWording } from '../../yaml';
import { findingOf } from '../../issue';
import { isRollout } from '../input';
import { isDocument, printDocument, type OutputFormat } from '../output/print';
import { bundleSizes, printRevisions, revisionSizes, SYNTH_SCHEMA, type RevisionSizes, type SynthDocument } from '../output/sizes';
import { runApp } from '../run-app';

export interface SynthArgs {
  /** Command that runs the app; otherwise that of cdk8s.yaml. */
  readonly app?: string | undefined;
  /** Where the manifests go; otherwise that of cdk8s.yaml, otherwise `dist`. */
  readonly outputDirectory?: string | undefined;
  readonly output: OutputFormat;
}

const CONFIG_FILE = 'cdk8s.yaml';

/**
 * What `cdk8s synth` does, and then a look at the revisions that came out.
 * @throws BoxcutterError category `input` when there is no project here, or what the app declares is wrong; an app that fails in
 *   another way speaks for itself, and its exit code is ours
 */
export async function synth(args: SynthArgs): Promise<number> {
  const { app, config } = appOf(args.app);
  const output = args.outputDirectory ?? text(config, 'output') ?? 'dist';
  empty(output);
  const exit = await runApp(app, output);
  if (exit !== 0) return exit;
  if (!existsSync(output)) {
    throw new BoxcutterError('synth-no-output', 'input', `The app ended well, but wrote nothing to ${output}.`, { hint: 'Does it end with app.synth(), and is the App created without an outdir of its own?' });
  }
  const loaded = loadManifests(output, { bundleDocuments: true });
  const bundles = loaded.objects.filter(({ manifest }) => isBundleDocument(manifest));
  const objects = loaded.objects.filter(({ manifest }) => !isBundleDocument(manifest));
  const files = [...new Set(loaded.objects.map(({ file }) => relative(process.cwd(), resolve(file))))];
  const secrets = objects.map(({ manifest }) => manifest as unknown as KubeObject).filter(({ kind }) => kind === 'Secret');
  const revisions = objects.filter(({ manifest }) => isRollout(manifest)).map((each) => sizesOf(each, secrets));
  const contents = new Set(revisions.flatMap(({ contentSecrets }) => contentSecrets.map(({ namespace, name }) => `${namespace}/${name}`)));
  const loose = objects.filter(({ manifest }) => !isRollout(manifest) && !isContent(manifest as unknown as KubeObject, contents)).length;
  const document: SynthDocument = {
    schema: SYNTH_SCHEMA,
    outputDirectory: output,
    files,
    revisions,
    bundles: bundles.map(({ manifest }) => bundleSizes(manifest as unknown as BundleDocument)),
    looseObjects: loose,
  };
  if (isDocument(args.output)) await printDocument(document, args.output);
  else process.stdout.write(printRevisions(document));
  return 0;
}

/**
 * The command that runs the app of the project in this folder: what is given, else what cdk8s.yaml says.
 * @throws BoxcutterError category `input` when there is none, or when it cannot run here
 */
export function appOf(given: string | undefined): { readonly app: string; readonly config: Readonly<Record<string, unknown>> } {
  const config = readConfig();
  const app = given ?? text(config, 'app');
  if (app === undefined) {
    throw new BoxcutterError('synth-no-app', 'input', existsSync(CONFIG_FILE) ? `${CONFIG_FILE} names no app.` : `There is no ${CONFIG_FILE} here, so no project to synthesise.`, {
      hint: 'Go to the folder of the project, name the app with --app, or start a project: boxcutter init my-operator',
    });
  }
  refuseForeignFormats(config);
  refuseUninstalled();
  return { app, config };
}

/** A fresh clone: the app would fail with the words of whatever tool is missing first. */
function refuseUninstalled(): void {
  if (!existsSync('package.json') || isInstalled(process.cwd())) return;
  throw new BoxcutterError('synth-not-installed', 'input', 'The dependencies of this project are not installed.', { hint: 'Run: npm install' });
}

/** In this folder or, as in workspaces, in one above. */
function isInstalled(folder: string): boolean {
  if (existsSync(join(folder, 'node_modules'))) return true;
  const above = dirname(folder);
  return above !== folder && isInstalled(above);
}

function sizesOf({ manifest, file }: LoadedObject, secrets: readonly KubeObject[]): RevisionSizes {
  const revision = manifest as unknown as RevisionManifest;
  return revisionSizes(revision, resolveRevision(revision, secrets), secrets, relative(process.cwd(), resolve(file)));
}

function isContent({ kind, metadata }: KubeObject, contents: ReadonlySet<string>): boolean {
  return kind === 'Secret' && contents.has(`${metadata.namespace ?? ''}/${metadata.name ?? ''}`);
}

function readConfig(): Readonly<Record<string, unknown>> {
  if (!existsSync(CONFIG_FILE)) return {};
  const { documents, issues } = parseDocuments(readFileSync(CONFIG_FILE, 'utf8'), CONFIG_FILE);
  const [problem] = issues.map((issue) => findingOf(issue, yamlWording));
  if (problem !== undefined) throw new BoxcutterError('synth-config', 'input', `${problem.origin ?? CONFIG_FILE}: ${problem.message}.`);
  const value = documents[0]?.value;
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function text(config: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = config[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && value !== '') return value;
  throw new BoxcutterError('synth-config', 'input', `${CONFIG_FILE}: ${key} is not a text.`);
}

function refuseForeignFormats(config: Readonly<Record<string, unknown>>): void {
  const format = (config['synthConfig'] as { format?: unknown } | undefined)?.format;
  if (format !== undefined && format !== 'plain') {
    throw new BoxcutterError('synth-config', 'input', `${CONFIG_FILE}: the format ${String(format)} has no place for revisions.`, { hint: 'Remove synthConfig, or use cdk8s synth.' });
  }
  if (config['validations'] !== undefined) process.stderr.write(`The validations in ${CONFIG_FILE} are those of cdk8s: cdk8s synth carries them out, this command does not.\n`);
}

/** Removes what an earlier run left, as cdk8s does; but never the project itself. */
function empty(output: string): void {
  const inside = relative(resolve(output), process.cwd());
  if (!inside.startsWith('..') && inside !== resolve(process.cwd())) {
    throw new BoxcutterError('synth-output', 'input', `The output directory ${output} holds the project itself, and would be emptied; nothing was done.`, { hint: 'Name a directory of its own, like dist.' });
  }
  rmSync(output, { recursive: true, force: true });
}
