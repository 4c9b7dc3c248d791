/** What `bundle build` is given, as the files of a bundle. */
export { isBuilt, readBuildInput, readProject } from './read';
