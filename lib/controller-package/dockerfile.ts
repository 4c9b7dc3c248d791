/** How the image of the controllers is built. */
import { packageVersion } from '../version';

/** Of the provisioners: what reads repositories. */
const GIT = `# For Bundles of git repositories
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates git && rm -rf /var/lib/apt/lists/*
`;

export interface ControllerDockerfileOptions {
  /** @default that of this package */
  readonly version?: string;
  /** Systems that are off by default. @default none */
  readonly enable?: readonly string[];
}

/** The folder that the command runs in is the only thing that it may write; the manifests mount one there. */
export function controllerDockerfile({ version = packageVersion(), enable = [] }: ControllerDockerfileOptions = {}): string {
  const git = enable.includes('provisioners') ? GIT : '';
  return `# Image of boxcutter controller ${version}: docker build -t REGISTRY/boxcutter-controller:${version} -f FILE .
FROM node:22-slim
# For charts, and for the time while BoxcutterRuntime is off, add the program helm: COPY --from=… /usr/bin/helm /usr/local/bin/helm
${git}RUN npm install --global --no-audit --no-fund cdk8s-boxcutter@${version} && npm cache clean --force
ENV NODE_ENV=production HOME=/home/boxcutter
USER 65532:65532
WORKDIR /home/boxcutter
ENTRYPOINT ["boxcutter"]
CMD ["controller"]
`;
}
