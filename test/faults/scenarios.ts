/**
 * What is done under faults: how the namespace is prepared, the command that runs, and what must hold whatever happens.
 */
import type { JsonObject, KubeObject, ObjectRef, ResolvedRevision } from '../../lib/api';
import { isBoxcutterError } from '../../lib/errors';
import { applyRevision, deleteExtension, recoverExtension, type Outcome, type WriteOptions } from '../../lib/runtime';
import { installKind, removeKind, revisionWithWidget, widgetRef } from './away/custom-kind';
import { installWebhook, restartWebhook, stopWebhook } from './away/webhook';
import { frozenRevisionOf, phasesOf, PHASES, revisionOf, sharedRevisionOf, THEIRS } from './content';
import { handOver, installFirst, makeOwners } from './commands/handover';
import { registryOf } from './away/registry';
import { deleteFirst, makeFirst, makeSecond, rolledOut, takenDown } from './commands/controller';
import { askFor, askForFirstAgain, askForSecond, askToGo, extensionPhases, gone, installed, upTo } from './commands/extension';
import { handOverRelease, handOverSecond, providerPhases, versionInstalled } from './commands/cluster-api';
import { adoptRelease, giveBack, installAndAdopt, installWithHelm } from './commands/helm';
import { adoptOperator, installWithOlm, olmObjects } from './commands/olm';
import { deploy, deployed, deploySecond, deployToGo, undeployed } from './commands/provisioner';
import { keepUntilRight } from './commands/keeping';
import { leaveToUs, takenOver } from './commands/takeover';
import { EXTENSION, type Session, type Site } from './site';

export interface Scenario {
  readonly name: string;
  /** Brings the empty namespace to where the command begins, without faults. */
  prepare(site: Site): Promise<void>;
  /** The command; tells how it ended. Rejects as the command fails. */
  run(session: Session): Promise<string>;
  /** What a repetition may end with besides: taken down is also what is not there any more. */
  readonly alsoDone?: string;
  /** Objects of the phases that are rolled out, or taken down. */
  readonly order?: { readonly direction: 'up' | 'down'; readonly phases: readonly (readonly string[])[] };
  /** `Kind/name` of what is not ours to touch. */
  readonly foreign?: readonly string[];
  /** Fields that another client sets in the middle of the command: from then on they have this value, in every version. */
  readonly theirs?: readonly TheirField[];
  /** Nothing at all may be written, or nothing but the state. */
  readonly writes?: 'none' | 'state';
  /** What another run does that takes over, where a process is stopped in the middle. */
  readonly rival?: (session: Session) => Promise<string>;
  /** Objects of the package of kinds that the history does not have. */
  readonly others?: (namespace: string) => readonly ObjectRef[];
  /** It works on an object that a cluster has one of: no other site does so at the same time. */
  readonly alone?: true;
  /** What this scenario is there for: something that a run needs goes away, and comes back. */
  readonly away?: Away;
}

export interface TheirField {
  /** `Kind/name` */
  readonly id: string;
  readonly read: (object: KubeObject) => unknown;
  readonly value: unknown;
}

export interface Away {
  /** Name of the fault. */
  readonly harm: string;
  go(site: Site): Promise<void>;
  /** Also when it is there. */
  back(site: Site): Promise<void>;
  /** `Kind/name` of what is lost with it. */
  readonly lost?: readonly string[];
}

const up = (version: 1 | 2): NonNullable<Scenario['order']> => ({ direction: 'up', phases: PHASES[version] });

function options({ cluster, namespace, signal, breakLock = false }: Session): WriteOptions {
  return { cluster, stateNamespace: namespace, signal, breakLock };
}

function verdictOf({ status, paused, result, unrecorded }: Outcome): string {
  const collisions = result.phases.flatMap(({ objects }) => objects).filter(({ action }) => action === 'Collision')
    .map(({ ref }) => ref.name);
  return [status, ...(paused ? ['paused'] : []), ...(collisions.length > 0 ? [`collision of ${collisions.join(', ')}`] : [])]
    // It says itself that it has to be repeated.
    .concat(unrecorded === undefined ? [] : ['not on record'])
    .join(', ');
}

const apply = (version: 1 | 2, protection?: 'IfNoController') => applyOf((namespace) => revisionOf(version, namespace, protection));

function applyOf(revision: (namespace: string) => ResolvedRevision): Scenario['run'] {
  return async (session) => verdictOf(await applyRevision(revision(session.namespace), options(session)));
}

const remove = (orphan: boolean) => async (session: Session): Promise<string> =>
  verdictOf(await deleteExtension(EXTENSION, { ...options(session), orphan }));

