import { nearest } from '../../../schema';
import { BoxcutterError } from '../../../errors';

/** What can be switched on and off by name. */
export const FEATURE_GATES = {
  BoxcutterRuntime: {
    default: true,
    describe: 'Revisions are rolled out and kept by the revision controller. Off: they and their objects stay, '
      + 'nothing keeps them, and helm installs and upgrades, where it is configured.',
  },
} as const;

export type FeatureGate = keyof typeof FEATURE_GATES;

/** Which gates are on. */
export interface FeatureGates {
  enabled(gate: FeatureGate): boolean;
  /** All gates, for logs and metrics. */
  readonly all: Readonly<Record<FeatureGate, boolean>>;
}

const NAMES = Object.keys(FEATURE_GATES) as readonly FeatureGate[];

/** @param chosen those that are not as they are by default */
export function featureGates(chosen: Readonly<Partial<Record<FeatureGate, boolean>>> = {}): FeatureGates {
  const all = Object.fromEntries(NAMES.map((name) => [name, chosen[name] ?? FEATURE_GATES[name].default])) as Record<FeatureGate, boolean>;
  return { all, enabled: (gate) => all[gate] };
}

/**
 * Reads `A=true,B=false`.
 * @throws BoxcutterError `feature-gate-unknown`, `feature-gate-value`
 */
export function parseFeatureGates(text: string): Readonly<Partial<Record<FeatureGate, boolean>>> {
  const pairs = text.split(',').map((part) => part.trim()).filter((part) => part !== '');
  return Object.fromEntries(pairs.map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2).map((part) => part.trim());
    requireGate(name);
    if (value !== 'true' && value !== 'false') {
      throw new BoxcutterError('feature-gate-value', 'input', `The feature gate ${name} is set to "${value}"; it is true or false.`, {
        hint: `Write ${name}=true or ${name}=false.`,
      });
    }
    return [name, value === 'true'];
  }));
}

/** @throws BoxcutterError `feature-gate-unknown` */
export function requireGate(name: string): asserts name is FeatureGate {
  if ((NAMES as readonly string[]).includes(name)) return;
  const near = nearest(name, NAMES);
  throw new BoxcutterError('feature-gate-unknown', 'input', `There is no feature gate "${name}".`, {
    hint: near === undefined ? `The feature gates are: ${NAMES.join(', ')}.` : `Did you mean ${near}?`,
    details: { name, known: NAMES },
  });
}
