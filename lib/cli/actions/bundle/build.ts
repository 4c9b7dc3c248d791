import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
