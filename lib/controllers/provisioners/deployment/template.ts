/** The Bundle that a template stands for. Pure. */
import { createHash } from 'node:crypto';
import { isJsonObject } from '../../../api';
import { canonicalJson } from '../../../api/canonical-json';
import { jsonEqual } from '../../../api/json-equal';
import { defined } from '../../../defined';
import { type LiveBundle, type LiveDeployment, ownerUid } from '../model';
import { BUNDLE_KIND, DEPLOYMENT_KIND, LABEL_OWNER_KIND, LABEL_OWNER_NAME, LABEL_TEMPLATE_HASH } from '../names';

/** Characters of the name of a Bundle. */
const MAX_NAME = 52;
/** Characters of a label value. */
const MAX_LABEL = 63;

/** Templates that mean the same have equal hashes, however their fields are ordered: SHA-224 in base 36, as RukPak writes it. */
export function templateHash({ spec: { template } }: LiveDeployment): string {
  const hex = createHash('sha224').update(canonicalJson({ ...template, spec: meaningOf(template.spec) ?? {} })).digest('hex');
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
    && jsonEqual(meaningOf(bundle.spec), meaningOf(template.spec));
}

/** As the rule of the definition compares specs: an empty text, `false`, and what holds nothing else are as if they were not there. */
function meaningOf(value: unknown): unknown {
  if (value === undefined || value === null || value === '' || value === false) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((each: unknown) => meaningOf(each) ?? {});
  if (!isJsonObject(value)) return value;
  const kept = defined(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, meaningOf(inner)])));
  return Object.keys(kept).length === 0 ? undefined : kept;
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
