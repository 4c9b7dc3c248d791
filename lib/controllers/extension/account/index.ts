/** The service account that an extension names: as whom its revisions act, whether it may, and how they are switched to another. */
export { accountAnnotations, accountOf } from './account';
export { alignAccount } from './align';
export { requireAuthorized } from './authorize';
