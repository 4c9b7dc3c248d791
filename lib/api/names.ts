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

/** Labels on every object of an extension (docs/requirements.md, revisions). */
export const LABEL_OWNER_KIND = `${GROUP}/owner-kind`;
export const LABEL_OWNER_NAME = `${GROUP}/owner-name`;
/** Label on a ClusterExtensionRevision that names its extension (docs/requirements.md, revisions). */
export const LABEL_OWNER = `${GROUP}/owner`;
/** Label on a content Secret that names its revision. */
export const LABEL_REVISION_NAME = `${GROUP}/revision-name`;

/** Annotations on a revision (docs/requirements.md, revisions). */
export const ANNOTATION_BUNDLE_NAME = `${GROUP}/bundle-name`;
export const ANNOTATION_BUNDLE_VERSION = `${GROUP}/bundle-version`;
export const ANNOTATION_BUNDLE_REFERENCE = `${GROUP}/bundle-reference`;
export const ANNOTATION_PACKAGE_NAME = `${GROUP}/package-name`;

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

/** Type of content Secrets. */
export const SECRET_TYPE_CONTENT = `${GROUP}/object-data`;
/** Finalizer of a revision (docs/requirements.md, revisions). */
export const FINALIZER_TEARDOWN = `${GROUP}/teardown`;
/** Where the in-cluster part lives unless another namespace is given. */
export const SYSTEM_NAMESPACE = 'olmv1-system';
