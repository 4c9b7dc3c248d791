import { BlockList, isIP } from 'node:net';

/** The well-known prefix of NAT64 (RFC 6052): what follows it is an IPv4 address, to which a gateway passes what is sent there. */
const NAT64 = '64:ff9b::';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');
LOOPBACK.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/** Is this host this machine: `localhost`, or a loopback address? Names that only look like an address (`127.example.com`) are not. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host.toLowerCase() === 'localhost';
  return LOOPBACK.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/** Addresses that lead to this machine although they are none of its own. */
const UNSPECIFIED = new BlockList();
UNSPECIFIED.addSubnet('0.0.0.0', 8, 'ipv4');
UNSPECIFIED.addAddress('::', 'ipv6');
UNSPECIFIED.addSubnet('::ffff:0.0.0.0', 104, 'ipv6');

/** Does a connection to this host end at this machine? */
export function isThisMachine(host: string): boolean {
  const family = isIP(host);
  return isLoopback(host) || (family !== 0 && UNSPECIFIED.check(host, family === 4 ? 'ipv4' : 'ipv6'));
}

/** Addresses of one link alone (RFC 3927, RFC 4291), and those where clouds answer machines although they are none of these. */
const LINK_LOCAL = new BlockList();
LINK_LOCAL.addSubnet('169.254.0.0', 16, 'ipv4');
LINK_LOCAL.addSubnet('fe80::', 10, 'ipv6');
LINK_LOCAL.addSubnet('::ffff:169.254.0.0', 112, 'ipv6');
// Of AWS (metadata, time, names, pod identity), and of Google.
LINK_LOCAL.addSubnet('fd00:ec2::', 32, 'ipv6');
LINK_LOCAL.addAddress('fd20:ce::254', 'ipv6');
LINK_LOCAL.addAddress('100.100.100.200', 'ipv4');
LINK_LOCAL.addAddress('168.63.129.16', 'ipv4');
LINK_LOCAL.addAddress('192.0.0.192', 'ipv4');
LINK_LOCAL.addSubnet(`${NAT64}169.254.0.0`, 112, 'ipv6');
for (const address of ['100.100.100.200', '168.63.129.16', '192.0.0.192']) {
  LINK_LOCAL.addAddress(`::ffff:${address}`, 'ipv6');
  LINK_LOCAL.addAddress(`${NAT64}${address}`, 'ipv6');
}

/** Is this an address where a cloud gives the machine that asks its credentials? A server may not send us there. */
export function isLinkLocal(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && LINK_LOCAL.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
