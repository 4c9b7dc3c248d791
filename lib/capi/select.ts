/** Which components are for this platform, in which order, and whether something is missing. */
import { compareBytes } from '../api/canonical-json';
import type { Component } from './component';

const LABELS: Readonly<Record<string, string>> = { PowerVS: 'ibmcloud', BareMetal: 'metal3' };

/** How labels of transport ConfigMaps call a platform: `AWS` is `aws`, `BareMetal` is `metal3`. */
export function platformLabel(platform: string): string {
  return LABELS[platform] ?? platform.toLowerCase();
}

/** @param platform type of the platform of the cluster, `AWS` */
export function chosenComponents(all: readonly Component[], platform: string): readonly Component[] {
  const label = platformLabel(platform);
  const isFor = ({ profile, source }: Component): boolean => profile.platform === ''
    || ('configMaps' in source ? profile.platform === label : profile.platform === platform);
  return all.filter(isFor).sort((a, b) => a.profile.installOrder - b.profile.installOrder
    || compareBytes(a.profile.platform, b.profile.platform) || compareBytes(a.profile.name, b.profile.name)
    || compareBytes(sourceText(a), sourceText(b)));
}

function sourceText({ source }: Component): string {
  return 'image' in source ? `${source.image} ${source.profile ?? ''}` : source.configMaps.join();
}

/** Types of components that have to be there, and are not. A platform that has no provider needs the core only. */
export function missingTypes(chosen: readonly Component[], required: readonly string[]): readonly string[] {
  return required.filter((type) => !chosen.some(({ profile }) => profile.type === type));
}
