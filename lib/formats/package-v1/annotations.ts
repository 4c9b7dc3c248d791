/** What `metadata/annotations.yaml` of a package says beside what that of every bundle does. */
export const SUGGESTED_NAMESPACE = 'operatorframework.io/suggested-namespace';
export const DISPLAY_NAME = 'olm.operatorframework.io/display-name';
export const MIN_KUBE_VERSION = 'olm.operatorframework.io/min-kube-version';
