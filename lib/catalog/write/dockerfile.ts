/** The text of a Dockerfile for the image of a catalog. */
import { BoxcutterError } from '../../errors';
import { isPlain } from '../../plain-text';

export interface DockerfileOptions {
  /** Name of the folder, beside the Dockerfile. */
  readonly folder: string;
  /** `scratch`: the files alone, which is all that OLM needs. With an image that has opm, OLMv0 can run it. */
  readonly baseImage: string;
  /** An image with opm that makes the cache. @default `baseImage`; without an image that has opm, none is made */
  readonly builderImage?: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Where the files are in the image; the label of the image says so. */
export const CONFIGS_FOLDER = '/configs';
export const CONFIGS_LABEL = 'operators.operatorframework.io.index.configs.v1';

/** @throws BoxcutterError `dockerfile-text` (category input) for what would be another instruction, or the end of one */
export function catalogDockerfile({ folder, baseImage, builderImage, labels }: DockerfileOptions): string {
  for (const image of [baseImage, builderImage ?? baseImage]) if (/\s/.test(image) || !isPlain(image)) throw unwritable('image', image);
  for (const text of [folder, ...Object.entries(labels).flat()]) {
    if (!isPlain(text) || text.includes('\n')) throw unwritable(text === folder ? 'folder' : 'label', text);
  }
  const add = `ADD ${addedFolder(folder)}`;
  const more = Object.entries(labels).map(([key, value]) => `LABEL ${quoted(key)}=${quoted(value)}`);
  const own = [`LABEL ${CONFIGS_LABEL}=${CONFIGS_FOLDER}`, ...more];
  const builder = builderImage ?? (baseImage === 'scratch' ? undefined : baseImage);
  if (builder === undefined) {
    return lines(['# The files of the catalog, and nothing that runs', 'FROM scratch', add, ...own]);
  }
  return lines([
    '# Makes the cache, so that the catalog serves at once',
    `FROM ${builder} as builder`,
    add,
    `RUN ["/bin/opm", "serve", "${CONFIGS_FOLDER}", "--cache-dir=/tmp/cache", "--cache-only"]`,
    '',
    `FROM ${baseImage}`,
    ...(baseImage === 'scratch'
      ? ['# Nothing runs in it: the program that serves the catalog brings opm']
      : ['ENTRYPOINT ["/bin/opm"]', `CMD ["serve", "${CONFIGS_FOLDER}", "--cache-dir=/tmp/cache"]`]),
    `COPY --from=builder ${CONFIGS_FOLDER} ${CONFIGS_FOLDER}`,
    'COPY --from=builder /tmp/cache /tmp/cache',
    ...own,
  ]);
}

function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('$', '\\$');
}

/** As a list where a word would be several, or a pattern. */
function addedFolder(folder: string): string {
  if (/^[\w.@%+:,-]+$/.test(folder)) return `${folder} ${CONFIGS_FOLDER}`;
  return `[${quoted(folder.replaceAll('[', '[[]'))}, "${CONFIGS_FOLDER}"]`;
}

function unwritable(what: string, text: string): BoxcutterError {
  const shown = JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
  return new BoxcutterError('dockerfile-text', 'input', `The ${what} ${shown} cannot stand in a Dockerfile.`, {
    hint: 'A line of a Dockerfile is one instruction, so line breaks and control characters cannot be part of it.',
  });
}

function lines(list: readonly string[]): string {
  return `${list.join('\n')}\n`;
}
