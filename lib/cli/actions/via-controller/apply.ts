/** `apply --via-controller`: the revision is written for the controllers, and followed while they roll it out. */
import { ANNOTATION_BUNDLE_VERSION, API_VERSION, type ResolvedRevision, SYSTEM_NAMESPACE } from '../../../api';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import { checkCrdUpgrades, crdUpgradeError } from '../../../guards';
import { fitToServer, upgradeGatedError } from '../../../runtime';
import { isUpgrade, runByControllers } from '../../../runtime/internal';
import type { Compiled } from '../../../source';
import {
  controlledExtension, type ControlledHead, type ControlledRevision, nextRevision, putRevision, readHead, unchangedRevision,
} from '../../../state';
import { givenOptions } from '../../command-line/given-options';
import type { ApplyArgs } from '../../commands/apply';
import { EXIT } from '../../exit';
import { note } from '../../output/note';
import { isDocument } from '../../output/print';
import { stateNamespace, type Connection, type Session } from '../../session';
import { follow } from './follow';
import { forgetOutdated } from './history';

/** Field manager of revisions that the command makes. */
const FIELD_MANAGER = 'boxcutter';

/** Options of a run of our own, which there is none of. */
const MEANINGLESS = [
  'atomic', 'breakLock', 'changePackage', 'checkPermissions', 'createNamespace', 'crdWaiver', 'deleteData', 'dryRun', 'giveUp', 'onFailure',
  'orphan', 'plan', 'replace', 'report', 'skipUnserved', 'stateKey', 'trustState', 'watch',
] as const satisfies readonly (keyof ApplyArgs)[];

/** @throws BoxcutterError `usage-via-controller` with every option that means nothing */
export function refuseMeaningless(args: ApplyArgs): void {
  const given = givenOptions(args, MEANINGLESS);
  if (given.length === 0) return;
  throw new BoxcutterError(
    'usage-via-controller', 'input',
    `With --via-controller the controllers do the work, and ${given.join(', ')} ${given.length === 1 ? 'means' : 'mean'} nothing to them.`,
    { hint: 'Leave it out; or leave --via-controller out, and the command does the work itself.' },
  );
}

export async function applyViaController(
  [compiled, ...others]: readonly Compiled[], args: ApplyArgs, connection: Connection, timeoutMs: number,
): Promise<number> {
  if (compiled === undefined) return EXIT.done;
  if (others.length > 0) {
    const message = `The paths make ${others.length + 1} extensions, and --via-controller takes one.`;
    throw new BoxcutterError('usage-via-controller', 'input', message, { hint: 'Apply them one after the other.' });
  }
  const extension = compiled.resolved.extension;
  const { code, name } = await connection.session(timeoutMs, (session) => write(compiled, args, session, timeoutMs));
  if (!isDocument(args.output)) return code;
  const { status } = await import('../status.js');
  await status({ ...args, extension: name ?? extension, watch: false } as never);
  return code;
}

async function write(
  { resolved, documents }: Compiled, args: ApplyArgs, session: Session, timeoutMs: number,
): Promise<{ readonly code: number; readonly name?: string }> {
  const { cluster } = session;
  const { extension } = resolved;
  await requireKind(session);
  const found = await controlledExtension(cluster, extension);
  if (found?.controlled.cluster !== undefined) throw runByControllers(found, 'apply');
  await refuseOwn(extension, args, session);
  // What the server would refuse or change is known before anything is written.
  await fitToServer(resolved, cluster, { ...defined({ namespace: args.namespace }), skipUnserved: false, onNote: note });
  if (args.crdSafety !== 'off') {
    const objects = resolved.phases.flatMap((phase) => phase.objects.map(({ object }) => object));
    const unsafe = crdUpgradeError(await checkCrdUpgrades(objects, cluster), { from: 'path' });
    if (unsafe !== undefined && args.crdSafety !== 'warn') throw unsafe;
    if (unsafe !== undefined) note(unsafe.message);
  }
  const name = await writtenName(found, { resolved, documents }, args, session);
  const code = args.wait ? await follow(name, session, timeoutMs, isDocument(args.output) || args.progress === 'none') : EXIT.done;
  // Of a rollout that did not get there, nobody knows yet what it is good for to look back at.
  if (code === EXIT.done) await forgetOutdated(extension, session);
  return { code };
}

async function writtenName(
  found: ControlledHead | undefined, { resolved, documents }: Compiled, args: ApplyArgs, { cluster }: Session,
): Promise<string> {
  const family = found?.controlled.revisions ?? [];
  const same = unchangedRevision(family, resolved);
  if (same !== undefined) {
    note(`${same.name} has this content already; nothing was written.`);
    return same.name;
  }
  const gated = args.ignoreUpgradeGate ? undefined : gatedUpgrade(family, resolved);
  if (gated !== undefined) throw gated;
  const content = nextRevision(documents(), resolved, family, args.stateNamespace ?? SYSTEM_NAMESPACE);
  await putRevision(content, { cluster, fieldManager: FIELD_MANAGER });
  const { name = '' } = content.manifest.metadata;
  note(`${name} is written; the controllers roll it out.`);
  return name;
}

/** As the controllers see the gates of what is installed; where they upgrade extensions themselves, they heed them. */
function gatedUpgrade(family: readonly ControlledRevision[], { extension, version }: ResolvedRevision): BoxcutterError | undefined {
  const installed = family.find(({ conditions }) => conditions.some(({ type, status }) => type === 'Succeeded' && status === 'True'));
  const closed = installed?.conditions.find(({ type, status }) => type === 'Upgradeable' && status === 'False');
  const from = installed?.object.metadata.annotations?.[ANNOTATION_BUNDLE_VERSION];
  if (installed === undefined || closed === undefined || !isUpgrade(from, version)) return undefined;
  return upgradeGatedError({ extension, number: installed.number, ...defined({ version: from }), gates: closed.message });
}

async function requireKind({ cluster }: Session): Promise<void> {
  if (await cluster.resolve(API_VERSION, 'ClusterExtensionRevision') !== undefined) return;
  const message = 'This cluster does not have the kinds of the controllers. Nothing was written.';
  throw new BoxcutterError('controllers-missing', 'input', message, {
    hint: 'Leave --via-controller out; or install the controllers: boxcutter controller manifests.',
  });
}

/** Two that run the same objects would take them from each other. */
async function refuseOwn(extension: string, args: ApplyArgs, { cluster }: Session): Promise<void> {
  const namespace = stateNamespace(args, cluster);
  if (await readHead(cluster, extension, namespace) === undefined) return;
  throw new BoxcutterError(
    'run-by-command', 'input', `The command runs extension "${extension}" (state in namespace ${namespace}). Nothing was written.`,
    {
      hint: 'Leave --via-controller out. To hand its objects over to the controllers, let go of them first: '
        + `boxcutter orphan ${extension} -n ${namespace}; and apply with --collision-protection IfNoController.`,
    },
  );
}
