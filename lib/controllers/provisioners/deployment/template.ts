/** The Bundle that a template stands for. Pure. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../api/canonical-json';
import { type LiveBundle, type LiveDeployment, ownerUid } from '../model';
import { BUNDLE_KIND, DEPLOYMENT_KIND, LABEL_OWNER_KIND, LABEL_OWNER_NAME, LABEL_TEMPLATE_HASH } from '../names';

/** Characters of the name of a Bundle. */
const MAX_NAME = 52;
/** Characters of a label value. */
const MAX_LABEL = 63;

/** Equal templates have equal hashes, however their fields are ordered: SHA-224 in base 36, as RukPak writes it. */
export function templateHash({ spec: { template } }: LiveDeployment): string {
  const hex = createHash('sha224').update(canonicalJson(template)).digest('hex');
  return BigInt(`0x${hex}`).toString(36).slice(0, MAX_LABEL);
}

export function bundleName(deployment: LiveDeployment): string {
  return `${deployment.metadata.name}-${templateHash(deployment)}`.slice(0, MAX_NAME);
}

/**
 * Whether a Bundle is the one that the template of this deployment stands for. Names and labels are what others may write: it has to be
 * controlled by this very deployment, and to be what the template says.
 */
export function isBundleOf(deployment: LiveDeployment, bundle: LiveBundle): boolean {
  const { metadata: { uid }, spec: { template } } = deployment;
  return uid !== undefined && ownerUid(bundle) === uid && bundle.metadata.name === bundleName(deployment)
    && canonicalJson(bundle.spec) === canonicalJson(template.spec);
}

/** As it is to be made. Shards choose by labels, so it has those of its deployment, where the template says nothing else. */
export function bundleOf(deployment: LiveDeployment): LiveBundle {
  const { metadata: { name = '', uid = '', labels = {} }, spec: { template } } = deployment;
  const hash = templateHash(deployment);
  const { labels: own = {}, annotations } = template.metadata ?? {};
  return {
    ...BUNDLE_KIND,
    metadata: {
      name: bundleName(deployment),
      labels: {
        ...labels, ...own,
        [LABEL_OWNER_KIND]: DEPLOYMENT_KIND.kind, [LABEL_OWNER_NAME]: name, [LABEL_TEMPLATE_HASH]: hash,
      },
      ...(annotations === undefined ? {} : { annotations }),
      ownerReferences: [{ ...DEPLOYMENT_KIND, name, uid, controller: true, blockOwnerDeletion: true }],
    },
    spec: template.spec,
  };
}
