/** ConfigMaps, as many as wanted, in two versions: from the first to the second a tenth of them changes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Stands before and stays after: the five seconds that the namespace controller takes would hide what is measured. */
export const namespace = 'growth';

/** Plain manifests (`plain-1/`, `plain-2/`) and Helm charts (`chart-1/`, `chart-2/`), in JSON, which every tool reads as YAML. */
export function writeGrowthWorkload(folder, objects) {
  for (const version of [1, 2]) {
    const texts = Array.from({ length: objects }, (_, index) => JSON.stringify(configMap(index, version)));
    write(join(folder, `plain-${version}`), 'objects.yaml', texts.join('\n---\n'));
    write(join(folder, `chart-${version}`), 'Chart.yaml', JSON.stringify({ apiVersion: 'v2', name: 'growth', version: `${version}.0.0` }));
    write(join(folder, `chart-${version}`, 'templates'), 'objects.yaml', texts.join('\n---\n'));
  }
}

function configMap(index, version) {
  const changed = version === 2 && index % 10 === 0;
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `settings-${String(index).padStart(5, '0')}`, namespace, labels: { 'app.kubernetes.io/part-of': 'growth' } },
    data: { 'level': changed ? 'debug' : 'info', 'endpoint': `https://service-${index}.example.com/v1`, 'timeout': '30s' },
  };
}

function write(folder, file, content) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), content);
}
