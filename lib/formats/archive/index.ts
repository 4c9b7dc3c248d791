/**
 * Files that arrive packed: reading tar archives, plain or compressed, into memory, with guards against archives that are damaged or meant
 * to do harm. Packed charts and bundles are read here at once; the layers of images, which come from elsewhere, one after the other
 * (lib/image).
 */
export { ARCHIVE_LIMITS, type ArchiveLimits, Budget } from './budget';
export { compressionOf, decompress, decompressed } from './compression';
export { FileTree } from './file-tree';
export { damaged, textNoArchive, tooLarge } from './problems';
export { bundleFilesFromArchive, isSavedImage } from './packed-bundle';
export { packedName } from '../files/file-name';
export { hasStrangeSize, TarReader } from './tar-reader';
