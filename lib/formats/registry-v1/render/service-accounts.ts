import { asObject } from '../../../api';
import { generated, type Generator, type RenderContext } from './context';
import { DEFAULT_SERVICE_ACCOUNT, serviceAccountOf } from './names';

/**
 * One ServiceAccount for each name that a permission gives, except `default`, which every namespace has, and those that the bundle brings
 * itself: upstream has both then, and which of them wins is luck.
 */
export const serviceAccounts: Generator = (context) => {
  const { permissions, clusterPermissions } = context.csv;
  const names = new Set([...permissions, ...clusterPermissions].map(serviceAccountOf));
  for (const name of [DEFAULT_SERVICE_ACCOUNT, ...broughtAlong(context)]) names.delete(name);
  return [...names].map((name) => generated(context, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, namespace: context.installNamespace },
  }));
};

function broughtAlong({ bundle }: RenderContext): readonly string[] {
  return bundle.others.filter(({ manifest }) => manifest['kind'] === 'ServiceAccount')
    .map(({ manifest }) => String(asObject(manifest['metadata'])?.['name']));
}
