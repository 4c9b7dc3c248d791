import { join } from 'node:path';
import { type BundleRevision, Phase, Revision } from 'cdk8s-boxcutter';
import type { Construct } from 'constructs';
import { Lights, type LightsConfig } from './imports/lights-operator';
import { Light, type LightSpec } from './imports/lights.example.com/light';

/** What all lights of the house have in common. */
const evening: Pick<LightSpec, 'colour' | 'schedule'> = { colour: 'warm', schedule: [{ from: '18:30', to: '23:00' }] };

/**
 * An operator and the first objects of its kind. The editor knows what may be configured and what a Light is made of, and the compiler
 * finds what is misspelt, missing or of the wrong type.
 */
export function lights(scope: Construct, config: LightsConfig = {}): BundleRevision {
  const revision = Revision.fromBundle<LightsConfig>(scope, 'lights', {
    bundle: join(__dirname, Lights.bundle),
    namespace: 'lights',
    config: { watchNamespace: 'lights', deploymentConfig: { env: [{ name: 'LOG_LEVEL', value: 'info' }] }, ...config },
  });
  const kitchen = new Light(revision, 'kitchen', { spec: { ...evening, room: 'kitchen', brightness: 100, until: null } });
  const hall = new Light(revision, 'hall', { metadata: { labels: { floor: 'ground' } }, spec: { ...evening, room: 'hall' } });
  new Phase(revision, 'lights').add(kitchen, hall);
  return revision;
}
