/**
 * The program of a child: runs the command of one scenario. Arguments: scenario, kubeconfig, namespace, and a file whose existence
 * means that it is two minutes later than the clocks say: a process that is stopped does not notice that time passes for others.
 */
import { existsSync } from 'node:fs';
import { attempt, patient } from './attempt';
import { scenarioNamed } from './scenarios';

const LATER_MS = 120_000;

function main([scenario = '', kubeconfig = '', namespace = '', laterFile = '']: readonly string[]): void {
  const later = (): number => (existsSync(laterFile) ? LATER_MS : 0);
  const [wall, monotonic] = [Date.now.bind(Date), performance.now.bind(performance)];
  Date.now = () => wall() + later();
  performance.now = () => monotonic() + later();
  void attempt(scenarioNamed(scenario).run, { kubeconfig, namespace, timing: patient, deadlineMs: 20_000 }).then(({ verdict, fault }) => {
    process.stdout.write(`${verdict}${fault === undefined ? '' : ` ${fault}`}\n`, () => process.exit(0));
  });
}

main(process.argv.slice(2));
