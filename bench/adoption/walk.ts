/**
 * The way of a release of Helm: installed, adopted, applied as it is, upgraded, given back, upgraded by Helm and uninstalled, each step by
 * the command that a user types. A step that the command refuses is taken again with the option that the refusal names.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GROUP, keyOf, type KubeObject, type ObjectRef } from '../../lib/api';
import { defined } from '../../lib/defined';
import { objectsOfText } from '../../lib/yaml';
import { customKinds } from '../../test/server/adoption/custom-kinds';
import { type HelmName, HELMS } from '../../test/server/adoption/helm-bench';
import { dataOf, namespacesOf, valuesOf } from '../../test/server/adoption/real-charts';
import type { Content } from '../../test/server/controllers/provisioners/walk';
import { Bench } from '../../test/server/support/extension';
import type { AuditedRef } from '../audit.mjs';
import { COMMAND, type DocumentObject, type Ended, objectsOf, type Printed, run } from './command';
import { alteredIn, type Kept, look, madeAnew, type Seen, settled, stillRunning, stillThere } from './watch-over';

export interface Step {
  readonly name: StepName;
  /** `waits`: everything is written, and something does not get ready here. */
  readonly outcome: 'done' | 'waits' | 'failed';
  /** What it says when it is not done. */
  readonly said: string;
  /** Options that the command has asked for. */
  readonly options: readonly string[];
  /** Objects that were there before and were made anew. */
  readonly anew: readonly string[];
}

export type StepName =
  | 'helm install' | 'plan' | 'adopt' | 'the same chart' | 'the newer chart' | 'undo' | 'helm upgrade' | 'helm uninstall';

export interface Walked {
  readonly chart: string;
  readonly helm: HelmName;
  readonly versions: readonly string[];
  /** Why Helm has installed it without its hooks. @default they ran */
  readonly withoutHooks?: string;
  readonly taken: number;
  /** `Kind name: reason`. */
  readonly leftOut: readonly string[];
  /** `Kind name: field`, as the adoption says it. */
  readonly edits: readonly string[];
  /** Of one object, by the adoption. */
  readonly mostWrites: number;
  /** At the adoption and the apply of the same chart. */
  readonly objects: Kept;
  readonly pods: Kept;
  readonly replicaSets: Kept;
  /** Whose content is another after the adoption. */
  readonly altered: readonly string[];
  /** What the same chart would change, by its plan: `action Kind name: fields`. */
  readonly again: readonly string[];
  /** How many objects it does what with. */
  readonly same: Readonly<Record<string, number>>;
  /** How many objects the newer chart does what with. */
  readonly upgraded: Readonly<Record<string, number>>;
  /** What is left of us on objects that were given back. */
  readonly traces: readonly string[];
  /** What is still there when Helm has uninstalled the release. */
  readonly left: readonly string[];
  readonly steps: readonly Step[];
}

export interface Place {
  readonly kubeconfig: string;
  readonly auditLog: string;
  /** Of Kubernetes. */
  readonly version: string;
  /** For files. */
  readonly folder: string;
}

const RELEASE = 'x';
const TIMEOUT = '60s';
/** Of what the command may ask for, in the order in which it is given. */
const OPTIONS = [
  /--dangerously-accept-bundles-without-config-schema/g, /--delete-data/g, /--replace(?: |=)\S+\w/g, /--crd-safety(?: |=)\w+/g,
  /--collision-protection(?: |=)\w+/g,
];

export async function walk({ name, versions: [older, newer] }: Content, helm: HelmName, place: Place): Promise<Walked> {
  if (older === undefined || newer === undefined) throw new Error(`${name} has to have two versions`);
  const bench = await Bench.open('adoption', { kubeconfig: place.kubeconfig });
  try {
    return await new Way(name, helm, place, bench, [older, newer]).go();
  } finally {
    await cleanUp(bench);
    await bench.close();
  }
}

type Version = Content['versions'][number];

interface Allowed extends Ended {
  readonly document: Printed;
  /** What it has asked for. */
  readonly options: readonly string[];
}

class Way {
  private readonly steps: Step[] = [];
  private readonly refs = new Map<string, ObjectRef>();
  private readonly environment: Readonly<Record<string, string>>;

  constructor(
    private readonly chart: string, private readonly helmName: HelmName, private readonly place: Place, private readonly bench: Bench,
    private readonly versions: readonly [Version, Version],
  ) {
    const home = join(place.folder, 'helm');
    this.environment = {
      KUBECONFIG: place.kubeconfig, HELM: HELMS[helmName](), HELM_CACHE_HOME: home, HELM_CONFIG_HOME: home, HELM_DATA_HOME: home,
    };
  }

