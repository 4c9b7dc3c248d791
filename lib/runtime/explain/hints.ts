/**
 * What to do about the commonest causes: by what is known of the object, and by the words of Kubernetes itself. Pure: a table.
 */
import type { CollisionCause, ObjectResult } from '../../engine';
import { hintText, type HintText, type HintWords } from '../../errors';
import { collisionHint } from '../collision-hint';
import { type ControlledBy, hintOfControllers } from './by-controllers';

export interface Hint {
  readonly code: string;
  /** A sentence or two. */
  readonly text: string;
}

/** What was found out about an object. */
export interface HintFacts {
  /** Sentences in which Kubernetes may name the cause: of conditions, events, Pods, and refusals. */
  readonly sentences?: readonly string[];
  /** What an apply would do about it. */
  readonly action?: ObjectResult['action'];
  /** The API server does not serve its kind. */
  readonly unserved?: boolean;
  /** Who has to do something before it is deleted. */
  readonly finalizers?: readonly string[];
  /** It is a definition, and waits for custom resources that are being deleted. */
  readonly resourcesLeft?: boolean;
  /** Clients that changed fields of ours. */
  readonly changedBy?: readonly string[];
  /** A container of its Pods was started again. */
  readonly restarted?: boolean;
  /** A container of its Pods has ended with an error. */
  readonly ended?: boolean;
}

interface Rule {
  readonly code: string;
  readonly text: HintText;
  /** What a sentence says. */
  readonly says?: RegExp;
  /** Holds as well as a sentence. */
  readonly when?: (facts: HintFacts) => boolean;
  /** Codes of rules that say it better. */
  readonly unless?: readonly string[];
}

/** One of them, capitals or not. */
function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'i');
}

