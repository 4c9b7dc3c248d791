import { readBundle } from '../../../formats';
import { defined } from '../../../defined';
import { buildImage, copyOf, formatReference, openSource, parseImageReference, pushImage, type BuiltImage } from '../../../image';
import type { BundlePushArgs } from '../../commands/bundle/push';
import { isDocument, printDocument } from '../../output/print';
import { counted, formatBytes } from '../../output/terminal/table';
import { refuseIssues } from '../../../source';
import { note } from '../../output/note';
import { printLines } from '../../output/terminal/sink';
import { isError } from '../../../issue';

export const PUSH_SCHEMA = 'boxcutter.bundle-push/v1';

interface PushDocument {
  readonly schema: typeof PUSH_SCHEMA;
  /** With the digest. */
  readonly reference: string;
  readonly digest: string;
  readonly built: boolean;
  readonly manifest: 'uploaded' | 'present';
  readonly blobs: { readonly uploaded: number; readonly present: number };
  readonly bytesUploaded: number;
  readonly replaced?: string;
}

/** Pushes an image as it is; of files one is built, when they are a bundle without errors. */
export async function bundlePush(args: BundlePushArgs): Promise<number> {
  // Before anything else is done: a mistake in it is found at once.
  const target = parseImageReference(args.reference);
  const { image, built } = await imageOf(args, note);
  if (!isDocument(args.output)) note(`Pushing to ${formatReference(target)}`);
  const { reference, uploaded, present, manifest, replaced } = await pushImage(image, target);
  const document: PushDocument = {
    schema: PUSH_SCHEMA,
    reference: formatReference(reference),
    digest: image.digest,
    built,
    manifest,
    blobs: { uploaded: uploaded.length, present: present.length },
    bytesUploaded: uploaded.reduce((sum, { size }) => sum + size, 0),
    ...defined({ replaced }),
  };
  if (isDocument(args.output)) await printDocument(document, args.output);
  else printLines(linesOf(document));
  return 0;
}

interface PushedImage {
  readonly image: BuiltImage;
  readonly built: boolean;
}

async function imageOf({ bundle: name, platform }: BundlePushArgs, note: (text: string) => void): Promise<PushedImage> {
  const opened = await openSource(name, { platform });
  if ('image' in opened) return { image: await copyOf(opened.source, opened.image), built: false };
  const { issues } = readBundle(opened.files);
  refuseIssues(issues.filter(isError), note, `The bundle ${name}`);
  return { image: buildImage(opened.files), built: true };
}

function linesOf({ reference, manifest, blobs, bytesUploaded, replaced }: PushDocument): readonly string[] {
  const there = blobs.present === 0 ? '' : `${blobs.present} there already`;
  const sent = blobs.uploaded === 0 ? '' : `${counted(blobs.uploaded, 'blob')} uploaded (${formatBytes(bytesUploaded)})`;
  const done = sent === '' && manifest === 'present' ? 'The registry had it already.'
    : [sent, there].filter((part) => part !== '').join(', ');
  return [`Pushed ${reference}`, done, ...(replaced === undefined ? [] : [`The tag was ${replaced} before`])];
}
