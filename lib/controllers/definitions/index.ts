/** The CRDs of our kinds, which others may have installed: whether they are there, and whether they are those that the controllers know. */
export { missingFields, troubleOf, wordsOfTrouble, type DefinitionTrouble } from './check';
export { Definitions, type DefinitionsPlace } from './wait';
