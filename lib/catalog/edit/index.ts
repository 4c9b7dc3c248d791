/**
 * Editing catalogs: what a change comes to, as data, and how it is put into the texts. Comments, order and quoting of everything else
 * stay to the byte.
 */
export { applyChanges } from './apply';
export {
  addBundle, addEdge, addEntry, type BlobChange, bundleNamed, type ChannelName, deprecate, type EntryEdges, removeBundle, removeEdge,
  setDefaultChannel,
} from './changes';