async function recoverAndApply(session: Session): Promise<string> {
  try {
    await recoverExtension(EXTENSION, options(session));
  } catch (error) {
    if (!isBoxcutterError(error) || error.code !== 'recover-needless') throw error;
  }
  return apply(1)(session);
}

/** Applies versions one after the other without faults. */
const applied = (...versions: readonly (1 | 2)[]) => async (site: Site): Promise<void> => {
  for (const version of versions) await applyWithoutFaults(site, revisionOf(version, site.namespace));
};

async function applyWithoutFaults(site: Site, revision: ResolvedRevision): Promise<void> {
  const session = options({ cluster: site.admin, namespace: site.namespace, signal: AbortSignal.timeout(30_000) });
  const outcome = await applyRevision(revision, { ...session, preflight: 'never' });
  if (outcome.status !== 'complete') throw new Error(`the scenario could not be prepared: ${verdictOf(outcome)}`);
}

const dataOf = ({ data }: KubeObject): JsonObject => (data ?? {}) as JsonObject;

/** Another client sets the fields that are its own. */
async function tune(site: Site): Promise<void> {
  const { namespace } = site;
  const { limit, revisionHistoryLimit } = THEIRS;
  await site.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace }, data: { limit } }, 'tuner');
  await site.apply({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'app', namespace }, spec: { revisionHistoryLimit } }, 'tuner');
}

async function foreignSettings(site: Site): Promise<void> {
  await site.apply({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: site.namespace },
    data: { theirs: 'yes' },
  });
}

const GONE = 'input: not-found';

