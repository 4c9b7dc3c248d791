import { words, type ArgumentsOf } from './command';
import { connection, extension, output, statePlace } from './options';

export const explainWords = words({
  name: 'explain',
  describe: 'Explain why an extension is not ready: probes, conditions, Pods, events, who changed what, and what to do',
  positionals: { extension, object: { type: 'string', describe: 'Only this object, ready or not: KIND/NAME' } },
  options: { ...statePlace, ...output, ...connection },
  examples: [
    ['$0 explain shop -n shop', 'Everything that is not as it should be'],
    ['$0 explain shop deployment/web -n shop', 'One object'],
  ],
});

export type ExplainArgs = ArgumentsOf<typeof explainWords>;
