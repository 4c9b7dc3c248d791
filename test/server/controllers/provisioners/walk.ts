/**
 * A BundleDeployment's way with real content: each version of it is installed after the one before, and all of it removed. What the content
 * needs of a cluster is put there when it is asked for: kinds that other packages define, a namespace to watch, who issues certificates.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { KubeObject, ObjectRef } from '../../../../lib/api';
import { bundleFilesFromDirectory, readBundle, supportedInstallModes } from '../../../../lib/bundle';
import { compareSemver } from '../../adoption/versions';
import { defineKind } from '../../adoption/custom-kinds';
import { installCertificateKinds, issueCertificates, removeCertificateKinds } from '../../support/certificates';
import { conditionOf } from '../../support/controllers';
import { bundleRef, deploymentRef, type ProvisionersBench, statusOf } from './bench';

export interface Content {
  readonly name: string;
  readonly className: 'core-rukpak-io-registry' | 'core-rukpak-io-helm';
  /** Folders, oldest first. */
  readonly versions: readonly { readonly version: string; readonly folder: string }[];
}

export type StepOutcome = 'installed' | 'waits' | 'refused' | 'not unpacked';

export interface Step {
  readonly version: string;
  readonly outcome: StepOutcome;
  /** What the conditions say; empty where it is installed. */
  readonly said: string;
  readonly ms: number;
  /** What the cluster had to have, and had not. */
  readonly needed: readonly string[];
}

export interface Walked {
  readonly content: Content;
  readonly steps: readonly Step[];
  /** Empty: all of it is gone. */
  readonly left: string;
}

/** Bundles of OLM, by package: the versions of one are `name-1.2.3`. */
export function bundlesIn(folder: string): readonly Content[] {
  const names = foldersIn(folder);
  const packages = new Map<string, { readonly version: string; readonly folder: string }[]>();
  for (const name of names) {
    const [, stem = name, version = ''] = /^(.*)-(\d+\.\d+\.\d+)$/.exec(name) ?? [];
    packages.set(stem, [...packages.get(stem) ?? [], { version, folder: join(folder, name) }]);
  }
  return [...packages].map(([name, versions]) => ({
    name, className: 'core-rukpak-io-registry', versions: versions.sort((a, b) => compareSemver(a.version, b.version)),
  }));
}

/** Charts: a folder a chart, with a folder a version. */
export function chartsIn(folder: string): readonly Content[] {
  return foldersIn(folder).map((name) => ({
    name, className: 'core-rukpak-io-helm',
    versions: foldersIn(join(folder, name)).sort(compareSemver).map((version) => ({ version, folder: join(folder, name, version) })),
  }));
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name).sort();
}

export interface Patience {
  /** So long nothing may change before it counts as waiting for something that does not come; milliseconds. */
  readonly quietMs: number;
  readonly mostMs: number;
}

export async function walk(bench: ProvisionersBench, content: Content, patience: Patience): Promise<Walked> {
  const name = `${content.name.slice(0, 24)}-${content.className.slice(15, 19)}`.replaceAll('.', '-');
  const namespace = `${bench.namespace}-${name}`.slice(0, 60);
  const made: ObjectRef[] = [];
  const issuers: { close(): void }[] = [];
  const steps: Step[] = [];
  for (const { version, folder } of content.versions) {
    steps.push(await install({ bench, content, name, namespace, version, folder, patience, made, issuers }));
  }
  const left = await remove(bench, name, patience);
  for (const issuer of issuers) issuer.close();
  if (issuers.length > 0) await removeCertificateKinds(bench.client.cluster);
  for (const ref of [...made, { apiVersion: 'v1', kind: 'Namespace', name: namespace }]) await bench.client.delete(ref);
  return { content, steps, left };
}

