import { Readable } from 'node:stream';
import type { ExportFormat } from '@gyan/contract/files.ts';
import type { Config } from '#config.ts';
import { disconnectSignal } from '#http/disconnect.ts';
import { limitConcurrency } from '#http/limit-concurrency.ts';
import { invalidField } from '#http/problems.ts';
import { type Binding, bind } from '#http/serve.ts';
import type { JobLog } from '#jobs/log.ts';
import { type ZipFile, zip } from '#lib/zip.ts';
import { ankiFiles } from './anki-export.ts';
import { fileName, readExported } from './exported.ts';
import { openImports } from './import-jobs.ts';
import type { ImportDeps } from './importing.ts';
import { markdownFiles } from './markdown-export.ts';
import { scormFiles } from './scorm-export.ts';

export interface FileDeps extends ImportDeps {
  log: JobLog;
  config: Pick<Config, 'publicUrl'>;
}

const endings: Record<ExportFormat, string> = {
  apkg: 'apkg',
  markdown: 'zip',
  scorm: 'scorm.zip',
};

export function fileRoutes(deps: FileDeps): Binding[] {
  const { db, storage, config } = deps;
  const imports = openImports(deps);
  const runLimited = limitConcurrency(
    { running: 3, waiting: 30 },
    'Many files are being made right now. Please try again.',
  );

  return [
    bind('GET /r/export_file', async ({ query, viewer, request, reply }) => {
      const source = { db, publicUrl: config.publicUrl };
      const exported = await runLimited(() => readExported(source, viewer, query), request);
      const make: Record<ExportFormat, () => AsyncIterable<ZipFile>> = {
        apkg: () => ankiFiles({ db, storage }, viewer, exported, { scheduling: query.scheduling ?? false }),
        markdown: () => markdownFiles(storage, exported),
        scorm: () => scormFiles(storage, exported),
      };
      const name = `${fileName(exported.title)}.${endings[query.format]}`;
      reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
      return Readable.from(zip(make[query.format]()), { objectMode: false });
    }),
    bind('POST /r/import_file', async ({ body, viewer, request, reply }) => {
      const { upload } = request;
      if (!upload || upload.bytes === 0) throw invalidField('file', 'File needs to be specified');
      const { format, file: fileName, preview = false } = body;
      const disconnected = disconnectSignal(reply);
      return imports.importFile(viewer, { disconnected, upload, format, fileName, preview });
    }),
    bind('GET /r/job', ({ query, viewer }) => imports.findJob(viewer, query.jobId)),
    bind('DELETE /r/job', ({ query, viewer }) => imports.cancelJob(viewer, query.jobId)),
  ];
}
