import * as fs from 'node:fs';
import { readTokens } from './credentials';
import type { LocalClient } from './local-client';
import type { ClusterPlaces } from './places';

/** A client as administrator of the cluster whose API server has that port; undefined when the cluster's files are gone. */
export function administratorOf(port: number, places: ClusterPlaces): LocalClient | undefined {
  const token = readTokens(places)?.admin;
  if (token === undefined || !fs.existsSync(places.servingCertificate)) return undefined;
  return { port, token, authority: fs.readFileSync(places.servingCertificate, 'utf8') };
}