/** There were none when it was rendered, or they went after that: with what was walked before. */
const CERTIFICATES_WANTED = /nothing on the cluster issues certificates|does not serve \w+ \(cert-manager\.io/;

interface Installing {
  readonly bench: ProvisionersBench;
  readonly content: Content;
  readonly name: string;
  readonly namespace: string;
  readonly version: string;
  readonly folder: string;
  readonly patience: Patience;
  readonly made: ObjectRef[];
  /** Stand-ins for cert-manager. */
  readonly issuers: { close(): void }[];
}

async function install({ bench, content, name, namespace, version, folder, patience, made, issuers }: Installing): Promise<Step> {
  const begun = performance.now();
  const files = bundleFilesFromDirectory(folder);
  const within = content.className === 'core-rukpak-io-helm' ? 'chart/' : '';
  const tag = `${name}-${version === '' ? 'only' : version.replaceAll('+', '-')}`;
  const { ref } = await bench.image(tag, Object.fromEntries(files.paths().map((path) => [within + path, files.read(path) ?? Buffer.alloc(0)])));
  const needed: string[] = [];
  const config: { value: object } = { value: valuesOf(content, namespace) };
  const apply = (): Promise<unknown> => (
    bench.deployment(name, { type: 'image', image: { ref } }, { installNamespace: namespace, config: config.value }, content.className)
  );
  const before = statusOf(await bench.client.cluster.get(deploymentRef(name)).then((answer) => (answer.type === 'object' ? answer.object : undefined))).activeBundle;
  if (watchesItself(folder, content)) {
    config.value = { watchNamespace: namespace };
    needed.push('`watchNamespace`');
  }
  await apply();
  for (let attempt = 0; ; attempt += 1) {
    const { outcome, said } = await settled(bench, name, before, patience);
    const kinds = outcome === 'refused' ? kindsIn(said) : [];
    const asksForCertificates = outcome === 'refused' && CERTIFICATES_WANTED.test(said);
    if ((kinds.length === 0 && !asksForCertificates) || attempt === 3) return { version, outcome, said, ms: performance.now() - begun, needed };
    if (asksForCertificates) {
      await installCertificateKinds(bench.client.cluster);
      issuers.push(issueCertificates(bench.client.cluster, namespace));
      needed.push('cert-manager');
    }
    for (const kind of kinds) made.push(await defineKind(kind, bench.client));
    needed.push(...kinds.map(({ kind }) => kind));
    // What is there by now is found out by the next turn.
    await apply();
  }
}

/** What a chart needs to get anywhere. */
function valuesOf({ name, className }: Content, namespace: string): object {
  // A part of it goes to the namespace of the operator, which has to be there.
  const isRook = name === 'rook-ceph-cluster' && className === 'core-rukpak-io-helm';
  return isRook ? { values: `operatorNamespace: ${namespace}` } : {};
}

/** It supports no other way than to watch namespaces that somebody names. */
function watchesItself(folder: string, { className }: Content): boolean {
  if (className !== 'core-rukpak-io-registry') return false;
  const { bundle } = readBundle(bundleFilesFromDirectory(folder));
  return bundle?.format === 'registry+v1' && !supportedInstallModes(bundle).includes('AllNamespaces');
}

function kindsIn(said: string): readonly Pick<KubeObject, 'apiVersion' | 'kind'>[] {
  const [, list = ''] = /required resource not found: (.*)/.exec(said) ?? [];
  return list.split(', ').flatMap((text) => {
    const [, apiVersion, kind] = /^(\S+) (\S+)$/.exec(text) ?? [];
    return apiVersion === undefined || kind === undefined ? [] : [{ apiVersion, kind }];
  });
}

interface Settled {
  readonly outcome: StepOutcome;
  readonly said: string;
}

/** Resolves when another bundle than `before` is installed, or when the conditions have said the same for long enough. */
function settled(bench: ProvisionersBench, name: string, before: string | undefined, { quietMs, mostMs }: Patience): Promise<Settled> {
  const { apiVersion, kind } = deploymentRef(name);
  return new Promise((resolve) => {
    let last: Settled = { outcome: 'waits', said: '' };
    const end = (result: Settled): void => {
      clearTimeout(quiet);
      clearTimeout(most);
      subscription.close();
      resolve(result);
    };
    let quiet = setTimeout(() => end(last), quietMs);
    const most = setTimeout(() => end(last), mostMs);
    const subscription = bench.client.cluster.observe({ apiVersion, kind, name }, {
      changed: (live) => {
        const now = lookAt(live, before);
        if (now.outcome === 'installed') return end(now);
        if (now.said === last.said) return;
        last = now;
        clearTimeout(quiet);
        quiet = setTimeout(() => end(last), quietMs);
      },
      removed: () => undefined, synced: () => undefined, failed: () => undefined,
    });
  });
}

function lookAt(live: KubeObject, before: string | undefined): Settled {
  const { activeBundle } = statusOf(live);
  const [valid, installed] = [conditionOf(live, 'HasValidBundle'), conditionOf(live, 'Installed')];
  if (installed?.reason === 'InstallationSucceeded' && activeBundle !== undefined && activeBundle !== before) return { outcome: 'installed', said: '' };
  if (valid?.reason === 'UnpackFailed') return { outcome: 'not unpacked', said: valid.message };
  const refused = ['InstallFailed', 'UpgradeFailed', 'BundleLoadFailed'].includes(installed?.reason ?? '');
  return { outcome: refused ? 'refused' : 'waits', said: installed?.message ?? valid?.message ?? '' };
}

async function remove(bench: ProvisionersBench, name: string, { mostMs }: Patience): Promise<string> {
  const { activeBundle } = statusOf(await bench.client.get(deploymentRef(name)));
  await bench.client.delete(deploymentRef(name));
  let said = '';
  const gone = bench.client.until(deploymentRef(name), (live) => {
    said = conditionOf(live, 'Installed')?.message ?? '';
    return live === undefined;
  }).then(() => true);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => { timer = setTimeout(() => resolve(false), mostMs); });
  const isGone = await Promise.race([gone, late]);
  clearTimeout(timer);
  if (isGone && activeBundle !== undefined) await bench.gone(bundleRef(activeBundle));
  return isGone ? '' : said;
}
