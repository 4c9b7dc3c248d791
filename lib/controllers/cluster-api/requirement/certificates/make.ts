/** A certificate for the webhook, with an authority of its own. The key of the authority is forgotten at once: it signs nothing else. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier, AttributeTypeAndValue, AttributeValue, AuthorityKeyIdentifier, BasicConstraints, Certificate, ExtendedKeyUsage,
  Extension, Extensions, GeneralName, id_ce_authorityKeyIdentifier, id_ce_basicConstraints, id_ce_extKeyUsage, id_ce_keyUsage,
  id_ce_subjectAltName, id_ce_subjectKeyIdentifier, id_kp_serverAuth, KeyUsage, KeyUsageFlags, Name, RelativeDistinguishedName,
  SubjectAlternativeName, SubjectKeyIdentifier, SubjectPublicKeyInfo, TBSCertificate, Validity, Version,
} from '@peculiar/asn1-x509';

/** All PEM. */
export interface Pair {
  /** Who trusts it trusts the certificate, and nothing else. */
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

const COMMON_NAME = '2.5.4.3';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
/** Clocks differ. */
const BEFORE_MS = 5 * 60_000;

interface Signed {
  readonly subject: string;
  readonly key: KeyObject;
  readonly extensions: readonly Extension[];
  readonly issuer: { readonly name: string; readonly key: KeyObject };
  readonly from: Date;
  readonly to: Date;
}

/** @param hosts names and addresses under which the webhook is called. @param lifeMs how long it is valid */
export function makePair(hosts: readonly string[], { now, lifeMs }: { readonly now: number; readonly lifeMs: number }): Pair {
  const [authority, server] = [newKey(), newKey()];
  const times = { from: new Date(now - BEFORE_MS), to: new Date(now + lifeMs) };
  // Another authority is another name: two of one name would be mistaken for each other while both are trusted.
  const issuer = { name: `boxcutter webhook ${randomBytes(6).toString('hex')}`, key: authority.privateKey };
  const usage = (flags: number): Extension => extension(id_ce_keyUsage, new KeyUsage(flags), true);
  return {
    authority: certificate({
      ...times, issuer, subject: issuer.name, key: authority.publicKey,
      extensions: [
        extension(id_ce_basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }), true), usage(KeyUsageFlags.keyCertSign),
      ],
    }),
    certificate: certificate({
      ...times, issuer, subject: 'boxcutter webhook', key: server.publicKey,
      extensions: [
        extension(id_ce_basicConstraints, new BasicConstraints({ cA: false }), true), usage(KeyUsageFlags.digitalSignature),
        extension(
          id_ce_authorityKeyIdentifier, new AuthorityKeyIdentifier({ keyIdentifier: identifierOf(authority.publicKey) }), false,
        ),
        extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth]), false),
        extension(id_ce_subjectAltName, new SubjectAlternativeName(hosts.map(nameOf)), false),
      ],
    }),
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function newKey(): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function certificate({ subject, key, extensions, issuer, from, to }: Signed): string {
  const publicKey = publicKeyInfo(key);
  const algorithm = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 });
  const serial = randomBytes(16);
  // Positive, and not with a needless zero before it.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const body = new TBSCertificate({
    version: Version.v3, serialNumber: bytesOf(serial), signature: algorithm, issuer: named(issuer.name), subject: named(subject),
    validity: new Validity({ notBefore: from, notAfter: to }), subjectPublicKeyInfo: publicKey,
    extensions: new Extensions([...extensions, extension(id_ce_subjectKeyIdentifier, identifierOf(key), false)]),
  });
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(body)), issuer.key);
  const whole = new Certificate({ tbsCertificate: body, signatureAlgorithm: algorithm, signatureValue: bytesOf(signature) });
  const text = Buffer.from(AsnConvert.serialize(whole)).toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`;
}

function publicKeyInfo(key: KeyObject): SubjectPublicKeyInfo {
  return AsnConvert.parse(key.export({ type: 'spki', format: 'der' }), SubjectPublicKeyInfo);
}

function identifierOf(key: KeyObject): SubjectKeyIdentifier {
  return new SubjectKeyIdentifier(bytesOf(createHash('sha1').update(new Uint8Array(publicKeyInfo(key).subjectPublicKey)).digest()));
}

function extension(id: string, value: object, critical: boolean): Extension {
  return new Extension({ extnID: id, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

function named(commonName: string): Name {
  return new Name([new RelativeDistinguishedName([
    new AttributeTypeAndValue({ type: COMMON_NAME, value: new AttributeValue({ utf8String: commonName }) }),
  ])]);
}

function nameOf(host: string): GeneralName {
  return isIP(host) === 0 ? new GeneralName({ dNSName: host }) : new GeneralName({ iPAddress: host });
}

function bytesOf(buffer: Buffer): ArrayBuffer {
  return new Uint8Array(buffer).buffer as ArrayBuffer;
}
