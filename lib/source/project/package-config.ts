/** What is configured for a package of a project: checked by its schema as that of a bundle is, and what is kept of it. */
import { isJsonObject, type JsonObject, type ResolvedRevision } from '../../api';
import { type DeclaredPackage, mergeValues, secretPointers, validateConfig } from '../../config';
import { isError, type Issue } from '../../issue';
import { shellWord } from '../../shell-word';
import { type GivenValues, placeConfigIssue } from '../configuration/layers';
import { typedBySchema } from '../configuration/typed-values';
import { refuseIssues } from '../refuse-issues';
import type { Surroundings } from '../surroundings';

/** As it is kept with the revision. */
export type PackageConfig = Required<Pick<ResolvedRevision, 'config'>> & Pick<ResolvedRevision, 'configSecrets' | 'untrusted'>;

/**
 * What is given, in the types that the schema wants. It goes over what the code says.
 * @throws BoxcutterError `input-invalid` with everything that does not fit, and where it was given
 */
export function checkedConfig(
  { extension, packageName, version, schema, config: inCode }: DeclaredPackage, given: GivenValues, path: string,
  { onNote, writes }: Pick<Surroundings, 'onNote' | 'writes'>,
): JsonObject {
  const beneath = isJsonObject(inCode) ? inCode : {};
  const check = (values: JsonObject): readonly Issue[] => (isJsonObject(schema)
    ? validateConfig(schema, mergeValues(beneath, values), { bundle: `${packageName}.v${version}` }).issues.filter(isError)
    : []);
  const values = typedBySchema(given, check);
  // A schema that is wrong itself is for its author, and the app has said so.
  const issues = check(values).filter(({ code }) => code === 'invalid-config').map((issue) => placeConfigIssue(issue, given.layers));
  const hint = `What can be configured: boxcutter config ${shellWord(path)}`;
  refuseIssues(issues, onNote, `The configuration of ${extension}`, { writes, hint });
  return values;
}

/** JSON Pointers of what its schema calls secret. */
export function secretsOf({ schema }: DeclaredPackage, config: JsonObject): readonly string[] | undefined {
  const found = isJsonObject(schema) && Object.keys(config).length > 0 ? secretPointers(schema, config) : [];
  return found.length === 0 ? undefined : found;
}
