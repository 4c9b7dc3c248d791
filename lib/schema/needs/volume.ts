/** Needs of a volume of a pod. */
import type { Needs } from './needs';

const mode: Needs = { range: [0, 511] };
const keyPaths: Needs = { items: { required: ['key', 'path'], fields: { mode } } };

/** A volume without a source becomes an emptyDir. */
export const volume: Needs = {
  required: ['name'],
  fields: {
    name: { format: 'dns-label' },
    hostPath: { required: ['path'] },
    secret: { required: ['secretName'], fields: { defaultMode: mode, items: keyPaths } },
    configMap: { required: ['name'], fields: { defaultMode: mode, items: keyPaths } },
    persistentVolumeClaim: { required: ['claimName'] },
    nfs: { required: ['server', 'path'] },
    csi: { required: ['driver'] },
    projected: {
      fields: {
        defaultMode: mode,
        sources: { items: { fields: {
          secret: { required: ['name'], fields: { items: keyPaths } },
          configMap: { required: ['name'], fields: { items: keyPaths } },
          serviceAccountToken: { required: ['path'], fields: { expirationSeconds: { range: [600, 4294967296] } } },
        } } },
      },
    },
  },
};
