/**
 * Git repositories as places of bundles: what a branch or a tag is now, and the files of a commit, read by the program git and without a
 * work tree. Nothing of the repository is run: no hooks, filters or submodules.
 */
export { checkRepository, type RepositoryOptions } from './address';
export { gitFiles, resolveCommit, resolveNamed, type GitCredentials, type GitRef, type GitRepository } from './repository';
