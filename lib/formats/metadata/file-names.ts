/** What the files in `metadata/` are called; of several names the first that is there is read. */
export const ANNOTATIONS_FILE = 'metadata/annotations.yaml';

export const SCHEMA_FILES = ['metadata/config-schema.json', 'metadata/config-schema.yaml'] as const;

export const PROPERTIES_FILES = ['metadata/properties.yaml', 'metadata/properties.yml', 'metadata/properties.json'] as const;

export const DEPENDENCIES_FILES = ['metadata/dependencies.yaml', 'metadata/dependencies.yml', 'metadata/dependencies.json'] as const;
