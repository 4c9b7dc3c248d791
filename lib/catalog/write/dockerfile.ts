/** The text of a Dockerfile for the image of a catalog. */

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

export function catalogDockerfile({ folder, baseImage, builderImage, labels }: DockerfileOptions): string {
  const more = Object.entries(labels).map(([key, value]) => `LABEL ${quoted(key)}=${quoted(value)}`);
  const own = [`LABEL ${CONFIGS_LABEL}=${CONFIGS_FOLDER}`, ...more];
  const builder = builderImage ?? (baseImage === 'scratch' ? undefined : baseImage);
  if (builder === undefined) {
    return lines(['# The files of the catalog, and nothing that runs', 'FROM scratch', `ADD ${folder} ${CONFIGS_FOLDER}`, ...own]);
  }
  return lines([
    '# Makes the cache, so that the catalog serves at once',
    `FROM ${builder} as builder`,
    `ADD ${folder} ${CONFIGS_FOLDER}`,
    `RUN ["/bin/opm", "serve", "${CONFIGS_FOLDER}", "--cache-dir=/tmp/cache", "--cache-only"]`,
    '',
    `FROM ${baseImage}`,
    ...(baseImage === 'scratch'
      ? ['# Nothing runs in it: whoever serves the catalog brings opm']
      : ['ENTRYPOINT ["/bin/opm"]', `CMD ["serve", "${CONFIGS_FOLDER}", "--cache-dir=/tmp/cache"]`]),
    `COPY --from=builder ${CONFIGS_FOLDER} ${CONFIGS_FOLDER}`,
    'COPY --from=builder /tmp/cache /tmp/cache',
    ...own,
  ]);
}

function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('$', '\\$');
}

function lines(list: readonly string[]): string {
  return `${list.join('\n')}\n`;
}
