/** Who issues the certificates of a bundle that needs some. */
import { nameOf, type RecordedChoices } from '../../api';
import { BoxcutterError } from '../../errors';
import { type Bundle, type CertificateProviderName, needsCertificates } from '../../formats';
import type { Choices } from '../choices';
import type { Surroundings } from '../surroundings';

const ISSUERS: readonly CertificateProviderName[] = ['cert-manager', 'service-ca'];

/**
 * What was chosen; else what it was before; else what the cluster has.
 * @returns undefined for a bundle that needs none
 * @throws BoxcutterError `certificates-needed` (input)
 */
export async function certificatesFor(
  bundle: Bundle,
  { certificates = 'auto' }: Pick<Choices, 'certificates'>,
  recorded: RecordedChoices | undefined,
  { onNote, facts }: Surroundings,
): Promise<CertificateProviderName | undefined> {
  if (!needsCertificates(bundle)) return undefined;
  const what = `Bundle ${bundle.name} has webhooks or API services, which need certificates`;
  if (certificates === 'none') {
    throw new BoxcutterError('certificates-needed', 'input', `${what}, but --certificates none gives them none.`, {
      hint: 'Choose who issues them: --certificates cert-manager, or service-ca on OpenShift.',
    });
  }
  if (certificates !== 'auto') {
    const isCircular = certificates === 'cert-manager' && bringsCertManager(bundle) && (await facts?.())?.certificates === 'none';
    if (isCircular) throw circular(bundle);
    return certificates;
  }
  // Another provider that came to the cluster in the meantime changes nothing about what runs. What another client may have written counts
  // for nothing: it is chosen as for a first install.
  const before = recorded?.untrusted === undefined ? ISSUERS.find((name) => name === recorded?.certificates) : undefined;
  if (before !== undefined) return before;
  if (facts === undefined) {
    onNote(
      `${bundle.name} has webhooks or API services; cert-manager will issue their certificates (--certificates chooses another issuer).`,
    );
    return 'cert-manager';
  }
  const { certificates: found } = await facts();
  if (found !== 'none') return found;
  if (bringsCertManager(bundle)) throw circular(bundle);
  throw new BoxcutterError('certificates-needed', 'input', `${what}, but nothing on the cluster issues certificates.`, {
    hint: 'Install cert-manager first (on OpenShift its own service does it), or choose with --certificates.',
  });
}

function bringsCertManager({ crds }: Bundle): boolean {
  return crds.some(({ manifest }) => nameOf(manifest) === 'certificates.cert-manager.io');
}

/** Its own certificates could be issued only after its pods run, which wait for the Secrets of these certificates. */
function circular({ name }: Bundle): BoxcutterError {
  const why = 'and its pods would wait for a certificate that cert-manager issues only when they run';
  return new BoxcutterError('certificates-needed', 'input', `Bundle ${name} brings cert-manager itself, ${why}.`, {
    hint: 'Install cert-manager from its own chart or manifests, where it makes this certificate itself; '
      + 'on OpenShift choose --certificates service-ca.',
  });
}
