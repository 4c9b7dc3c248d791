import { beginObjects, refuseActive } from '../../../adoption';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import { loadFiles } from '../../../yaml';
import { refuseIssues } from '../../../source';
import { parseDuration } from '../../command-line/duration';
import { adoptObjectsWords, type AdoptObjectsArgs } from '../../commands/adopt/objects';
import { note } from '../../output/note';
import { withCluster } from '../../session';
import { trustOptions } from '../operation/trust-options';
import { planOf, takeOverWith, tellKeepers } from './take-over';

export async function adoptObjectsAction(args: AdoptObjectsArgs): Promise<number> {
  const startedMs = performance.now();
  const from = fromOf(args);
  return withCluster(args, parseDuration(args.timeout, '--timeout'), async (session) => {
    const { cluster } = session;
    const namespace = args.namespace ?? cluster.defaultNamespace;
    const stateNamespace = args.stateNamespace ?? namespace;
    const { taking, keepers } = await beginObjects(
      { extension: args.name, namespace, from, ...defined({ managers: args.manager }) },
      { cluster, stateNamespace, onNote: note, ...trustOptions(args) },
    );
    const source = defined({ files: args.filename, selector: args.selector });
    const given = { subcommand: adoptObjectsWords, taking, stateNamespace, startedMs, from: source };
    if (args.plan) {
      tellKeepers(keepers);
      return planOf(args, session, given);
    }
    refuseActive(keepers);
    return (await takeOverWith(args, session, given)).code;
  });
}

function fromOf({ filename, selector }: AdoptObjectsArgs): Parameters<typeof beginObjects>[0]['from'] {
  if ((filename === undefined) === (selector === undefined)) {
    throw new BoxcutterError('usage-adopt', 'input', 'The objects are named either by their files (-f) or by their labels (--selector).', {
      hint: 'Example: boxcutter adopt objects --name shop -f ./manifests -n shop',
    });
  }
  if (selector !== undefined) return { selector };
  const path = filename ?? '';
  const { objects, notes, issues } = loadFiles(path);
  for (const one of notes) note(one);
  refuseIssues(issues, note, path, { writes: true });
  return { objects };
}
