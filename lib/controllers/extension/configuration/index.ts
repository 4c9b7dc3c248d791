/**
 * Where the configuration of an extension comes from: the extension itself, a Secret or a ConfigMap. The latter are watched one by one,
 * never all of a namespace, and a change of one is a turn of the extensions that name it. What a Secret holds is shown nowhere.
 */
export { concealed, isTelling } from './conceal';
export { DigestKey } from './digest-key';
export { type Configuration, type ConfigurationPlace, configurationOf } from './read';
export { ConfigSources } from './sources';