/** In the order in which they are said, the general ones last; words of the kubelet, the scheduler, the controllers and the API server. */
const RULES: readonly Rule[] = [
  {
    code: 'image-pull',
    says: /ImagePullBackOff|ErrImagePull|InvalidImageName|ErrImageNeverPull/,
    text:
      'The image cannot be pulled: check its name and tag, whether the '
      + 'registry can be reached from the nodes, and the imagePullSecrets.',
  },
  {
    code: 'quota',
    says: /exceeded quota|must specify (?:limits|requests)/,
    text: 'The quota of the namespace is used up, or requires requests and limits: see kubectl describe quota. '
      + 'Raise the quota, or request less.',
  },
  {
    code: 'missing-reference',
    says: anyOf(
      /CreateContainerConfigError|(?:configmap|secret|serviceaccount)s? "[^"]+" not found/,
      /couldn't find key|references non-existent (?:config|secret) key/,
    ),
    text: 'A ConfigMap, Secret or ServiceAccount that the Pod names does not exist, or lacks a key: add it to the package, or create it.',
  },
  {
    code: 'webhook-down',
    says: /failed calling webhook|failed to call webhook/,
    text: 'An admission webhook does not answer: look at the Service and the Pods behind it, and at its CA bundle.',
  },
  {
    code: 'crd-not-established',
    says: /Established|NamesAccepted|NonStructuralSchema|no matches for kind/,
    when: ({ unserved }) => unserved === true,
    text:
      'The definition of the kind is not in use yet: look at the conditions '
      + 'of its CustomResourceDefinition; another one may have its names.',
  },
  {
    code: 'claim-unbound',
    says: anyOf(
      /unbound immediate PersistentVolumeClaims|no persistent volumes available/,
      /storageclass[^ ]* "[^"]*" not found|no storage class is set|FailedBinding|ProvisioningFailed/,
      /claim .* not bound|PersistentVolumeClaim \S+ does not exist/,
    ),
    text: 'A PersistentVolumeClaim is not bound: check its StorageClass (kubectl get storageclass) and the provisioner behind it.',
  },
  {
    code: 'out-of-memory',
    says: /OOMKilled/,
    text: 'The program needed more memory than its limit: raise the limit, or reduce what it uses.',
  },
  {
    code: 'crash-loop',
    says: /CrashLoopBackOff/,
    when: ({ restarted }) => restarted === true,
    text: 'The program ends again and again: see its last output with kubectl logs POD --previous.',
  },
  {
    code: 'job-failed',
    says: /BackoffLimitExceeded|DeadlineExceeded: Job|Job was active longer|Job has reached the specified backoff limit/,
    text: 'The Job has failed for good: see its last output with kubectl logs POD. Kubernetes does not run a Job twice: '
      + 'delete it and apply again.',
  },
  {
    code: 'container-failed',
    says: /StartError|RunContainerError/,
    when: ({ ended }) => ended === true,
    unless: ['crash-loop', 'job-failed', 'out-of-memory'],
    text: 'The program ended with an error: see its output with kubectl logs POD.',
  },
  {
    code: 'pod-security',
    says: /violates PodSecurity/,
    text: 'The namespace does not allow such a Pod: '
      + 'set the securityContext that the message names, or change the pod-security label of the namespace.',
  },
  {
    code: 'immutable',
    says: /immutable|may not change once set|for fields other than/,
    text: ({ operation }) => `The field cannot be changed in place: ${operation('planRevision')} names it and says what to do.`,
  },
  {
    code: 'resources-left',
    when: (facts) => facts.resourcesLeft === true,
    text:
      'The definition is deleted after its custom resources, which wait for the controllers that set their finalizers: '
      + 'check that these are running. Removing a finalizer by hand skips their work.',
  },
  {
    code: 'finalizer',
    when: ({ finalizers = [] }) => finalizers.length > 0,
    unless: ['resources-left'],
    text:
      'The controller that set the finalizer has to do its work and then remove it: check that it is '
      + 'running. Removing the finalizer by hand skips that work.',
  },
  {
    code: 'contested',
    when: ({ changedBy = [] }) => changedBy.some((manager) => !manager.startsWith('kubectl')),
    text: 'Another client keeps writing this field. If that is intended, leave the field out of the package.',
  },
  {
    code: 'drift',
    when: ({ action }) => action === 'Recovered',
    unless: ['contested'],
    text: 'Apply the package again to restore it. To keep the change, make it in the package.',
  },
  { code: 'missing', when: ({ action }) => action === 'Created', text: 'Apply the package again to create it again.' },
  {
    code: 'not-applied',
    when: ({ action }) => action === 'Updated' || action === 'Adopted' || action === 'HandedOver',
    text: 'Apply the package again: the run continues where it stopped.',
  },
  {
    code: 'forbidden',
    says: /is forbidden: User "/,
    text: ({ operation }) =>
      'A permission is missing: add it to the Role of the named account. '
      + `To print everything that an installer needs: ${operation('requiredPermissions')}.`,
  },
  {
    code: 'unschedulable',
    says: /^(?!.*(?:persistentvolumeclaim|storageclass)).*(?:Unschedulable|nodes are available)/is,
    text: 'No node takes the Pod: compare its requests, nodeSelector, tolerations and volumes with what the nodes have.',
  },
];

/** The Pod that a hint is about. */
export interface HintPod {
  readonly namespace: string;
  readonly name: string;
}

export interface HintSubject {
  /** Named in commands. @default `POD` stands for it */
  readonly pod?: HintPod | undefined;
  /** Why the object is not ours to touch, where it is not. */
  readonly collision?: CollisionCause | undefined;
  /** How options and operations are named. @default as the library does */
  readonly words?: HintWords | undefined;
  /** @default the command runs it */
  readonly controlled?: ControlledBy | undefined;
}

/** What to do, each thing once. */
export function hintsFor(facts: HintFacts, { pod, collision, words, controlled }: HintSubject = {}): readonly Hint[] {
  const wayOut = collision === undefined ? undefined : collisionHint(collision, words);
  const { sentences = [] } = facts;
  const found = RULES.filter(({ says, when }) => when?.(facts) === true || sentences.some((sentence) => says?.test(sentence) === true));
  const codes = new Set(found.map(({ code }) => code));
  const name = pod === undefined ? 'POD' : `${pod.name} -n ${pod.namespace}`;
  const kept = found.filter(({ unless = [] }) => !unless.some((code) => codes.has(code)));
  return [...(wayOut === undefined ? [] : [{ code: 'collision', text: wayOut }]), ...kept].map(({ code, text }) => {
    const instead = controlled && hintOfControllers(code, controlled);
    return { code, text: (instead ?? hintText(text, words)).replace(/\bPOD\b/, name) };
  });
}
