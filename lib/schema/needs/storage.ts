/** Needs of volumes and their classes. */
import { asObject } from '../../api';
import { isEmpty, reportOnce } from './check-needs';
import type { Needs, Rule } from './needs';
import { selector } from './selector';

const accessModes: Needs = {
  items: { allowed: ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod'], filled: true },
};
const asksForStorage: Rule = (walk, { resources }) => {
  const requests = asObject(asObject(resources)?.requests);
  if (isEmpty(requests?.storage)) reportOnce(walk, 'missing-field', { field: 'storage' }, ['resources', 'requests', 'storage']);
};

export const claimSpec: Needs = {
  required: ['accessModes'],
  fields: { accessModes, selector, storageClassName: { format: 'dns-subdomain' } },
  rules: [asksForStorage],
};
export const claim: Needs = { required: ['spec'], fields: { spec: claimSpec } };
export const persistentVolume: Needs = {
  required: ['spec'],
  fields: { spec: { required: ['capacity', 'accessModes'], fields: { accessModes, hostPath: { required: ['path'] } } } },
};
export const storageClass: Needs = {
  required: ['provisioner'],
  fields: {
    reclaimPolicy: { allowed: ['Delete', 'Retain', 'Recycle'] },
    volumeBindingMode: { allowed: ['Immediate', 'WaitForFirstConsumer'] },
  },
};
