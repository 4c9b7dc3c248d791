import { BoxcutterError } from '../../../errors';

/** No registry may be asked, and what is needed is not on this machine. */
export function notKept(image: string, missing: { readonly tag: string } | { readonly digest: string }): BoxcutterError {
  const what = 'tag' in missing ? `what the tag ${missing.tag} stands for was never asked for` : `its part ${missing.digest} is missing`;
  return new BoxcutterError('image-not-kept', 'input', `No registry may be asked, and ${image} is not kept on this machine: ${what}.`, {
    hint: 'What was fetched once, while its registry could be reached, is kept.', details: { image, ...missing },
  });
}
