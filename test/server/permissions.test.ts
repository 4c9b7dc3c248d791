/** The minimal set of permissions is enough for an account to install, upgrade and remove a package, and none of it can be left out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubeObject, ObjectRef, ResolvedRevision } from '../../lib/api';
