/** From what was chosen to revisions: each with the options of an apply, in the order in which they are rolled out. */
import type { ResolvedRevision, Untrusted } from '../../../api';
import { defined } from '../../../defined';
import { BoxcutterError, type HintWords, isBoxcutterError } from '../../../errors';
import { openChosen, type OpenedCatalogs, readSource } from '../../../source';
import { bundleAt } from '../../../source/catalog/image-path';
import { wordsFor } from '../../command-line/hints';
import type { ApplyArgs } from '../../commands/apply';
import type { Words } from '../../commands/command';
import type { InstallArgs } from '../../commands/install/install';
import type { Connection } from '../../session';
import { rolloutSurroundings } from '../../surroundings';
import type { Chosen } from './choose';

/** What install and upgrade are given, as far as an apply is concerned. */
export type RollingOutArgs = Omit<InstallArgs, 'package'>;

export interface RolloutStep {
  readonly chosen: Chosen;
  readonly args: ApplyArgs;
  /** Hints name the line for what it does again, and the bundle for what looks into that. */
  readonly words: HintWords;
  /** Absent: it cannot be compiled before those before it are on the cluster. */
  readonly revision?: ResolvedRevision;
  /** Why not. */
  readonly deferred?: BoxcutterError;
  /** Compiles it for the cluster as it is then. @throws BoxcutterError */
  compile(): Promise<ResolvedRevision>;
}

export interface StepContext {
  readonly opened: OpenedCatalogs;
  readonly connection: Connection;
  readonly timeoutMs: number;
  readonly subcommand: Words;
  /** What the subcommand was given. */
  readonly line: object;
  /** Of extensions whose record an upgrade goes on from: why it is not trusted. @default all are */
  readonly untrusted?: ReadonlyMap<string, Untrusted>;
}

/** What cannot be known before a dependency is on the cluster: who issues certificates, which kinds and namespaces there are. */
const UNFORESEEN: ReadonlySet<string> = new Set(['certificates-needed', 'kind-unserved', 'namespace-not-found', 'input-invalid']);

export function isUnforeseen(error: unknown): error is BoxcutterError {
  return isBoxcutterError(error) && UNFORESEEN.has(error.code) && !isAboutConfiguration(error);
}

/** What is wrong with a configuration is wrong already, whatever comes onto the cluster before. */
function isAboutConfiguration({ details }: BoxcutterError): boolean {
  const findings = (details as { readonly findings?: readonly { readonly code: string }[] } | undefined)?.findings ?? [];
  return findings.some(({ code }) => code === 'invalid-config' || code === 'invalid-config-schema');
}

/**
 * All are opened and compiled before anything is written.
 * @throws BoxcutterError what opening, configuring and compiling one of them says
 */
export async function stepsOf(chosen: readonly Chosen[], args: RollingOutArgs, context: StepContext): Promise<readonly RolloutStep[]> {
  const steps: RolloutStep[] = [];
  for (const one of chosen) {
    const given = applyArgsOf(one, args);
    const path = bundleAt(one.bundle.image, context.opened.folderOf(one.choice.name));
    const words = wordsFor(context.subcommand, { ...context.line, path });
    const compile = (): Promise<ResolvedRevision> => inWords(words, () => compileChosen(one, given, context));
    const step = { chosen: one, args: given, words, compile };
    try {
      steps.push({ ...step, revision: await compile() });
    } catch (error) {
      if (steps.length === 0 || !isUnforeseen(error)) throw error;
      steps.push({ ...step, deferred: error });
    }
  }
  return steps;
}

/** The line names no bundle, so whoever catches an error later does not know for which one its hint is. */
export async function inWords<T>(words: HintWords, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isBoxcutterError(error)) throw error;
    const { code, category, message, details } = error;
    throw new BoxcutterError(code, category, message, { hint: error.hintIn(words), details, cause: error });
  }
}

async function compileChosen(
  { bundle, choice, extension, stateNamespace }: Chosen, args: ApplyArgs, { opened, connection, timeoutMs, untrusted }: StepContext,
): Promise<ResolvedRevision> {
  const surroundings = rolloutSurroundings(connection, args, timeoutMs, !args.dryRun);
  const { name, image, properties, version } = bundle;
  const known = properties.filter((property) => 'value' in property);
  const carrying = await opened.carrying(choice.name, bundle);
  const source = await openChosen({
    name, image, properties: known, catalog: choice,
    ...defined({ carrying, folder: opened.folderOf(choice.name), version: version?.version.raw, release: version?.release }),
  }, { ...args, name: extension }, surroundings);
  const { resolved } = await readSource(source, { ...args, name: extension }, surroundings);
  return { ...resolved, ...defined({ untrusted: resolved.untrusted ?? untrusted?.get(`${stateNamespace}/${extension}`) }) };
}

/** The options that say what is configured are for what was asked for; a dependency keeps what it has. */
function applyArgsOf(chosen: Chosen, args: RollingOutArgs): ApplyArgs {
  const { isWanted, extension, action, namespace, stateNamespace, bundle: { name, image } } = chosen;
  const path = image === '' ? name : image;
  const given = {
    ...args, path, kustomize: false, plan: false, watch: false, viaController: false, open: false, ...defined({ namespace }),
  };
  if (isWanted) return given;
  const { name: _name, report: _report, ...rest } = given;
  const isThere = action !== 'install';
  const unconfigured = { config: [], set: [], setString: [], setFile: [], setEnv: [], reuseConfig: isThere, resetConfig: false };
  return { ...rest, ...unconfigured, stateNamespace, ...(isThere ? { name: extension } : {}) };
}
