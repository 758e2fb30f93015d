import type { JobLog } from '#jobs/log.ts';

export interface LogLine {
  level: 'debug' | 'info' | 'warn' | 'error';
  fields: object;
  message: string;
}

/** A log that records its lines. */
export function recordingLog(): JobLog & { lines: LogLine[] } {
  const lines: LogLine[] = [];
  const record = (level: LogLine['level']) => (fields: object, message: string) => {
    lines.push({ level, fields, message });
  };
  return {
    lines,
    debug: record('debug'),
    info: record('info'),
    warn: record('warn'),
    error: record('error'),
  };
}
