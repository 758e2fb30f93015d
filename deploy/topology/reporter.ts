import { basename } from 'node:path';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestResult,
} from '@playwright/test/reporter';

interface File {
  waiting: number;
  passed: number;
  failed: number;
  leftOut: string[];
  seconds: number;
}

/** One line for each file once its last journey is made, everything about those that failed, and a count at the end. Every try counts. */
export default class ByFile implements Reporter {
  private readonly files = new Map<string, File>();

  onBegin(_config: FullConfig, suite: Suite) {
    for (const test of suite.allTests()) this.fileOf(test).waiting += 1;
  }

  onTestEnd(test: TestCase, result: TestResult) {
    if (result.status === 'interrupted') return;
    const file = this.fileOf(test);
    file.seconds += result.duration / 1000;
    file.waiting -= 1;
    if (test.outcome() === 'skipped') file.leftOut.push(`${titleOf(test)}: ${reasonOf(result)}`);
    else if (test.ok()) file.passed += 1;
    else {
      file.failed += 1;
      console.log(`\n✗ ${titleOf(test)} (${result.status} after ${(result.duration / 1000).toFixed(1)} s)`);
      for (const { stack, message, snippet } of result.errors) {
        console.log([stack ?? message, snippet].filter(Boolean).join('\n'));
      }
      for (const { name, path } of result.attachments) if (path) console.log(`${name}: ${path}`);
      console.log('');
    }
    if (file.waiting === 0) this.say(basename(test.location.file), file);
  }

  onError(error: { stack?: string; message?: string }) {
    console.log(error.stack ?? error.message);
  }

  onEnd({ duration, status }: FullResult) {
    const files = [...this.files.values()];
    const sum = (of: (file: File) => number) => files.reduce((total, file) => total + of(file), 0);
    const counts = [
      `${sum((file) => file.passed)} passed`,
      `${sum((file) => file.failed)} failed`,
      `${sum((file) => file.leftOut.length)} left out`,
    ];
    const notMade = sum((file) => file.waiting);
    if (notMade > 0) counts.push(`${notMade} not made${status === 'timedout' ? ' in time' : ''}`);
    console.log(`${counts.join(', ')} (${Math.round(duration / 1000)} s)`);
  }

  printsToStdio() {
    return true;
  }

  private say(name: string, { passed, failed, leftOut, seconds }: File) {
    const counts = [
      passed > 0 && `${passed} passed`,
      failed > 0 && `${failed} failed`,
      leftOut.length > 0 && `${leftOut.length} left out`,
    ].filter(Boolean);
    console.log(`${failed > 0 ? '✗' : '✓'} ${name}: ${counts.join(', ')} (${seconds.toFixed(1)} s)`);
    for (const one of leftOut) console.log(`  left out: ${one}`);
  }

  private fileOf({ location }: TestCase): File {
    const file = this.files.get(location.file) ?? {
      waiting: 0,
      passed: 0,
      failed: 0,
      leftOut: [],
      seconds: 0,
    };
    this.files.set(location.file, file);
    return file;
  }
}

const titleOf = (test: TestCase) => test.titlePath().slice(1).filter(Boolean).join(' › ');

const reasonOf = ({ annotations }: TestResult) =>
  annotations.find(({ type }) => type === 'skip')?.description ?? 'it does not say why';
