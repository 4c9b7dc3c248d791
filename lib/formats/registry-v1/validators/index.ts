/**
 * The rules of registry+v1 bundles. The first thirteen are those that operator-controller enforces before it renders, in its order and
 * words; then those of opm and of operator-sdk. docs/bundles.md lists them all.
 */
import type { Issue } from '../../../issue';
import type { BundleFiles } from '../../bundle';
import type { RegistryBundle } from '../bundle';
import { annotationsAreSpelledRight } from './annotation-case';
import {
  definitionsAreCurrent, definitionsAreOwned, definitionsAreUnique, ownedDefinitionsExist, ownedDefinitionsMatch,
} from './definitions';
import { deploymentNamesAreUnique, deploymentNamesAreValid, serviceAccountsAreNotRepeated } from './deployments';
import { examplesFitTheApis } from './examples';
import {
  additionalObjectsAreHarmless, channelsHaveUsualNames, definitionsAreDescribed, nameSaysVersion, permissionsAreModest,
  resourcesAreRequested,
} from './good-practices';
import { describesItself } from './hub';
import { namesAreValid, packageIsNamed, releaseIsInName, versionIsSemantic } from './identity';
import { installModesAreGiven, minimumKubernetesIsVersion } from './install-modes';
import { kindsAreSupported } from './kinds';
import { checkSize } from './size';
import type { Validator } from './subject';
import {
  conversionNeedsAllNamespaces,
  conversionsAreOfOwnedDefinitions,
  oneConversionForEachDefinition,
  webhookNamesAreUnique,
  webhookNamesAreValid,
  webhookRulesAreHarmless,
  webhooksHaveDeployments,
} from './webhooks';

const validators: readonly Validator[] = [
  deploymentNamesAreUnique,
  deploymentNamesAreValid,
  definitionsAreUnique,
  ownedDefinitionsExist,
  packageIsNamed,
  conversionNeedsAllNamespaces,
  webhooksHaveDeployments,
  webhookNamesAreUnique,
  webhookNamesAreValid,
  oneConversionForEachDefinition,
  conversionsAreOfOwnedDefinitions,
  webhookRulesAreHarmless,
  kindsAreSupported,

  versionIsSemantic,
  namesAreValid,
  releaseIsInName,
  installModesAreGiven,
  minimumKubernetesIsVersion,
  definitionsAreCurrent,
  ownedDefinitionsMatch,
  definitionsAreOwned,
  serviceAccountsAreNotRepeated,
  examplesFitTheApis,
  annotationsAreSpelledRight,
];

const advice: readonly Validator[] = [
  describesItself,
  additionalObjectsAreHarmless,
  resourcesAreRequested,
  permissionsAreModest,
  definitionsAreDescribed,
  nameSaysVersion,
  channelsHaveUsualNames,
];

/** All that is wrong with the content of a registry+v1 bundle. */
export function validateRegistryV1(bundle: RegistryBundle): readonly Issue[] {
  return validators.flatMap((validator) => validator(bundle));
}

/** @param files those of the bundle, to look at their size too */
export function adviseRegistryV1(bundle: RegistryBundle, files: BundleFiles | undefined): readonly Issue[] {
  return [...advice.flatMap((validator) => validator(bundle)), ...(files === undefined ? [] : checkSize(files, bundle.csv.origin))];
}
