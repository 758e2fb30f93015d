import { spawn } from 'node:child_process';
import { at } from './paths.js';

/**
 * Runs a program without a shell, so that spaces in paths need no quoting.
 * Answers its exit code and, unless it inherits the terminal, everything it wrote.
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

/** What a shell would answer for a process that a signal ended. */
function signalCode(signal) {
  return { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 }[signal] ?? 1;
}

/**
 * Runs a program in the foreground and hands every ending signal on to it, once.
 * A terminal already sends Ctrl-C and hang-up to the whole group, npm sends them again: a second copy would cut
 * the child's draining short.
 */
export async function runInForeground(program, args, env) {
  let child;
  const handed = new Set();
  const handOn = (signal) => {
    const alreadyThere = process.stdin.isTTY && signal !== 'SIGTERM';
    if (alreadyThere || handed.has(signal)) return;
    handed.add(signal);
    setTimeout(() => handed.delete(signal), 1000).unref();
    child?.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, handOn);
  const watch = process.env.npm_lifecycle_event && whenOrphaned(() => handOn('SIGTERM'));
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

/** npm hands SIGTERM only to the shell between us, which dies of it and leaves us behind, unasked. */
function whenOrphaned(act) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    act();
  }, 250);
  return watch.unref();
}

/** `4.2 s`, or `1 min 5 s`. */
export function duration(seconds) {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
