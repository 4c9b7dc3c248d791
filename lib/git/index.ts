/**
 * Git repositories as places of bundles: what a branch or a tag is now, and the files of a commit, read by the program git and without a
 * work tree. Nothing of the repository is run: no hooks, filters or submodules.
 */
export { checkRepository, type RefusesAddress, type RepositoryOptions } from './address';
export type { GitCredentials, GitRef, GitRepository } from './given';
export { gitFiles, resolveCommit, resolveNamed } from './repository';
