import {
  beginHelm, beginReturn, fenceRelease, forgetHelm, type HelmReturn, lookAgain, refuseActive, returnObjects, returnRelease,
} from '../../../adoption';
import { counted } from '../../../counted';
import { defined } from '../../../defined';
import { shellWord } from '../../../shell-word';
import { parseDuration } from '../../command-line/duration';
import { adoptHelmWords, type AdoptHelmArgs } from '../../commands/adopt/helm';
import { EXIT } from '../../exit';
import { configShown } from '../../output/installed/config';
import { note } from '../../output/note';
import { isDocument, printDocument } from '../../output/print';
import { printLines } from '../../output/terminal/sink';
import { withCluster, type Session } from '../../session';
import { operate } from '../operation/operate';
import { trustOptions } from '../operation/trust-options';
import { BoxcutterError } from '../../../errors';
import { ADOPT_SCHEMA, operating, planOf, takeOverWith, tellKeepers } from './take-over';

export async function adoptHelmAction(args: AdoptHelmArgs): Promise<number> {
  const startedMs = performance.now();
  const timeoutMs = parseDuration(args.timeout, '--timeout');
  const graceMs = graceOf(args.grace);
  if (args.undo && args.forget) {
    throw new BoxcutterError('usage-adopt', 'input', '--undo gives the release back, and --forget deletes it: choose one of them.');
  }
  return withCluster(args, timeoutMs, async (session) => {
    const namespace = args.namespace ?? session.cluster.defaultNamespace;
    if (args.undo) return undo(args, session, namespace, startedMs);
    if (args.forget) return forget(args, session, namespace, graceMs);
    return adopt(args, session, namespace, startedMs);
  });
}

/** Longer than what a timer can count. */
function graceOf(text: string): number {
  return text === '168h' ? 168 * 3_600_000 : parseDuration(text, '--grace');
}

async function adopt(args: AdoptHelmArgs, session: Session, namespace: string, startedMs: number): Promise<number> {
  const { cluster } = session;
  const stateNamespace = args.stateNamespace ?? namespace;
  const place = { cluster, stateNamespace, onNote: note, ...trustOptions(args) };
  const chosen = defined({ extension: args.name, releaseVersion: args.releaseVersion, managers: args.manager });
  const target = { release: args.release, namespace, ...chosen };
  const adoption = await beginHelm(target, place);
  const { extension, release, taking, keepers } = adoption;
  const from = { release: release.name, namespace, version: release.version, status: release.status, chart: release.chart };
  if (adoption.isAdopted) {
    const done = `Release ${release.name} is adopted already: it is extension ${extension}.`;
    if (isDocument(args.output)) await printDocument({ schema: ADOPT_SCHEMA, from, extension, adopted: true }, args.output);
    else printLines([done]);
    return EXIT.done;
  }
  const given = { subcommand: adoptHelmWords, taking, stateNamespace, startedMs, from };
  if (!isDocument(args.output)) {
    const chart = [release.chart.name, release.chart.version ?? []].flat().join(' ');
    note(`Release ${release.name}, version ${release.version} (${release.status}), of chart ${chart}`);
  }
  const configuration = configShown(taking.revision, false).value;
  const isConfigured = Object.keys(configuration).length > 0;
  if (args.plan) {
    tellKeepers(keepers);
    const { stringifyYaml } = await import('../../../yaml/index.js');
    const lines = isConfigured ? stringifyYaml(configuration).trimEnd().split('\n').map((line) => `  ${line}`) : [];
    const said = isConfigured ? ['Configuration, as the release says it, which others may have written:', ...lines] : [];
    return planOf(args, session, { ...given, from: { ...from, configuration }, said });
  }
  refuseActive(keepers);
  const { code, outcome } = await takeOverWith(args, session, { ...given, beforeWrites: () => fenceRelease(adoption, place) });
  if (outcome?.status === 'complete') {
    await lookAgain(adoption, session);
    const whose = [
      ...(extension === release.name ? [] : [`--name ${shellWord(extension)}`]),
      ...(stateNamespace === namespace ? [] : [`--state-namespace ${shellWord(stateNamespace)}`]),
    ];
    const line = (option: string): string => (
      ['boxcutter adopt helm', shellWord(release.name), '-n', shellWord(namespace), ...whose, option].join(' ')
    );
    if (isConfigured && args.trustState !== true) {
      note(`The configuration is what the release says, which others may have written: look at it before an apply with --reuse-config. `
        + `boxcutter get ${shellWord(extension)} config -n ${shellWord(stateNamespace)}`);
    }
    note(`Helm no longer sees the release. Give it back: ${line('--undo')}`);
    note(`Delete what Helm has stored of it, a week from now: ${line('--forget')}`);
  }
  return code;
}

async function undo(args: AdoptHelmArgs, session: Session, namespace: string, startedMs: number): Promise<number> {
  const { cluster } = session;
  const named = { extension: args.name, stateNamespace: args.stateNamespace };
  const going = await beginReturn(args.release, namespace, { cluster }, named);
  // Without a record an earlier run got as far as its objects.
  if (!going.isInstalled) return returned(args, going, session);
  const code = await operate({ ...operating(args), dryRun: args.plan }, session, {
    subcommand: adoptHelmWords,
    title: `Giving ${args.release} back to Helm`,
    startedMs,
    done: 'let go; its objects live on',
    run: async ({ stateNamespace: _stateNamespace, ...options }) => returnObjects(going, options),
  });
  return code !== EXIT.done || args.plan ? code : returned(args, going, session);
}

async function returned({ output, plan }: AdoptHelmArgs, going: HelmReturn, { cluster }: Session): Promise<number> {
  const { name, namespace } = going.release;
  if (!plan) await returnRelease(going, { cluster });
  const line = plan ? `Helm would have release ${name} in namespace ${namespace} again.`
    : `Helm has release ${name} in namespace ${namespace} again.`;
  if (isDocument(output)) note(line);
  else printLines([line]);
  return plan ? EXIT.changes : EXIT.done;
}

async function forget(args: AdoptHelmArgs, { cluster }: Session, namespace: string, graceMs: number): Promise<number> {
  const { output, plan } = args;
  const { extension, versions } = await forgetHelm(args.release, namespace, { cluster, onNote: note, dryRun: plan }, graceMs);
  const what = `what Helm ${plan ? 'has' : 'had'} stored of ${args.release}: ${counted(versions, 'version')}.`;
  const document = { schema: ADOPT_SCHEMA, extension, forgotten: versions, ...(plan && { dryRun: true }) };
  if (isDocument(output)) await printDocument(document, output);
  else printLines([plan ? `Would delete ${what} There is no way back then.` : `Deleted ${what} Extension ${extension} goes on.`]);
  return plan ? EXIT.changes : EXIT.done;
}
