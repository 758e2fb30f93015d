import { spawn } from 'node:child_process';
import { at } from './paths.js';

/**
 * Runs a program without a shell, so that spaces in paths need no quoting.
 * Resolves to its exit code and, unless it inherits the terminal, its output.
 */
export function run(program, args, { env = process.env, cwd = at(), inherit = false, onChild } = {}) {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(program, args, { cwd, env, stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
    onChild?.(child);
    let output = '';
    const finish = (code) => resolve({ code, output, seconds: (performance.now() - started) / 1000 });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', (error) => {
      output += `${error.message}\n`;
      finish(127);
    });
    child.once('close', (code, signal) => finish(code ?? signalCode(signal)));
  });
}

/** The exit code a shell reports for a process ended by a signal. */
function signalCode(signal) {
  return { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 }[signal] ?? 1;
}

/**
 * Runs a program in the foreground and forwards every termination signal to it once. A terminal already signals the
 * whole process group, and npm repeats it: a second signal would cut the child's graceful shutdown short.
 */
export async function runInForeground(program, args, env) {
  let child;
  const forwarded = new Set();
  const forward = (signal) => {
    const sentByTerminal = process.stdin.isTTY && signal !== 'SIGTERM';
    if (sentByTerminal || forwarded.has(signal)) return;
    forwarded.add(signal);
    setTimeout(() => forwarded.delete(signal), 1000).unref();
    child?.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
  const watch = process.env.npm_lifecycle_event && whenOrphaned(() => forward('SIGTERM'));
  const { code } = await run(program, args, {
    env,
    inherit: true,
    onChild: (started) => {
      child = started;
    },
  });
  clearInterval(watch);
  return code;
}

/** npm sends SIGTERM only to the shell that started this process; the shell dies and leaves this process running. */
function whenOrphaned(callback) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    callback();
  }, 250);
  return watch.unref();
}

/** `4.2 s`, or `1 min 5 s`. */
export function duration(seconds) {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
