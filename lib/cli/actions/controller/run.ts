import {
  allControllers, leaseConnectionTiming, LOG_LEVELS, parseFeatureGates, pinoLog, readConfig, runControllers, type ConfigFile,
  type ControllerConfig,
} from '../../../controllers';
import { isDnsSubdomain } from '../../../api';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import { connect } from '../../../kube';
import { parseDuration } from '../../command-line/duration';
import type { ControllerRunArgs } from '../../commands/controller/run';
import { EXIT } from '../../exit';
import { printText } from '../../output/terminal/sink';
import { onInterrupt } from '../../session';
import { enabledOf } from './enabled';

/** Runs until Ctrl-C or SIGTERM, which is how it ends: exit code 0. */
export async function controllerRun(args: ControllerRunArgs): Promise<number> {
  const config = configOf(args);
  const log = pinoLog({ level: config.log.level, write: (line) => printText(line) });
  const ended = new AbortController();
  const stopListening = onInterrupt(() => ended.abort());
  const { kubeconfig, context, as, asGroup = [] } = args;
  const identity = defined({ kubeconfig, context, as, asGroups: asGroup.length === 0 ? undefined : [...asGroup] });
  try {
    const cluster = await connect(identity);
    // Of its own, so that no renewal waits for anything else, and short: one that is lost is repeated within the deadline.
    const leaseCluster = config.leaderElection.enabled ? await connect(identity, leaseConnectionTiming(config)) : undefined;
    try {
      const controllers = allControllers(config);
      await runControllers({ cluster, ...defined({ leaseCluster }), config, controllers, log, signal: ended.signal });
      return EXIT.done;
    } finally {
      cluster.close();
      leaseCluster?.close();
    }
  } finally {
    stopListening();
  }
}

/** @throws BoxcutterError of the first mistake in flags or file */
export function configOf(args: ControllerRunArgs): ControllerConfig {
  const { namespace, watchSelector, concurrency, healthAddress, metricsAddress, leaderElection, shutdownTimeout, logLevel } = args;
  const level = LOG_LEVELS.find((each) => each === logLevel);
  const flags: ConfigFile = defined({
    namespace, watchSelector, concurrency,
    shutdownSeconds: shutdownTimeout === undefined ? undefined : Math.ceil(parseDuration(shutdownTimeout, '--shutdown-timeout') / 1000),
    leaderElection: leaderElection === undefined ? undefined : { enabled: leaderElection },
    target: targetOf(args.targetSecret),
    health: healthAddress === undefined ? undefined : { address: healthAddress },
    catalogs: defined({ address: args.catalogsAddress, url: args.catalogsUrl, directory: args.catalogsDirectory }),
    metrics: defined({ address: metricsAddress, tls: tlsOf(args), authorize: args.metricsAuthorize }),
    helm: args.helm === undefined ? undefined : { program: args.helm },
    log: level === undefined ? undefined : { level },
    enable: args.enable === undefined ? undefined : enabledOf(args.enable),
    featureGates: args.featureGates === undefined ? undefined : parseFeatureGates(args.featureGates),
  });
  return readConfig(args.config, flags);
}

function targetOf(text: string | undefined): ConfigFile['target'] {
  if (text === undefined) return undefined;
  const [name = '', namespace, ...more] = text.split('/').reverse();
  if ([name, namespace ?? name, ...more].every((part) => isDnsSubdomain(part)) && more.length === 0) {
    return { secret: { name, ...defined({ namespace }) } };
  }
  throw new BoxcutterError('usage-target-secret', 'input', `--target-secret is "${text}", which names no Secret.`, {
    hint: 'Write it as NAMESPACE/NAME, or NAME for one in the namespace of the controller.',
  });
}

function tlsOf({ metricsTlsCert: cert, metricsTlsKey: key }: ControllerRunArgs): ControllerConfig['metrics']['tls'] {
  if (cert !== undefined && key !== undefined) return { cert, key };
  if (cert === undefined && key === undefined) return undefined;
  throw new BoxcutterError('usage-tls', 'input', `${cert === undefined ? '--metrics-tls-key' : '--metrics-tls-cert'} is given alone.`, {
    hint: 'A certificate is of no use without its key: give --metrics-tls-cert and --metrics-tls-key.',
  });
}
