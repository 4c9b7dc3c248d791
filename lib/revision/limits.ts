/** Sizes and counts that the API server, etcd and our own API allow. Bytes unless a name says otherwise. */

const KIB = 1024;
const MIB = 1024 * KIB;

/** `spec.phases` holds no more (our API, as upstream's). */
export const MAX_PHASES = 20;
/** `spec.phases[].objects` holds no more. */
export const MAX_OBJECTS_PER_PHASE = 50;
/** Objects of a revision whose phases need not fit our API. Their record has to fit into one Secret as well: `lib/state/head-size.ts`. */
export const MAX_LARGE_OBJECTS = 10_000;
/** Length of a DNS label: names of phases, values of labels. */
export const MAX_LABEL_LENGTH = 63;

/** Objects inline in the manifest take no more together; the rest goes by reference. Far below etcd's limit, also with managedFields. */
export const MAX_INLINE_BYTES = 256 * KIB;
/** A value of a content Secret above this is compressed, and a Secret is closed before it holds more (upstream's figure). */
export const MAX_SECRET_BYTES = 900 * KIB;
/** The API server refuses a Secret or ConfigMap with more data, whatever its encoding. */
export const MAX_SECRET_DATA_BYTES = MIB;
/** The API server refuses a longer request body. */
export const MAX_REQUEST_BYTES = 3 * MIB;
/** etcd refuses a longer write unless it is configured otherwise (`--max-request-bytes`). */
export const ETCD_DEFAULT_BYTES = 1.5 * MIB;
/** Content of one object when it is unpacked, and of all objects of a revision together. */
export const MAX_INFLATED_BYTES = 10 * MIB;
export const MAX_REVISION_BYTES = 128 * MIB;
