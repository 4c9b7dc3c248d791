/** A release as Helm has installed it, which is taken over, and given back. */
import { gzipSync } from 'node:zlib';
import { adoptHelm, beginHelm, beginReturn, returnObjects, returnRelease } from '../../../lib/adoption';
import type { JsonObject, KubeObject } from '../../../lib/api';
import type { Outcome } from '../../../lib/runtime';
import { stringifyYaml } from '../../../lib/yaml';
import { phasesOf } from '../content';
import { EXTENSION, type Session, type Site } from '../site';

/** Objects under Helm's name and with its marks, and the release in its Secret. */
export async function installWithHelm(site: Site): Promise<void> {
  const { admin, namespace } = site;
  const objects = phasesOf(1, namespace).flat()
    .map(({ metadata: { labels: _labels, ...metadata }, ...object }): KubeObject => ({ ...object, metadata }));
  for (const object of objects) {
    const answer = await admin.create(marked(object, namespace), { fieldManager: 'helm' });
    if (answer.type !== 'object') throw new Error(`not created: ${JSON.stringify(answer)}`);
  }
  const manifest = objects.map((object) => `---\n# Source: chart/templates/all.yaml\n${stringifyYaml(object as unknown as JsonObject)}`).join('');
  const chart = { metadata: { name: 'chart', version: '1.0.0' } };
  const release = { name: EXTENSION, namespace, version: 1, manifest, info: { status: 'deployed' }, chart };
  const content = gzipSync(JSON.stringify(release)).toString('base64');
  await site.apply({
    apiVersion: 'v1', kind: 'Secret', type: 'helm.sh/release.v1',
    metadata: {
      name: `sh.helm.release.v1.${EXTENSION}.v1`, namespace, labels: { owner: 'helm', name: EXTENSION, status: 'deployed', version: '1' },
    },
    data: { release: Buffer.from(content).toString('base64') },
  });
  // A ReplicaSet that comes late would look as if the adoption had made it.
  await site.rolledOut();
}

function marked(object: KubeObject, namespace: string): KubeObject {
  const annotations = { 'meta.helm.sh/release-name': EXTENSION, 'meta.helm.sh/release-namespace': namespace };
  return { ...object, metadata: { ...object.metadata, labels: { 'app.kubernetes.io/managed-by': 'Helm' }, annotations } };
}

export async function adoptRelease({ cluster, namespace, signal, breakLock = false }: Session): Promise<string> {
  const place = { cluster, stateNamespace: namespace };
  const adoption = await beginHelm({ release: EXTENSION, namespace }, place);
  if (adoption.isAdopted) return 'complete';
  return verdictOf(await adoptHelm(adoption, { ...place, signal, breakLock }));
}

export async function giveBack({ cluster, namespace, signal, breakLock = false }: Session): Promise<string> {
  const going = await beginReturn(EXTENSION, namespace, { cluster });
  const outcome = going.isInstalled ? await returnObjects(going, { cluster, signal, breakLock }) : undefined;
  if (outcome !== undefined && verdictOf(outcome) !== 'complete') return verdictOf(outcome);
  await returnRelease(going, { cluster });
  return 'complete';
}

function verdictOf({ status, unrecorded }: Outcome): string {
  return unrecorded === undefined ? status : `${status}, not on record`;
}

/** What `giveBack` begins with. */
export async function installAndAdopt(site: Site): Promise<void> {
  await installWithHelm(site);
  const verdict = await adoptRelease({ cluster: site.admin, namespace: site.namespace, signal: AbortSignal.timeout(30_000) });
  if (verdict !== 'complete') throw new Error(`the scenario could not be prepared: ${verdict}`);
}
