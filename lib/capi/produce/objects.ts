/** Objects as the text of manifests. What the operator would take for a variable is escaped, so that it installs what was written. */
import { canonicalJson } from '../../api/canonical-json';
import type { JsonObject, KubeObject } from '../../api';
import { stringifyYaml } from '../../yaml';
import { objectOf, splitDocuments } from '../documents';
import { substitute } from '../substitution';
import { providerError } from './error';

export interface ProviderObjectsOptions {
  /** `${NAME}` of these names stays a variable, which gets its value where the operator runs: TLS_MIN_VERSION. @default none */
  readonly variables?: readonly string[];
}

/**
 * @param name of the provider, for messages
 * @throws BoxcutterError `capi-provider` (input): reading the text would not give an object back
 */
export function manifestsOfObjects(name: string, objects: readonly JsonObject[], { variables = [] }: ProviderObjectsOptions = {}): string {
  const texts = objects.map((object) => escaped(stringifyYaml(object), new Set(variables)));
  const text = texts.join('---\n');
  // A variable stands for itself here, so what comes back is what was given.
  const back = splitDocuments(text).flatMap((document, index) => (
    objectOf(substitute(document, (variable) => `\${${variable}}`), `${name}, object ${index + 1}`) ?? []
  ));
  const differing = objects.find((object, index) => canonicalJson(object) !== canonicalJson(back[index]));
  if (differing === undefined && back.length === objects.length) return text;
  const { kind, metadata: { name: called = '' } } = (differing ?? objects[0]) as unknown as KubeObject;
  throw providerError(name, `${kind} ${called} would be another object for the operator`);
}

/** `$` before `$` and `{` is doubled, except where one of these variables begins. */
function escaped(text: string, variables: ReadonlySet<string>): string {
  return text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$(?=[${])/g, (all, variable: string | undefined) => {
    if (variable === undefined) return '$$';
    return variables.has(variable) ? all : `$${all}`;
  });
}
