import { words, type ArgumentsOf } from './command';
import { connection, extension, output, running, statePlace } from './options';

export const resumeWords = words({
  name: 'resume',
  describe: 'End the pause of an extension; this applies nothing',
  positionals: { extension },
  options: { ...statePlace, 'break-lock': running['break-lock'], ...output, ...connection },
  examples: [['$0 resume shop -n shop', '']],
});

export type ResumeArgs = ArgumentsOf<typeof resumeWords>;
