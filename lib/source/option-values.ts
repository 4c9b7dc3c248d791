/** Values of options that are wrong by themselves: refused as options, before anything else is blamed for them. */
import { isDnsLabel, isDnsSubdomain } from '../api';
import { BoxcutterError } from '../errors';
import { supportedKubernetesVersions } from '../schema';
import type { Choices } from './choices';

export type OptionValues = Pick<Choices, 'name' | 'namespace' | 'stateNamespace' | 'kubernetesVersion'>;

/** With the number of a revision behind it, the name of an extension is the value of a label. */
const LONGEST_NAME = 61;

/** @throws BoxcutterError category input: `usage-namespace`, `usage-name`, `kubernetes-version-unsupported`; each names the option */
export function refuseWrongOptions({ name, namespace, stateNamespace, kubernetesVersion }: OptionValues): void {
  refuseNamespace('--namespace', namespace);
  refuseNamespace('--state-namespace', stateNamespace);
  if (name !== undefined && (!isDnsSubdomain(name) || name.length > LONGEST_NAME)) {
    throw new BoxcutterError('usage-name', 'input', `--name ${JSON.stringify(name)} cannot be the name of an extension.`, {
      hint: `Use lower-case letters, digits, hyphens and dots, at most ${LONGEST_NAME}.`,
    });
  }
  if (kubernetesVersion !== undefined) refuseVersion(kubernetesVersion);
}

function refuseVersion(version: string): void {
  const [, minor] = /^v?(\d+\.\d+)(?:\.|$)/.exec(version) ?? [];
  const supported = supportedKubernetesVersions();
  if (minor !== undefined && supported.includes(minor)) return;
  throw new BoxcutterError(
    'kubernetes-version-unsupported', 'input',
    `--kubernetes-version ${JSON.stringify(version)} is not a version with schemas.`,
    {
      hint: `Versions with a schema: ${supported.join(', ')}.`,
      details: { version, supported },
    },
  );
}

function refuseNamespace(option: string, value: string | undefined): void {
  if (value === undefined || isDnsLabel(value)) return;
  throw new BoxcutterError(
    'usage-namespace', 'input',
    `${option} ${JSON.stringify(value)} cannot be the name of a namespace.`,
    { hint: 'Use lower-case letters, digits and hyphens, at most 63.' },
  );
}
