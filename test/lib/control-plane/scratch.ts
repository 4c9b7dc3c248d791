import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** A folder for one test file, removed after its tests. */
export function scratchFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'boxcutter-test-'));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function executable(folder: string, name: string, content = '#!/bin/sh\n'): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  fs.writeFileSync(path.join(folder, name), content, { mode: 0o755 });
}
