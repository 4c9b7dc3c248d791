/**
 * What the demos share: a control plane of their own, and steps. Each step shows a command as a user types it and its real output, and has
 * an outcome that is expected of it; any other ends the demo with exit code 1. Cleans up, also after a failure and after Ctrl-C.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { styleText } from 'node:util';
import { build } from '../build.mjs';
import { beginRun } from '../run/run.mjs';
import { root, setup } from '../setup.mjs';

export class Stage {
  timings = [];
  running = new Set();
  began = Date.now();

  /**
   * @param cluster name of the control plane
   * @param example folder that commands run in
   */
  constructor(cluster, example) {
    this.cluster = cluster;
    this.example = example;
    /** For files of the demo. */
    this.work = mkdtempSync(join(tmpdir(), 'boxcutter-demo-'));
    this.environment = { ...process.env, PATH: `${join(this.work, 'bin')}${delimiter}${process.env.PATH}` };
  }

  /** Sets the clone up, plays, cleans up, and says what took how long. @param last said when all went well */
  async perform(play, { last }) {
    beginRun();
    process.on('SIGINT', () => this.running.forEach((child) => child.kill('SIGINT')));
    let failure;
    try {
      await setup();
      await build();
      mkdirSync(join(this.work, 'bin'));
      this.provide('boxcutter', join(root, 'dist', 'bin', 'boxcutter.js'));
      await this.removeLeftovers();
      await play();
    } catch (error) {
      failure = error;
    } finally {
      failure = await this.cleanUp(failure);
    }
    this.summary(failure, last);
  }

  /** Makes a program one that the steps find. */
  provide(name, path) {
    symlinkSync(path, join(this.work, 'bin', name));
  }

  /** Starts the control plane; steps that follow use it. */
  async startCluster() {
    const up = `boxcutter cluster up --name ${this.cluster}`;
    const { stdout } = await this.step('A Kubernetes control plane on this machine, for this demo alone', up, { says: /is up at https/ });
    this.environment.KUBECONFIG = /export KUBECONFIG=(.*)/.exec(stdout)[1];
    say(`$ export KUBECONFIG="${this.environment.KUBECONFIG}"`);
  }

  /** Shows and runs one command, or one that has `begun` and held its output back. Exit code and output must be as expected. */
  async step(title, command, { exit = 0, says, cwd, begun } = {}) {
    if (title !== undefined) say(`\n${style('bold', `── ${title}`)}`);
    say(`${style('cyan', '$')} ${style('bold', command)}`);
    const result = await (begun ?? this.run(command, { cwd }));
    const { code, output, milliseconds } = result;
    if (begun !== undefined) process.stdout.write(output);
    this.timings.push({ command, milliseconds, code, expected: code === exit });
    if (code !== 0) say(style('dim', `exit code ${code}`));
    if (code !== exit) throw new Error(`"${command}" ended with exit code ${code}, and ${exit} was expected.`);
    if (says !== undefined && !says.test(output)) throw new Error(`"${command}" did not say what was expected: ${says}`);
    return result;
  }

  /** Standard error is handed through, so that a terminal shows the live tree. What is held is shown later, or, if silent, never. */
  run(command, { silent = false, held = silent, cwd = this.example } = {}) {
    const started = performance.now();
    const child = spawn(command, {
      shell: true,
      cwd,
      env: this.environment,
      stdio: ['ignore', 'pipe', silent ? 'ignore' : process.stderr.isTTY && !held ? 'inherit' : 'pipe'],
    });
    this.running.add(child);
    let stdout = '';
    let output = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      output += chunk;
      if (!held) process.stdout.write(chunk);
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
      if (!held) process.stdout.write(chunk);
    });
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        this.running.delete(child);
        resolve({ code: code ?? 130, stdout, output, milliseconds: performance.now() - started });
      });
    });
  }

  /** A program that runs beside the steps, until they are over. Resolves when it has said this. */
  background(program, args, says, cwd = this.work) {
    const child = spawn(program, args, { cwd, env: this.environment, stdio: ['ignore', 'pipe', 'pipe'] });
    this.running.add(child);
    let said = '';
    return new Promise((resolve, reject) => {
      const look = (chunk) => {
        said += chunk;
        const found = says.exec(said);
        if (found !== null) resolve(found);
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      child.once('error', reject);
      child.once('close', () => {
        this.running.delete(child);
        reject(new Error(`${program} ended: ${said}`));
      });
    });
  }

  /** The cluster of a demo that was killed would show its past. */
  async removeLeftovers() {
    const { stdout } = await this.run(`boxcutter cluster status --name ${this.cluster} -o json`, { silent: true });
    if (JSON.parse(stdout).state === 'absent') return;
    say(`There is a cluster "${this.cluster}" of an earlier demo; it is taken down first.`);
    await this.run(`boxcutter cluster down --name ${this.cluster}`, { silent: true });
  }

  async cleanUp(failure) {
    let left = failure;
    for (const child of this.running) child.kill('SIGTERM');
    try {
      const down = `boxcutter cluster down --name ${this.cluster}`;
      if (this.environment.KUBECONFIG !== undefined && failure === undefined) {
        await this.step('Away with the cluster', down, { cwd: this.work, says: /is down/ });
      } else await this.run(down, { silent: true, cwd: this.work });
    } catch (error) {
      left ??= error;
    }
    rmSync(this.work, { recursive: true, force: true });
    return left;
  }

  summary(failure, last) {
    const width = Math.max(...this.timings.map(({ command }) => command.length), 20);
    say(`\n${style('bold', '── Summary')}`);
    for (const { command, milliseconds, code, expected } of this.timings) {
      const time = `${(milliseconds / 1000).toFixed(2)} s`.padStart(8);
      const remark = code === 0 && expected ? '' : `  exit code ${code}, ${expected ? 'as it should be' : 'unexpected'}`;
      say(`${command.padEnd(width)}  ${time}${remark}`);
    }
    say(`${'everything'.padEnd(width)}  ${`${((Date.now() - this.began) / 1000).toFixed(2)} s`.padStart(8)}`);
    if (failure === undefined) {
      say(`\nThe example is in ${relative(process.cwd(), this.example) || '.'}. ${last}`);
      return;
    }
    process.exitCode = 1;
    console.error(`\ndemo: ${failure.message}`);
  }
}

export function style(format, text) {
  return process.stdout.isTTY ? styleText(format, text) : text;
}

export function say(line) {
  process.stdout.write(`${line}\n`);
}
