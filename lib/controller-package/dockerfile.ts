/** How the image of the controllers is built. */
import { packageVersion } from '../version';

/** The folder that the command runs in is the only thing that it may write; the manifests mount one there. */
export function controllerDockerfile(version = packageVersion()): string {
  return `# Image of boxcutter controller ${version}: docker build -t REGISTRY/boxcutter-controller:${version} -f FILE .
FROM node:22-slim
# For charts, and for the time while BoxcutterRuntime is off, add the program helm: COPY --from=… /usr/bin/helm /usr/local/bin/helm
RUN npm install --global --no-audit --no-fund cdk8s-boxcutter@${version} && npm cache clean --force
ENV NODE_ENV=production HOME=/home/boxcutter
USER 65532:65532
WORKDIR /home/boxcutter
ENTRYPOINT ["boxcutter"]
CMD ["controller"]
`;
}