  async go(): Promise<Walked> {
    const { markAuditLog, requestsSince } = await import('../audit.mjs');
    const [older, newer] = this.versions;
    const values = valuesOf(this.chart);
    const [before, after] = [this.file('older.json', values[0]), this.file('newer.json', values[1])];
    for (const [{ folder }, file] of [[older, before], [newer, after]] as const) await this.defineKinds(folder, file);
    for (const object of namespacesOf(this.chart)) await this.bench.otherClient.apply(object);
    const withoutHooks = await this.install(older.folder, before);
    for (const object of dataOf(this.chart)) await this.bench.otherClient.apply(object);
    await settled(this.bench);

    const planned = await this.boxcutter('plan', ['adopt', 'helm', RELEASE, '--plan'], [10]);
    const { taking } = planned;
    const atFirst = await this.look();
    const mark = markAuditLog(this.place.auditLog);
    await this.boxcutter('adopt', ['adopt', 'helm', RELEASE], [0]);
    const { mostWrites } = await requestsSince(mark, { userAgent: 'boxcutter/', isOfWorkload });

    const altered = alteredIn(atFirst, await this.look());
    const words = [older.folder, '--name', RELEASE, '--reuse-config'];
    const again = await this.changesOf(words);
    const same = await this.boxcutter('the same chart', ['apply', ...words, '--timeout', TIMEOUT], [0, 3]);
    const kept = await this.look();
    const newest = ['apply', newer.folder, '--name', RELEASE, '-f', after, '--timeout', TIMEOUT];
    const upgraded = await this.boxcutter('the newer chart', newest, [0, 3]);
    await settled(this.bench);

    await this.boxcutter('undo', ['adopt', 'helm', RELEASE, '--undo'], [0]);
    const traces = tracesIn(await this.look());
    await this.helm('helm upgrade', ['upgrade', RELEASE, newer.folder, '-f', after, '--timeout', TIMEOUT]);
    await this.helm('helm uninstall', ['uninstall', RELEASE, '--timeout', TIMEOUT]);
    const left = leftIn(await this.look());
    return {
      chart: this.chart, helm: this.helmName, versions: this.versions.map(({ version }) => version),
      ...defined({ withoutHooks }),
      taken: taking?.objects ?? 0,
      leftOut: (taking?.leftOut ?? []).map(({ kind, name, reason }) => `${kind} ${name}: ${reason}`),
      edits: (taking?.edits ?? []).map(({ kind, name, fields }) => `${kind} ${name}: ${fields.map(({ path }) => path).join(', ')}`),
      mostWrites, objects: stillThere(atFirst, kept), pods: stillRunning('Pod', atFirst, kept),
      replicaSets: stillRunning('ReplicaSet', atFirst, kept), altered, again, same: countsOf(objectsOf(same)),
      upgraded: countsOf(objectsOf(upgraded)), traces, left, steps: this.steps,
    };
  }

  /** @returns why hooks were left out */
  private async install(folder: string, values: string): Promise<string | undefined> {
    const words = ['install', RELEASE, folder, '-f', values, '--timeout', TIMEOUT];
    const { code, stderr } = await this.runHelm(words);
    if (code === 0) {
      this.steps.push({ name: 'helm install', outcome: 'done', said: '', options: [], anew: [] });
      return undefined;
    }
    await this.runHelm(['uninstall', RELEASE, '--no-hooks']);
    await this.helm('helm install', [...words, '--no-hooks']);
    return lastLine(stderr);
  }

  /** What an apply would do with what is there: its plan. */
  private async changesOf(words: readonly string[]): Promise<readonly string[]> {
    const { document, code, stderr } = await this.allowed(['plan', ...words]);
    if (![0, 10].includes(code)) throw new Error(`${words.join(' ')}: ${saidBy(document, stderr)}`);
    return objectsOf(document).filter(({ action }) => action !== 'unchanged').map((object) => {
      const fields = (object.changes ?? []).map(({ path }) => path);
      return `${object.action} ${object.kind} ${object.name}${fields.length === 0 ? '' : `: ${fields.join(', ')}`}`;
    });
  }

  private async boxcutter(name: StepName, words: readonly string[], expected: readonly number[]): Promise<Printed> {
    const before = await this.look();
    const { document, code, stderr, options } = await this.allowed(words);
    for (const ref of objectsOf(document)) this.remember(ref);
    const isDone = expected.includes(code);
    const said = isDone && code !== 3 ? '' : saidBy(document, stderr);
    const outcome = isDone ? (code === 3 ? 'waits' : 'done') : 'failed';
    this.steps.push({ name, outcome, said, options, anew: madeAnew(before, await this.look()) });
    return document;
  }

