/**
 * Which extensions of a cluster an installer may go by. Heads are not sealed, and tenants may write them: one that is made up could bring
 * the operator that another package needs into the namespace of its author, keep packages from being installed, or stand for one that is
 * not there. So of other namespaces only sealed content says what is installed.
 */
import type { ResolvedRevision } from '../../api';
import { defined } from '../../defined';
import { isBoxcutterError } from '../../errors';
import { HeadRecord } from '../../state';
import type { OperationOptions } from '../options';
import { type InstalledExtension, installedOf, type InstalledVersion } from './extensions';

export interface TrustedScope extends Pick<OperationOptions, 'cluster' | 'stateKey' | 'trustState'> {
  /** Records of this namespace count, whoever wrote them: what is done by them is done there. */
  readonly home: string;
}

export interface TrustedExtensions {
  /** In the order in which they were given. Of the home namespace all; of others the complete packages whose content is sealed. */
  readonly trusted: readonly InstalledExtension[];
  /** Others that are said to be a complete package. */
  readonly doubted: readonly InstalledExtension[];
}

/** Records that are read at the same time. */
const AT_ONCE = 8;
/** The account may not read it, or it is no record: nobody can go by it. */
const NO_RECORD: ReadonlySet<string> = new Set(['state-refused', 'state-unreadable', 'state-version']);

/**
 * Reads the content of each: two requests, or three, and one for the key.
 * @throws BoxcutterError `state-unreachable`
 */
export async function trustedExtensions(installed: readonly InstalledExtension[], scope: TrustedScope): Promise<TrustedExtensions> {
  const found = new Map<InstalledExtension, InstalledExtension>();
  const isPackage = ({ packageName, complete }: InstalledExtension): boolean => packageName !== undefined && complete !== undefined;
  const asked = installed.filter((one) => one.stateNamespace === scope.home || isPackage(one));
  const waiting = [...asked];
  const work = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const trusted = await asSealed(one, scope) ?? (one.stateNamespace === scope.home ? atHome(one) : undefined);
      if (trusted !== undefined) found.set(one, trusted);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return {
    trusted: asked.flatMap((one) => found.get(one) ?? []),
    doubted: asked.filter((one) => !found.has(one)),
  };
}

/** With what the sealed content says instead of the head. Undefined: it is not sealed, or nothing of it is complete. */
async function asSealed(
  { extension, stateNamespace }: InstalledExtension, { home, ...options }: TrustedScope,
): Promise<InstalledExtension | undefined> {
  try {
    const record = await HeadRecord.read(extension, { ...options, stateNamespace });
    if (record.head === undefined) return undefined;
    const { newest, complete, ...rest } = installedOf(record.head, stateNamespace);
    const read = async (version: InstalledVersion | undefined): Promise<Sealed | undefined> =>
      (version === undefined ? undefined : sealedVersion(await record.content(version.revision)));
    const last = await read(complete);
    const first = newest?.revision === complete?.revision ? last : await read(newest);
    const isWhole = first !== undefined && (last !== undefined || (complete === undefined && stateNamespace === home));
    if (!isWhole) return undefined;
    const { packageName: _head, ...facts } = rest;
    return { ...facts, ...defined({ packageName: (last ?? first).packageName, newest: first.version, complete: last?.version }) };
  } catch (error) {
    if (isBoxcutterError(error) && NO_RECORD.has(error.code)) return undefined;
    throw error;
  }
}

interface Sealed {
  readonly packageName: string | undefined;
  readonly version: InstalledVersion;
}

function sealedVersion(content: ResolvedRevision | undefined): Sealed | undefined {
  if (content === undefined || (content.untrusted ?? content.untrustedChoices) !== undefined) return undefined;
  const { number, packageName, version, bundle } = content;
  return { packageName, version: { revision: number, ...defined({ version, bundle }) } };
}

/** As the head has it. Where it says that it was installed into another namespace, that is not believed. */
function atHome({ newest, complete, ...rest }: InstalledExtension): InstalledExtension {
  const { stateNamespace } = rest;
  const here = (found: InstalledVersion | undefined): InstalledVersion | undefined => {
    if (found?.bundle?.namespace === undefined || found.bundle.namespace === stateNamespace) return found;
    const { namespace: _elsewhere, ...bundle } = found.bundle;
    return { ...found, bundle };
  };
  return { ...rest, ...defined({ newest: here(newest), complete: here(complete) }) };
}
