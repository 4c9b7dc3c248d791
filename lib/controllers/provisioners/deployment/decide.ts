/** What is due for a BundleDeployment. Pure. */
import { unpackedOf, type Unpacked } from '../bundle/decide';
import type { LiveBundle, LiveDeployment } from '../model';
import { installs, isClass, type ProvisionerClass } from '../names';
import { awaitedBy, conditionOf, isStuck, type RevisionFacts, type RevisionStates } from '../../extension/revision-facts';
import { bundleName, bundleOf, isBundleOf } from './template';

/** Bundles that a template may have left behind, the one that is wanted included. */
export const MOST_BUNDLES = 4;

export type DeploymentStep =
  | { readonly type: 'make-bundle'; readonly bundle: LiveBundle }
  /** Nothing is made any more until somebody looks. */
  | { readonly type: 'refused'; readonly message: string }
  /** Its name is that of a Bundle of somebody else. */
  | { readonly type: 'taken'; readonly message: string }
  | { readonly type: 'wait'; readonly bundle: LiveBundle }
  | { readonly type: 'install'; readonly bundle: LiveBundle; readonly unpacked: Unpacked; readonly bundleClass: ProvisionerClass };

/**
 * @param className that of the deployment
 * @param bundles those that say that it controls them: whoever may write Bundles may say so
 * @param named the Bundle, of whomever, that a name has
 */
export function deploymentStep(
  deployment: LiveDeployment, bundles: readonly LiveBundle[], className: ProvisionerClass, named: (name: string) => LiveBundle | undefined,
): DeploymentStep {
  const { spec: { template: { spec: { provisionerClassName: bundleClass } } } } = deployment;
  if (!isClass(bundleClass) || !installs(className, bundleClass)) {
    return { type: 'refused', message: `the provisioner ${className} does not install bundles of the class ${bundleClass}` };
  }
  const standing = bundles.filter(({ metadata: { deletionTimestamp } }) => deletionTimestamp === undefined);
  const bundle = standing.find((one) => isBundleOf(deployment, one));
  if (bundle === undefined) {
    const wanted = bundleOf(deployment);
    const there = named(wanted.metadata.name ?? '');
    if (there !== undefined) return { type: 'taken', message: takenBy(there) };
    if (standing.length < MOST_BUNDLES) return { type: 'make-bundle', bundle: wanted };
    const names = standing.map(({ metadata: { name } }) => name).sort().join(', ');
    return {
      type: 'refused', message: `reached the maximum generated Bundle limit: ${MOST_BUNDLES}; delete those that are not needed: ${names}`,
    };
  }
  const unpacked = unpackedOf(bundle);
  return unpacked === undefined ? { type: 'wait', bundle } : { type: 'install', bundle, unpacked, bundleClass };
}

/** Why the Bundle that has the wanted name is neither installed nor replaced. */
export function takenBy({ metadata: { name, deletionTimestamp } }: LiveBundle): string {
  if (deletionTimestamp !== undefined) return `Bundle ${name} is being deleted; it is made anew when it is gone`;
  return `Bundle ${name} is there already, and is not the one of this BundleDeployment: another client has made it. Nothing of it is `
    + 'installed, and it is not deleted; delete it, or give this BundleDeployment another name';
}

/** How the revision of what is wanted stands. */
export type Rollout =
  | { readonly type: 'under-way'; readonly message: string }
  | { readonly type: 'done' }
  /** It does not go on by itself. */
  | { readonly type: 'stuck'; readonly message: string };

/**
 * In the words of the API server: whoever makes the Pods of a workload copies a refusal into its condition, as text alone. The causes that
 * the server may have told with it are nowhere in the API.
 */
const POD_SECURITY = /violates PodSecurity/;
const ELSEWHERE = 'The namespace does not allow such Pods: name one that does in spec.installNamespace.';

export function rolloutOf(revision: RevisionFacts, { installed }: RevisionStates): Rollout {
  if (installed?.uid === revision.uid) return { type: 'done' };
  const { reason, message = '' } = conditionOf(revision, 'Progressing') ?? {};
  if (isStuck(revision)) return { type: 'stuck', message };
  const awaited = awaitedBy(revision);
  const remedy = awaited !== undefined && POD_SECURITY.test(awaited) ? ELSEWHERE : undefined;
  // That everything is written is no news of a rollout that waits for what was written.
  const progress = reason === 'RolledOut' ? '' : message;
  return { type: 'under-way', message: [progress, awaited, remedy].filter((part) => part !== undefined && part !== '').join('\n') };
}

/** Bundles that nothing stands for any more, once what is wanted is installed. */
export function superseded(bundles: readonly LiveBundle[], active: LiveBundle): readonly LiveBundle[] {
  return bundles.filter(({ metadata: { uid, deletionTimestamp } }) => uid !== active.metadata.uid && deletionTimestamp === undefined);
}

/**
 * Those of former templates that never came to be unpacked: nothing was made of them, and they would be tried again for ever, and count.
 * @param active the name of the one that is installed
 */
export function abandoned(deployment: LiveDeployment, bundles: readonly LiveBundle[], active: string | undefined): readonly LiveBundle[] {
  return bundles.filter((bundle) => {
    const { name, deletionTimestamp } = bundle.metadata;
    return deletionTimestamp === undefined && name !== active && unpackedOf(bundle) === undefined && name !== bundleName(deployment);
  });
}
