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
  skipped: string[];
  seconds: number;
}

/** One line per file, details of failed journeys, and a count at the end. */
export default class FileReporter implements Reporter {
  private readonly files = new Map<string, File>();

  onBegin(_config: FullConfig, suite: Suite) {
    for (const test of suite.allTests()) this.fileOf(test).waiting += 1;
  }

  onTestEnd(test: TestCase, result: TestResult) {
    if (result.status === 'interrupted') return;
    const file = this.fileOf(test);
    file.seconds += result.duration / 1000;
    file.waiting -= 1;
    if (test.outcome() === 'skipped') file.skipped.push(`${titleOf(test)}: ${reasonOf(result)}`);
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
    if (file.waiting === 0) this.print(basename(test.location.file), file);
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
      `${sum((file) => file.skipped.length)} skipped`,
    ];
    const notRun = sum((file) => file.waiting);
    if (notRun > 0) counts.push(`${notRun} not run${status === 'timedout' ? ' in time' : ''}`);
    console.log(`${counts.join(', ')} (${Math.round(duration / 1000)} s)`);
  }

  printsToStdio() {
    return true;
  }

  private print(name: string, { passed, failed, skipped, seconds }: File) {
    const counts = [
      passed > 0 && `${passed} passed`,
      failed > 0 && `${failed} failed`,
      skipped.length > 0 && `${skipped.length} skipped`,
    ].filter(Boolean);
    console.log(`${failed > 0 ? '✗' : '✓'} ${name}: ${counts.join(', ')} (${seconds.toFixed(1)} s)`);
    for (const one of skipped) console.log(`  skipped: ${one}`);
  }

  private fileOf({ location }: TestCase): File {
    const file = this.files.get(location.file) ?? {
      waiting: 0,
      passed: 0,
      failed: 0,
      skipped: [],
      seconds: 0,
    };
    this.files.set(location.file, file);
    return file;
  }
}

const titleOf = (test: TestCase) => test.titlePath().slice(1).filter(Boolean).join(' › ');

const reasonOf = ({ annotations }: TestResult) =>
  annotations.find(({ type }) => type === 'skip')?.description ?? 'it does not say why';
