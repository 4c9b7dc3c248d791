/** A URL as a source: what a file of that content would be. Nothing of it is put on the disk. */
import { BoxcutterError } from '../../errors';
import type { Choices } from '../choices';
import { refuseBoth } from '../configuration/before';
import { objectsOf, sourcesOf } from '../load';
import { refuseMeaningless } from '../meaning';
import type { Source } from '../source';
import type { Surroundings } from '../surroundings';
import { parseAddress } from './address';
import { download } from './download';

/**
 * @throws BoxcutterError `url-invalid`, `url-differs`, `url-offline` (input), `download-failed` (server), and what opening such a file says
 */
export async function openUrl(text: string, choices: Choices, surroundings: Surroundings): Promise<readonly Source[]> {
  const address = parseAddress(text);
  const { shown } = address;
  if (surroundings.offline === true) throw offlineError(shown);
  const content = await download(address, surroundings);
  if (isArchive(content)) {
    refuseMeaningless(shown, choices, ['bundle']);
    refuseBoth(choices);
    const { openPackedSource } = await import('../bundle/open.js');
    return [openPackedSource(shown, content, surroundings)];
  }
  const objects = objectsOf(shown, surroundings, { text: content.toString('utf8') });
  const sources = sourcesOf(shown, objects, choices.name);
  refuseMeaningless(shown, choices, sources.map(({ kind }) => kind));
  return sources;
}

/** What a URL gives is kept nowhere. */
function offlineError(shown: string): BoxcutterError {
  return new BoxcutterError('url-offline', 'input', `No server may be asked, and what ${shown} gives is not kept on this machine.`, {
    hint: 'Download it before, and name the file.',
  });
}

/** Compressed by gzip, or a tar archive: a URL need not end as its file does. */
function isArchive(content: Buffer): boolean {
  return (content[0] === 0x1f && content[1] === 0x8b) || content.toString('latin1', 257, 262) === 'ustar';
}
