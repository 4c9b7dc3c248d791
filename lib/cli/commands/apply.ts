import { words, type ArgumentsOf } from './command';
import {
  afterFailure, bundleOptions, connection, input, installing, kustomizing, more, output, patience, place, preflight, reaching, refusing,
  running, source, trusting, upgrading,
} from './options';

export const applyWords = words({
  name: 'apply',
  describe: 'Bring an extension onto the cluster, phase by phase',
  positionals: { path: input, more },
  options: {
    'name': source.name,
    ...kustomizing,
    ...place,
    ...running,
    'plan': { type: 'boolean', default: false, describe: 'Show the plan first, and ask' },
    'yes': { type: 'boolean', alias: 'y', default: false, describe: 'With --plan: carry the plan out without asking' },
    'watch': {
      type: 'boolean',
      alias: 'w',
      default: false,
      describe: 'Then keep it that way until Ctrl-C: repair what others change',
    },
    'via-controller': {
      type: 'boolean',
      default: false,
      describe: 'Write the revision for the controllers in the cluster, and follow it while they roll it out',
    },
    'report': { type: 'string', describe: 'Write a page about the rollout: when each object was ready, and what the run waited for' },
    'open': { type: 'boolean', default: false, describe: 'With --report: open the page at the end, if this is a terminal' },
    ...patience,
    ...afterFailure,
    'collision-protection': source['collision-protection'],
    ...preflight,
    'skip-unserved': source['skip-unserved'],
    'kubernetes-version': source['kubernetes-version'],
    ...refusing,
    ...bundleOptions,
    ...installing,
    ...reaching,
    ...upgrading,
    ...trusting,
    ...output,
    ...connection,
  },
  examples: [
    ['$0 apply dist/my-operator.k8s.yaml', 'What cdk8s synth made'],
    ['$0 apply ./manifests --name shop -n shop', 'A folder of plain YAML as extension shop'],
    ['kustomize build . | $0 apply - --name shop -n shop', 'Objects from another tool'],
    ['$0 apply https://example.com/shop.yaml#sha256=<64 digits>', 'The file at a URL, if it has this SHA-256'],
    ['$0 apply git+https://example.com/shop.git#v1.2.0:deploy -n shop', 'The bundle in a folder of a git repository'],
    ['$0 apply ./keda-bundle -n keda --set watchNamespace=keda', 'An operator as its vendor ships it'],
    ['$0 apply ./manifests --plan', 'Shows what would happen, then asks'],
    ['$0 apply dist --report shop.html', 'With a page that shows how the rollout went'],
    ['$0 apply dist --via-controller', 'As a revision that the controllers roll out and keep'],
    ['$0 apply shop.plan', 'Exactly what plan --out has saved'],
  ],
});

export type ApplyArgs = ArgumentsOf<typeof applyWords>;
