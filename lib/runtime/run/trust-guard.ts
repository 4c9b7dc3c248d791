/**
 * Content from the state without a valid seal is applied only where that gives its writer no rights: within the namespace of the state, and
 * what it deletes counts as much as what it writes (docs/state.md).
 */
import { displayName, keyOf, type KubeObject, type ObjectRef, type ResolvedRevision, type Untrusted } from '../../api';
import type { InventoryEntry } from '../../engine';
import { BoxcutterError } from '../../errors';
import { contentDigest } from '../../revision';
import { shellWord } from '../../shell-word';
import {
  beyondScope, concernedBy, DEFAULT_STATE_KEY, keysOf, type Beyond, type BeyondScope, type Operation, type StateKeyPlace,
} from '../../state';
import type { Guard } from './guard';

export interface TrustOptions {
  readonly stateNamespace: string;
  readonly stateKey?: StateKeyPlace | undefined;
  /** Digests of content that the caller itself has applied: it needs no seal. @default none */
  readonly vouchedDigests?: readonly string[] | undefined;
}

/** How many objects the refusal names. */
const NAMED = 5;

export function trustGuard(options: TrustOptions): Guard {
  return {
    before: ({ operation, record }) => Promise.resolve({ refusal: trustRefusal(operation, record.inventory, options) }),
  };
}

/** `state-untrusted` (input), or nothing. Pure. */
export function trustRefusal(
  operation: Operation,
  inventory: readonly InventoryEntry[],
  options: TrustOptions,
): BoxcutterError | undefined {
  if (!('revision' in operation) || operation.revision.untrusted === undefined) return undefined;
  const { revision } = operation;
  const beyond = beyondTrust(revision, touchedBy(operation, revision, inventory), options);
  return beyond.length === 0 ? undefined : untrustedError(revision.extension, operation.revision.untrusted, beyond, options);
}

/** What an operation writes, and what it deletes because its content has it no longer. */
function touchedBy(
  operation: Operation,
  revision: ResolvedRevision,
  inventory: readonly InventoryEntry[],
): readonly (KubeObject | ObjectRef)[] {
  const wanted = keysOf(revision);
  const removed = concernedBy(operation, inventory).map(({ ref }) => ref).filter((ref) => !wanted.has(keyOf(ref)));
  return [...revision.phases.flatMap((phase) => phase.objects.map(({ object }) => object)), ...removed];
}

/** Those of the objects that the revision may not touch, because it is not trusted enough. Pure. */
export function beyondTrust(
  { untrusted, phases, probes }: Pick<ResolvedRevision, 'untrusted' | 'phases' | 'probes'>,
  touched: readonly (KubeObject | ObjectRef)[],
  { stateNamespace, vouchedDigests = [] }: TrustOptions,
): readonly BeyondScope[] {
  if (untrusted === undefined) return [];
  // Who may write a release of another namespace may write in neither: then nothing is left.
  const beyond = [stateNamespace, namespaceOf(untrusted)].map((one) => beyondScope(touched, one)).find((found) => found.length > 0) ?? [];
  const isVouched = beyond.length > 0 && vouchedDigests.length > 0 && vouchedDigests.includes(contentDigest(phases, probes));
  return isVouched ? [] : beyond;
}

/** Of the Secret, and so of whoever may write it. */
function namespaceOf({ secret }: Untrusted): string {
  return secret.slice(0, secret.indexOf('/'));
}

const BEYOND: Readonly<Record<Beyond, (namespace: string) => string>> = {
  'cluster-scoped': () => 'cluster-scoped',
  'other-namespace': (namespace) => `not in namespace ${namespace}`,
  'kind': () => 'of a kind that may lend rights',
  'credentials': () => 'a Secret that the API server fills with credentials',
};

function whyNot({ secret, why }: Untrusted, key: string): string {
  switch (why) {
    case 'unsealed':
      return `Secret ${secret} has no seal`;
    case 'seal-wrong':
      return `the seal of Secret ${secret} is wrong: it was changed, or written without the key`;
    case 'key-missing':
      return `the seal of Secret ${secret} cannot be checked, because there is no Secret ${key}`;
    case 'key-refused':
      return `the seal of Secret ${secret} cannot be checked, because this account may not read Secret ${key}`;
    case 'key-unusable':
      return `the seal of Secret ${secret} cannot be checked, because Secret ${key} holds no key`;
    case 'release':
      return `it is what the release of Helm in ${secret} says`;
  }
}

/** Why objects are left as they are, as the beginning of a sentence; and which. */
export function describeUntrusted(
  untrusted: Untrusted,
  beyond: readonly BeyondScope[],
  { stateNamespace, stateKey }: TrustOptions,
): string {
  const { namespace, name } = stateKey ?? DEFAULT_STATE_KEY;
  const notIn = (ref: ObjectRef): string => (ref.namespace === stateNamespace ? namespaceOf(untrusted) : stateNamespace);
  const named = beyond.slice(0, NAMED).map(({ ref, why }) => `${displayName(ref)} (${BEYOND[why](notIn(ref))})`);
  const more = beyond.length > NAMED ? ` and ${beyond.length - NAMED} more` : '';
  return `${whyNot(untrusted, `${namespace}/${name}`)}, and it touches ${named.join(', ')}${more}`;
}

function untrustedError(
  extension: string,
  untrusted: Untrusted,
  beyond: readonly BeyondScope[],
  options: TrustOptions,
): BoxcutterError {
  const what = describeUntrusted(untrusted, beyond, options);
  const isRelease = untrusted.why === 'release';
  const written = `the ${isRelease ? 'configuration' : 'record'} of extension "${extension}"`;
  return new BoxcutterError(
    'state-untrusted', 'input', `Somebody other than an installer may have written ${written}: ${what}. Nothing was changed.`,
    {
      hint: ({ option }) => (isRelease
        ? `boxcutter get ${shellWord(extension)} config -n ${shellWord(options.stateNamespace)} shows it: give it yourself, with --config. `
        : 'Apply the package itself, with its configuration: that needs no trust, and an account that may read the key seals the record. ')
        + `If you know who wrote the Secret, trust it with ${option('trustState', true)}.`,
      details: { extension, ...untrusted, beyond: beyond.map(({ ref, why }) => ({ ...ref, why })) },
    },
  );
}
