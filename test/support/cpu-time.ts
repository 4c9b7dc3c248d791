/** Milliseconds of processor time that this process has used: unlike a clock it does not run on while other processes have the processor. */
export function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
