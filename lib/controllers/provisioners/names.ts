/** Names of RukPak's API v1alpha1. */
export const RUKPAK_GROUP = 'core.rukpak.io';
const apiVersion = `${RUKPAK_GROUP}/v1alpha1`;
export const BUNDLE_KIND = { apiVersion, kind: 'Bundle' } as const;
export const DEPLOYMENT_KIND = { apiVersion, kind: 'BundleDeployment' } as const;

/** On Bundles that are made of a template: whose, and the hash of the template. */
export const LABEL_OWNER_KIND = `${RUKPAK_GROUP}/owner-kind`;
export const LABEL_OWNER_NAME = `${RUKPAK_GROUP}/owner-name`;
export const LABEL_TEMPLATE_HASH = `${RUKPAK_GROUP}/template-hash`;
/** On a revision: the Bundle that it was made of. */
export const ANNOTATION_BUNDLE = `${RUKPAK_GROUP}/bundle`;
/** On a revision: the namespace that it needs. */
export const ANNOTATION_NAMESPACE = `${RUKPAK_GROUP}/install-namespace`;
/** On a Secret with `username` and `password`: the hosts that they are for, separated by commas, each as in an address. */
export const ANNOTATION_HOST = `${RUKPAK_GROUP}/host`;
/** What a BundleDeployment has installed goes before it does. */
export const FINALIZER = `${RUKPAK_GROUP}/teardown`;
/** Field manager. */
export const PROVISIONER = `${RUKPAK_GROUP}/provisioner`;

/** Provisioner classes by name, each with the format of the bundles that it unpacks. */
export const CLASSES = {
  'core-rukpak-io-plain': 'plain+v0', 'core-rukpak-io-registry': 'registry+v1', 'core-rukpak-io-helm': 'helm',
} as const;
export type ProvisionerClass = keyof typeof CLASSES;

export function isClass(name: string): name is ProvisionerClass {
  return Object.hasOwn(CLASSES, name);
}

/**
 * Which bundles a class installs: its own, and the plain one those of OLM as well, which RukPak's registry provisioner unpacks to plain
 * manifests.
 */
export function installs(deployment: ProvisionerClass, bundle: string): bundle is ProvisionerClass {
  return deployment === bundle || (deployment === 'core-rukpak-io-plain' && bundle === 'core-rukpak-io-registry');
}
