/**
 * YAML as kubectl understands it, with where everything came from: parsing, writing, and loading files and folders of manifests.
 * Stricter than kubectl where that would lose data silently (duplicate keys, integers beyond 2^53).
 */
export { linesOf, type YamlPlace } from './locate';
export { decodeUtf8 } from './decode';
export { type LoadOptions, type LoadedManifests, type LoadedObject, loadFiles, objectsOfText } from './load';
export {
  isHarmless, type LargeYamlInteger, MAX_TEXT, type ParsedText, type ParseOptions, type YamlDocument, parseDocuments,
} from './parse';
export { stringifyYaml } from './stringify';
export type { YamlIssues } from './issues';
export { yamlWording } from './wording';
