/** The engine computes it as well, for revisions that were never compiled: it lives where both may use it. */
export { contentDigest } from '../../api/content-digest';