export const scenarios: readonly Scenario[] = [
  { name: 'install', prepare: () => Promise.resolve(), run: apply(1), order: up(1) },
  { name: 'upgrade', prepare: applied(1), run: apply(2), order: up(2), rival: apply(1) },
  { name: 'handover', prepare: async (site) => installFirst(site.admin, await makeOwners(site)), run: handOver, order: up(2) },
  {
    name: 'replace',
    prepare: async (site) => applyWithoutFaults(site, frozenRevisionOf(1, site.namespace)),
    run: applyOf((namespace) => frozenRevisionOf(2, namespace)),
    order: up(2),
    rival: applyOf((namespace) => frozenRevisionOf(1, namespace)),
  },
  {
    name: 'ignored',
    prepare: async (site) => {
      await applyWithoutFaults(site, sharedRevisionOf(1, site.namespace));
      // In the middle: the first phase is written, the Deployment, which is theirs in part as well, comes next.
      site.meanwhile(({ kind, name, object }) => kind === 'ConfigMap' && name === 'settings' && dataOf(object)['version'] === '2', () => tune(site));
    },
    run: applyOf((namespace) => sharedRevisionOf(2, namespace)),
    theirs: [
      { id: 'ConfigMap/settings', read: (object) => dataOf(object)['limit'], value: THEIRS.limit },
      { id: 'Deployment/app', read: ({ spec }) => (spec as JsonObject)['revisionHistoryLimit'], value: THEIRS.revisionHistoryLimit },
    ],
    // No order: what the other client changes in an object that is ready already is not of the rollout.
  },
  { name: 'rollback', prepare: applied(1, 2), run: apply(1), order: up(1) },
  {
    name: 'teardown',
    prepare: applied(1),
    run: remove(false),
    alsoDone: GONE,
    order: { direction: 'down', phases: PHASES[1] },
    rival: apply(1),
  },
  { name: 'orphan', prepare: applied(1), run: remove(true), alsoDone: GONE },
  { name: 'collision', prepare: foreignSettings, run: apply(1), foreign: ['ConfigMap/settings'], writes: 'state' },
  {
    name: 'pause',
    prepare: async (site) => {
      await applied(1)(site);
      await site.changeHead((head) => ({ ...head, paused: { since: '2030-01-01T00:00:00Z', by: 'ada' } }));
    },
    run: apply(2),
    writes: 'none',
  },
  {
    name: 'adoption',
    prepare: async (site) => {
      for (const object of phasesOf(1, site.namespace).flat()) await site.apply(unmarked(object));
      // A ReplicaSet that comes late would look as if the adoption had made it.
      await site.rolledOut();
    },
    run: apply(1, 'IfNoController'),
    order: up(1),
  },
  // No order: what runs is taken over, whether it is ready or not.
  { name: 'helm-adoption', prepare: installWithHelm, run: adoptRelease },
  { name: 'helm-undo', prepare: installAndAdopt, run: giveBack, alsoDone: 'input: release-not-adopted' },
  { name: 'olm-adoption', prepare: installWithOlm, run: adoptOperator, others: olmObjects },
  {
    name: 'repair',
    prepare: async (site) => {
      await applied(1)(site);
      const { namespace } = site;
      await site.remove({ apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'late' });
      await site.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace }, data: { version: 'theirs' } });
    },
    run: keepUntilRight,
  },
  {
    name: 'recover',
    prepare: async (site) => {
      await applied(1)(site);
      await site.sync();
      for (const { kind, apiVersion, metadata: { name = '' } } of site.objects()) {
        if (kind === 'Secret') await site.remove({ apiVersion, kind, namespace: site.namespace, name });
      }
    },
    // No order: marking objects anew is no rollout.
    run: recoverAndApply,
  },
  {
    name: 'custom-kind',
    prepare: async (site) => {
      await installKind(site);
      site.removeLater(widgetRef(site.namespace));
      await applyWithoutFaults(site, revisionWithWidget(1, site.namespace));
    },
    run: applyOf((namespace) => revisionWithWidget(2, namespace)),
    others: (namespace) => [widgetRef(namespace)],
    away: { harm: 'crd-away', go: removeKind, back: installKind, lost: ['Widget/app'] },
  },
  {
    name: 'webhook',
    prepare: async (site) => {
      await installWebhook(site);
      await applied(1)(site);
    },
    run: apply(2),
    order: up(2),
    away: { harm: 'webhook-away', go: stopWebhook, back: restartWebhook },
  },
  { name: 'controller', prepare: (site) => makeFirst(site), run: rolledOut(1), order: up(1) },
  { name: 'controller-upgrade', prepare: (site) => makeSecond(site), run: rolledOut(2), order: up(2) },
  { name: 'controller-teardown', prepare: deleteFirst, run: takenDown(1), order: { direction: 'down', phases: PHASES[1] } },
  {
    name: 'controller-custom-kind',
    prepare: async (site) => {
      await installKind(site);
      site.removeLater(widgetRef(site.namespace));
      await makeSecond(site, revisionWithWidget);
    },
    run: rolledOut(2, widgetRef),
    others: (namespace) => [widgetRef(namespace)],
    away: { harm: 'crd-away', go: removeKind, back: installKind, lost: ['Widget/app'] },
  },
  {
    name: 'controller-webhook',
    prepare: async (site) => {
      await installWebhook(site);
      await makeSecond(site);
    },
    run: rolledOut(2),
    order: up(2),
    away: { harm: 'webhook-away', go: stopWebhook, back: restartWebhook },
  },
  { name: 'extension', prepare: askFor, run: installed(1, upTo(1)), order: { direction: 'up', phases: extensionPhases(1) } },
  { name: 'extension-upgrade', prepare: askForSecond, run: installed(2, upTo(2)), order: { direction: 'up', phases: extensionPhases(2) } },
  { name: 'extension-rollback', prepare: askForFirstAgain, run: installed(1, upTo(3)), order: { direction: 'up', phases: extensionPhases(1) } },
  { name: 'extension-teardown', prepare: askToGo, run: gone, order: { direction: 'down', phases: extensionPhases(1) } },
  // No order: what runs is taken over, whether it is ready or not.
  { name: 'extension-takeover', prepare: leaveToUs, run: takenOver },
  { name: 'cluster-api', prepare: handOverRelease, run: versionInstalled(1), order: { direction: 'up', phases: providerPhases(1) }, alone: true },
  {
    name: 'cluster-api-upgrade', prepare: handOverSecond, run: versionInstalled(2), order: { direction: 'up', phases: providerPhases(2) }, alone: true,
  },
  { name: 'provisioner', prepare: deploy, run: deployed(1), order: { direction: 'up', phases: extensionPhases(1) } },
  { name: 'provisioner-pivot', prepare: deploySecond, run: deployed(2), order: { direction: 'up', phases: extensionPhases(2) } },
  { name: 'provisioner-teardown', prepare: deployToGo, run: undeployed, order: { direction: 'down', phases: extensionPhases(1) } },
  {
    name: 'extension-registry',
    prepare: askForSecond,
    run: installed(2, upTo(2)),
    away: { harm: 'registry-away', go: async (site) => (await registryOf(site)).close(), back: async (site) => (await registryOf(site)).open() },
  },
];

/** As another client has made it by hand: nearly the same, without our mark. */
function unmarked(object: KubeObject): KubeObject {
  const { labels: _labels, ...metadata } = object.metadata;
  return { ...object, metadata, ...(object.kind === 'ConfigMap' ? { data: { version: 'theirs', more: 'theirs' } } : {}) };
}

export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name);
  if (found === undefined) {
    throw new Error(`There is no scenario "${name}"; there are: ${scenarios.map((scenario) => scenario.name).join(', ')}.`);
  }
  return found;
}
