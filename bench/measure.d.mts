/** What the commands of a step took. */
export interface MeasuredStep {
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly peakMiB: number;
  readonly requests: { readonly all: number };
}
export function measureStep(step: {
  readonly measure: string;
  readonly commands: readonly (readonly string[])[];
  readonly env: NodeJS.ProcessEnv;
  readonly auditLog: string;
  readonly userAgent: string;
}): Promise<MeasuredStep>;
