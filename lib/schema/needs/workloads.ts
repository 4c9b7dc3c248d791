/** Needs of workloads. */
import { asObject } from '../../api';
import { asArray } from '../json';
import { checkNeeds, isEmpty, reportOnce } from './check-needs';
import { count, countOrPercent, type Needs, type Rule } from './needs';
import { podSpec, templateOf } from './pod';
import { selector, selectsItsTemplate } from './selector';
import { claimSpec } from './storage';

const always = ['Always'];
const rollingUpdate: Needs = { fields: { maxSurge: countOrPercent, maxUnavailable: countOrPercent } };

const recreates: Rule = (walk, spec) => {
  const { type, rollingUpdate: parameters } = asObject(spec.strategy) ?? {};
  if (type !== 'Recreate' || parameters === undefined || parameters === null) return;
  reportOnce(walk, 'forbidden-field', { field: 'rollingUpdate', beside: 'type Recreate' }, ['strategy', 'rollingUpdate']);
};
/** With OnDelete the server does not look at the parameters. */
const rollsOut: Rule = (walk, strategy) => {
  if (strategy.type !== 'OnDelete') checkNeeds(walk, { fields: { rollingUpdate } }, strategy);
};
/** An absent deadline is 600 seconds. */
const deadline: Rule = (walk, { progressDeadlineSeconds = 600, minReadySeconds = 0 }) => {
  if (typeof progressDeadlineSeconds !== 'number' || typeof minReadySeconds !== 'number') return;
  if (progressDeadlineSeconds > minReadySeconds) return;
  const data = { value: progressDeadlineSeconds, rule: 'above', limit: minReadySeconds } as const;
  reportOnce(walk, 'out-of-range', data, ['progressDeadlineSeconds']);
};
const claimsAreVolumes: Rule = (walk, spec) => {
  const names = (asArray(spec.volumeClaimTemplates) ?? []).map((one) => asObject(asObject(one)?.metadata)?.name);
  templateOf(always, names.filter((name) => typeof name === 'string'))(walk, spec);
};
const indexed: Rule = (walk, { completionMode, completions }) => {
  if (completionMode === 'Indexed' && isEmpty(completions)) reportOnce(walk, 'missing-field', { field: 'completions' }, ['completions']);
};

const job: Needs = {
  fields: {
    backoffLimit: count, completions: count, parallelism: count, activeDeadlineSeconds: count, ttlSecondsAfterFinished: count, selector,
    completionMode: { allowed: ['NonIndexed', 'Indexed'], filled: true },
  },
  rules: [indexed, templateOf(['OnFailure', 'Never'])],
};
const replicated = { replicas: count, minReadySeconds: count, selector };


export const deployment: Needs = {
  required: ['spec'],
  fields: { spec: {
    fields: { ...replicated, revisionHistoryLimit: count, progressDeadlineSeconds: count, strategy: { fields: { rollingUpdate } } },
    rules: [selectsItsTemplate, recreates, deadline, templateOf(always)],
  } },
};
export const replicaSet: Needs = {
  required: ['spec'], fields: { spec: { fields: replicated, rules: [selectsItsTemplate, templateOf(always)] } },
};
export const daemonSet: Needs = {
  required: ['spec'],
  fields: { spec: {
    fields: { ...replicated, revisionHistoryLimit: count, updateStrategy: { rules: [rollsOut] } },
    rules: [selectsItsTemplate, templateOf(always)],
  } },
};
export const statefulSet: Needs = {
  required: ['spec'],
  fields: { spec: {
    fields: {
      ...replicated,
      updateStrategy: { fields: { rollingUpdate: { fields: { partition: count } } } },
      persistentVolumeClaimRetentionPolicy: { fields: {
        whenDeleted: { allowed: ['Retain', 'Delete'] }, whenScaled: { allowed: ['Retain', 'Delete'] },
      } },
      podManagementPolicy: { allowed: ['OrderedReady', 'Parallel'] },
      volumeClaimTemplates: { items: { required: ['spec'], fields: { spec: claimSpec } } },
    },
    rules: [selectsItsTemplate, claimsAreVolumes],
  } },
};
export const jobKind: Needs = { required: ['spec'], fields: { spec: job } };
export const cronJob: Needs = {
  required: ['spec'],
  fields: { spec: {
    required: ['schedule', 'jobTemplate'],
    fields: {
      schedule: { format: 'cron' }, startingDeadlineSeconds: count, successfulJobsHistoryLimit: count, failedJobsHistoryLimit: count,
      jobTemplate: { required: ['spec'], fields: { spec: job } },
    },
  } },
};
export const pod: Needs = { required: ['spec'], fields: { spec: podSpec() } };
export const podTemplate: Needs = { rules: [templateOf(['Always', 'OnFailure', 'Never'])] };
