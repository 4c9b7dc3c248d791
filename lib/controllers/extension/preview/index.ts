/** What approving a pending upgrade would do: worked out with the plan of the engine, and made to fit into a status. */
export { changesOf, type LookedAt } from './changes';
export { changedDefaults } from './defaults';
export { fitted, MAX_UPGRADE_BYTES } from './fit';
export { previewOf, type PreviewPlace, type PreviewRequest } from './preview';
export { disown } from './disown';
export { lookAhead, type LookedAhead } from './look-ahead';
