import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** CPU time in nanoseconds by process or thread. */
export type CpuTimes = Map<string, number>;

export async function serverTimes(pid: number): Promise<CpuTimes> {
  const threads = await readdir(`/proc/${pid}/task`);
  return timesOf(threads.map((thread) => `/proc/${pid}/task/${thread}`));
}

/** CPU times of the backends that run statements, without PostgreSQL's background processes. */
export async function backendTimes(postmasterPid: number): Promise<CpuTimes> {
  const backends = await childrenOf(postmasterPid, 'postgres: gyan gyan');
  return timesOf(backends.map((pid) => `/proc/${pid}`));
}

/** Pids of child processes whose command line contains the word. */
export async function childrenOf(parentPid: number, word: string): Promise<number[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const children: number[] = [];
  for (const pid of processes) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (parent !== String(parentPid)) continue;
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (title.includes(word)) children.push(Number(pid));
  }
  return children;
}

async function timesOf(folders: string[]): Promise<CpuTimes> {
  const times: CpuTimes = new Map();
  for (const folder of folders) {
    const text = await readFile(`${folder}/schedstat`, 'utf8').catch(() => '');
    if (text) times.set(folder, Number(text.split(' ')[0]));
  }
  return times;
}

/** CPU time between two readings, in microseconds. */
export function usedBetween(before: CpuTimes, after: CpuTimes): number {
  let nanoseconds = 0;
  for (const [name, time] of after) nanoseconds += time - (before.get(name) ?? 0);
  return nanoseconds / 1000;
}

/** CPU time of a process in seconds, with the threads that have ended. */
export async function processSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticksPerSecond = 100;
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

async function statusMegabytes(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
}

export const residentMegabytes = (pid: number) => statusMegabytes(pid, 'VmRSS');

/** The most resident memory since the process started, or since `forgetPeak`. */
export const peakMegabytes = (pid: number) => statusMegabytes(pid, 'VmHWM');

export const forgetPeak = (pid: number) => writeFile(`/proc/${pid}/clear_refs`, '5');

export interface Cores {
  /** For the server, the reference server and the database. */
  measured: string;
  /** For the load generator. */
  buildRequest: string;
}

/** Two cores to pin processes to; undefined without two cores or without `taskset`. */
export async function findCores(): Promise<Cores | undefined> {
  const status = await readFile('/proc/self/status', 'utf8');
  const list = /^Cpus_allowed_list:\s+(\S+)/m.exec(status)?.[1] ?? '';
  const cores = list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, n) => first + n);
  });
  const [measured, buildRequest] = cores;
  if (measured === undefined || buildRequest === undefined) return undefined;
  const found = await run('taskset', ['--version']).then(
    () => true,
    () => false,
  );
  return found ? { measured: String(measured), buildRequest: String(buildRequest) } : undefined;
}

/** Pins all threads of a process, and those it starts later. */
export async function pin(pid: number, core: string): Promise<void> {
  await run('taskset', ['--all-tasks', '--cpu-list', '--pid', core, String(pid)]);
}

const run = promisify(execFile);
