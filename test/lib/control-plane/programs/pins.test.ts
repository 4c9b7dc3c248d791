import * as fs from 'node:fs';
import * as path from 'node:path';
import { goPackages, readPins } from '../../../../lib/control-plane/programs/pins';
import { scratchFolder } from '../scratch';

const real = readPins();
const scratch = scratchFolder();

test('versions come from go.mod, and every staging module of Kubernetes is replaced by the release of the same patch', () => {
  expect(real).toMatchObject({
    etcd: expect.stringMatching(/^v3\.6\.\d+$/) as string,
    kubernetes: expect.stringMatching(/^v1\.36\.\d+$/) as string,
  });
  const staging = fs.readFileSync(path.join(real.folder, 'go.mod'), 'utf8').match(/=> k8s\.io\/.*$/gm) ?? [];
  expect(staging.length).toBeGreaterThan(30);
  expect(new Set(staging.map((line) => line.split(' ')[2]))).toEqual(new Set([real.kubernetes.replace('v1.', 'v0.')]));
});

test('go.mod lists every program as a tool, so that "go mod tidy" keeps what they need', () => {
  const mod = fs.readFileSync(path.join(real.folder, 'go.mod'), 'utf8');
  for (const name of Object.values(goPackages)) expect(mod).toContain(`\n\t${name}\n`);
});

test('the key changes when go.sum does, so that programs of other modules are never used', () => {
  for (const file of ['go.mod', 'go.sum', 'releases.sum']) fs.copyFileSync(path.join(real.folder, file), path.join(scratch, file));
  expect(readPins(scratch).key).toBe(real.key);
  fs.appendFileSync(path.join(scratch, 'go.sum'), '\n');
  expect(readPins(scratch).key).not.toBe(real.key);
  expect(readPins(scratch).key)
    .toContain(`kubernetes-${real.kubernetes}_etcd-${real.etcd}_kwok-${real.kwok}_${process.platform}-${process.arch}`);
});

test('a folder without go.mod is said to be incomplete', () => {
  expect(() => readPins(path.join(scratch, 'nowhere'))).toThrow(expect.objectContaining({ code: 'tool-file-missing' }));
});
