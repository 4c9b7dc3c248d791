import { words, type ArgumentsOf } from './command';
import {
  afterFailure, bundleOptions, connection, input, installing, kustomizing, more, output, patience, place, preflight, refusing, running,
  source, trusting, upgrading,
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
    'yes': { type: 'boolean', alias: 'y', default: false, describe: 'With --plan: do not ask, carry it out' },
    'watch': {
      type: 'boolean',
      alias: 'w',
      default: false,
      describe: 'Then keep it that way: repair what others change, until Ctrl-C',
    },
    'report': { type: 'string', describe: 'Write a page about the rollout: when each object was ready, and for what it was waited' },
    'open': { type: 'boolean', default: false, describe: 'With --report: open the page at the end, when this is a terminal' },
    ...patience,
    ...afterFailure,
    'collision-protection': source['collision-protection'],
    ...preflight,
    'skip-unserved': source['skip-unserved'],
    'kubernetes-version': source['kubernetes-version'],
    ...refusing,
    ...bundleOptions,
    ...installing,
    ...upgrading,
    ...trusting,
    ...output,
    ...connection,
  },
  examples: [
    ['$0 apply dist/my-operator.k8s.yaml', 'What cdk8s synth made'],
    ['$0 apply ./manifests --name shop -n shop', 'A folder of plain YAML as extension shop'],
    ['kustomize build . | $0 apply - --name shop -n shop', 'Objects from another tool'],
    ['$0 apply https://example.com/shop.yaml#sha256=<64 digits>', 'What a URL gives, if its SHA-256 is that'],
    ['$0 apply ./keda-bundle -n keda --set watchNamespace=keda', 'An operator as its vendor ships it'],
    ['$0 apply ./manifests --plan', 'What would happen; then it asks'],
    ['$0 apply dist --report shop.html', 'With a page that shows how the rollout went'],
    ['$0 apply shop.plan', 'What plan --out has saved, and nothing else'],
  ],
});

export type ApplyArgs = ArgumentsOf<typeof applyWords>;