  /** The same again with each option that it asks for. */
  private async allowed(words: readonly string[]): Promise<Allowed> {
    const options: string[] = [];
    for (;;) {
      const line = [COMMAND, ...words, ...options, '-n', this.bench.namespace, '-o', 'json'];
      const ended = await run(process.execPath, line, this.environment);
      const document = JSON.parse(ended.stdout || '{}') as Printed;
      const asked = optionsIn(document).filter((option) => !options.includes(option));
      if (ended.code === 0 || ended.code === 10 || asked.length === 0) return { ...ended, document, options };
      options.push(...asked);
    }
  }

  private async helm(name: StepName, words: readonly string[]): Promise<void> {
    const before = await this.look();
    const { code, stderr } = await this.runHelm(words);
    const anew = madeAnew(before, await this.look());
    this.steps.push({ name, outcome: code === 0 ? 'done' : 'failed', said: code === 0 ? '' : lastLine(stderr), options: [], anew });
  }

  private runHelm(words: readonly string[]): Promise<Ended> {
    return run(HELMS[this.helmName](), [...words, '-n', this.bench.namespace], this.environment);
  }

  private async defineKinds(folder: string, values: string): Promise<void> {
    const asHere = ['--include-crds', '--kube-version', this.place.version];
    const { code, stdout, stderr } = await this.runHelm(['template', RELEASE, folder, '-f', values, ...asHere]);
    if (code !== 0) throw new Error(stderr);
    const { objects } = objectsOfText(stdout, folder);
    await customKinds(objects.map(({ manifest }) => manifest as unknown as KubeObject), this.bench.otherClient);
  }

  private remember({ apiVersion, kind, namespace, name }: ObjectRef): void {
    const ref = { apiVersion, kind, name, ...defined({ namespace }) };
    this.refs.set(keyOf(ref), ref);
  }

  private look(): Promise<Seen> {
    return look(this.bench, [...this.refs.values()]);
  }

  private file(name: string, content: object): string {
    const path = join(this.place.folder, `${this.bench.namespace}-${name}`);
    writeFileSync(path, JSON.stringify(content));
    return path;
  }
}

function optionsIn(document: Printed): readonly string[] {
  const hints = [document.message, document.hint, ...objectsOf(document).map(({ hint }) => hint)].join(' ');
  return [...new Set(OPTIONS.flatMap((pattern) => [...hints.matchAll(pattern)].map(([option]) => option.replace(' ', '='))))];
}

/** The error, or what is not ready. */
function saidBy(document: Printed, stderr: string): string {
  if (document.message !== undefined) return document.message;
  const open = objectsOf(document).filter(({ ready, action }) => ready === false || ['Failed', 'Collision', 'Waiting'].includes(action));
  if (open.length === 0) return lastLine(stderr);
  return open.map(({ kind, name, message, probe }) => `${kind} ${name}: ${message ?? probe?.summary ?? probe?.message ?? ''}`).join('; ');
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

function countsOf(objects: readonly DocumentObject[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { action } of objects) counts[action] = (counts[action] ?? 0) + 1;
  return counts;
}

/** What the command and Helm keep of themselves apart. */
function isOfWorkload({ resource, name = '' }: AuditedRef): boolean {
  return !(resource === 'secrets' && (name.startsWith('boxcutter.') || name.startsWith('sh.helm.release.')));
}

/** A definition goes a little later than its deletion. */
function leftIn({ objects }: Seen): readonly string[] {
  return [...objects.values()].filter(({ metadata: { deletionTimestamp } }) => deletionTimestamp === undefined)
    .map(({ kind, metadata: { name = '' } }) => `${kind} ${name}`);
}

/** Helm would not take them away. */
function tracesIn({ objects }: Seen): readonly string[] {
  return [...objects.values()].flatMap(({ kind, metadata }) => {
    const { name = '', labels = {}, annotations = {}, managedFields = [] } = metadata;
    const marks = [...Object.keys(labels), ...Object.keys(annotations)].filter((key) => key.startsWith(`${GROUP}/`));
    const managers = managedFields.flatMap(({ manager = '' }) => (manager.startsWith('boxcutter') ? [`manager ${manager}`] : []));
    const all = [...new Set([...marks, ...managers])];
    return all.length === 0 ? [] : [`${kind} ${name}: ${all.join(', ')}`];
  });
}

const DEFINITIONS = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' } as const;

/** Helm leaves definitions, some with the mark of their release: the other Helm would meet them. */
async function cleanUp({ otherClient }: Bench): Promise<void> {
  const { objects } = await otherClient.cluster.list(DEFINITIONS, { metadataOnly: true });
  await Promise.all(objects.map(async ({ metadata: { name = '' } }) => {
    await otherClient.delete({ ...DEFINITIONS, name });
    await otherClient.until({ ...DEFINITIONS, name }, (live) => live === undefined);
  }));
}
