/** The built command and helm as processes, as users start them. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export const COMMAND = join(__dirname, '..', '..', 'dist', 'bin', 'boxcutter.js');

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param environment beside that of this process */
export async function run(program: string, args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Ended> {
  const child = spawn(program, args, { env: { ...process.env, NO_COLOR: '1', ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? -1));
  });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

export interface DocumentObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly action: string;
  readonly message?: string;
  readonly hint?: string;
  readonly ready?: boolean;
  readonly probe?: { readonly message: string; readonly summary?: string };
  readonly changes?: readonly { readonly path: string }[];
}

interface Found {
  readonly phases?: readonly { readonly objects: readonly DocumentObject[] }[];
  readonly removed?: readonly DocumentObject[];
  readonly removals?: readonly DocumentObject[];
}

/** What the command prints with `-o json`; which of it is there depends on the subcommand, and on whether it is an error. */
export interface Printed extends Found {
  readonly message?: string;
  readonly hint?: string;
  /** Of an adoption. */
  readonly taking?: {
    readonly objects: number;
    readonly edits: readonly (DocumentObject & { readonly fields: readonly { readonly path: string }[] })[];
    readonly leftOut: readonly (DocumentObject & { readonly reason: string })[];
  };
  readonly plan?: Found;
  readonly outcome?: Found;
}

/** Every object that it names, also what has to go. */
export function objectsOf(document: Printed): readonly DocumentObject[] {
  return [document, document.plan ?? {}, document.outcome ?? {}].flatMap(({ phases = [], removed = [], removals = [] }) => (
    [...phases.flatMap(({ objects }) => objects), ...removed, ...removals]
  ));
}
