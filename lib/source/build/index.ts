/** What `bundle build` is given, as the files of a bundle. */
export { readPackage } from './package/build-package';
export { isBuilt, readBuildInput, readProject } from './read';
export { namesProject } from '../project/names-project';
