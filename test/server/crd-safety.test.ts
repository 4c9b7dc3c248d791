/** CRD upgrade safety on a real API server: what the rule rests on, and that a run stops before its first write. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LABEL_OWNER_NAME, type JsonObject, type JsonValue, type KubeObject, type ObjectRef } from '../../lib/api';
