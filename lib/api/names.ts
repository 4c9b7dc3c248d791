/** Group of our own API and prefix of every label and annotation that we write (docs/requirements.md, revisions). */
export const GROUP = 'olm.operatorframework.io';
export const API_VERSION = `${GROUP}/v1`;

/**
 * Property of a bundle in a catalog: the JSON Schema of its configuration (our own), so that what can be configured is known without the
 * image. A larger schema stays in the image alone.
 */
export const PROPERTY_CONFIG_SCHEMA = `${GROUP}/config-schema`;
/** Bytes of that schema as JSON, at most. */
export const MAX_CONFIG_SCHEMA_PROPERTY = 65_536;

/**
 * Property of a bundle, in its metadata and in a catalog: the phases, probes and policies of its author, where they are not those of the
 * kinds (our own; docs/package-export.md).
 */
export const PROPERTY_ROLLOUT = `${GROUP}/rollout`;

/** Labels on every object of an extension (docs/requirements.md, revisions). */
export const LABEL_OWNER_KIND = `${GROUP}/owner-kind`;
export const LABEL_OWNER_NAME = `${GROUP}/owner-name`;
/** Label on a ClusterExtensionRevision that names its extension (docs/requirements.md, revisions). */
export const LABEL_OWNER = `${GROUP}/owner`;
/** Label that pending upgrades are listed by: the name of their extension (docs/requirements.md, upgrade approval). */
export const LABEL_EXTENSION = 'clusterextension';
/** Label on a content Secret that names its revision. */
export const LABEL_REVISION_NAME = `${GROUP}/revision-name`;

/** Annotations on a revision (docs/requirements.md, revisions). */
export const ANNOTATION_BUNDLE_NAME = `${GROUP}/bundle-name`;
export const ANNOTATION_BUNDLE_VERSION = `${GROUP}/bundle-version`;
export const ANNOTATION_BUNDLE_REFERENCE = `${GROUP}/bundle-reference`;
export const ANNOTATION_PACKAGE_NAME = `${GROUP}/package-name`;
/** Digest of what a catalog carries of a bundle that names no image: what the revision was made of (our own). */
export const ANNOTATION_BUNDLE_CONTENT = `${GROUP}/bundle-content`;
/** Which of several builds of one version (docs/catalogs.md). */
export const ANNOTATION_BUNDLE_RELEASE = `${GROUP}/bundle-release`;
/** What the bundle of a revision brings and needs: properties as a catalog has them, as a JSON list. */
export const ANNOTATION_PROPERTIES = 'olm.properties';
/** Digest of what a controller made the revision of: the same again makes no new one (our own). */
export const ANNOTATION_REQUEST = `${GROUP}/request`;

/** Annotation on a pending upgrade: the user who approved it, kept honest by the admission policy of the controllers (our own). */
export const ANNOTATION_APPROVED_BY = `${GROUP}/approved-by`;
/** Annotation on a revision whose upgrade was approved: by whom and when, as JSON (our own; docs/upgrade-approval.md). */
export const ANNOTATION_APPROVAL = `${GROUP}/approval`;
/** Annotation on a revision that brings back an earlier one: which, from where and why, as JSON (our own; docs/upgrade-approval.md). */
export const ANNOTATION_ROLLBACK = `${GROUP}/rollback`;
/** Annotation on an object of a package: what must hold of it before the next upgrade (our own; docs/upgrade-approval.md#upgrade-gates). */
export const ANNOTATION_UPGRADE_GATE = `${GROUP}/upgrade-gate`;

/** Annotations on a revision: the service account that its objects are written and read as; without them, the controllers' own rights. */
export const ANNOTATION_SERVICE_ACCOUNT_NAME = `${GROUP}/service-account-name`;
export const ANNOTATION_SERVICE_ACCOUNT_NAMESPACE = `${GROUP}/service-account-namespace`;

/** Annotation on a revision whose objects are in another cluster: which one, by the uid of its namespace kube-system. */
export const ANNOTATION_TARGET = `${GROUP}/target-cluster`;

/** Annotation on a revision that was made of a Helm release: digest of what it had. Its objects are taken over with the fields of helm. */
export const ANNOTATION_FROM_HELM = `${GROUP}/migrated-from-helm`;
/** Annotation on a revision that was made of ClusterObjectSets of operator-controller: their names, divided by commas (our own). */
export const ANNOTATION_FROM_OBJECT_SETS = `${GROUP}/migrated-from-object-sets`;

/** Annotation on an extension that was made because another one needs its package: the name of that one (our own; docs/extensions.md). */
export const ANNOTATION_REQUESTED_BY = `${GROUP}/requested-by`;

/**
 * Annotation on a revision: the extensions that it needs, divided by commas or white space; empty: it needs none (our own;
 * docs/constructs.md).
 */
export const ANNOTATION_DEPENDS_ON = `${GROUP}/depends-on`;

/** Annotation on an object with its owners, where native owner references cannot be (format of package-operator). */
export const ANNOTATION_OWNERS = `${GROUP}/owners`;
/** Annotation on an object with the number of the revision that applied it (native ownership). */
export const ANNOTATION_REVISION = `${GROUP}/revision`;

/** Annotation on an object of a package: with the value `orphan` it lives on when it has to go (our own: upstream has no name for it). */
export const ANNOTATION_ON_REMOVAL = `${GROUP}/on-removal`;
export const ON_REMOVAL_ORPHAN = 'orphan';

/** Annotation on an object of a package: its replacement policy, `Fail` or `Recreate` (our own). */
export const ANNOTATION_REPLACEMENT_POLICY = `${GROUP}/replacement-policy`;

/** Annotation on an object of a package: paths of fields that belong to others (our own; docs/ignored-fields.md). */
export const ANNOTATION_IGNORE = `${GROUP}/ignore`;

/** Key in a content Secret whose content is confidential: what digests of it are made with (our own). */
export const CONTENT_SALT = 'boxcutter.salt';

/** Type of content Secrets. */
export const SECRET_TYPE_CONTENT = `${GROUP}/object-data`;
/** Finalizer of an extension: what it has installed goes before it does (our own; upstream leaves that to the garbage collector). */
export const FINALIZER_EXTENSION = `${GROUP}/uninstall`;
/** Finalizer of a revision (docs/requirements.md, revisions). */
export const FINALIZER_TEARDOWN = `${GROUP}/teardown`;
/** Where the in-cluster part lives unless another namespace is given. */
export const SYSTEM_NAMESPACE = 'olmv1-system';
