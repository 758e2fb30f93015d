import type { ExportFormat } from '@gyan/contract/files.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { EntityRef } from '#features/entities/store.ts';
import { download } from '#features/session/transfer.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { fileName, saveFile } from '#lib/save-file.ts';
import { announce } from '#ui/announcer.ts';
import { Menu } from '#ui/Menu.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { queueToast } from '#ui/toast-queue.ts';

interface ExportMenuProps {
  of: EntityRef<'chain' | 'subject'>;
  title: string;
}

const endings: Record<ExportFormat, string> = { apkg: 'apkg', markdown: 'zip', scorm: 'scorm.zip' };

/** Downloads a chain or subject in formats of other programs, or opens it for printing. */
export function ExportMenu({ of: { kind, id }, title }: ExportMenuProps) {
  const [busy, setBusy] = useState(false);

  const save = async (format: ExportFormat, scheduling = false) => {
    if (busy) return;
    setBusy(true);
    announce('Packing…');
    try {
      const of = kind === 'chain' ? { chapterId: id } : { subjectId: id };
      const file = await download('GET /r/export_file', { query: { ...of, format, scheduling } });
      saveFile(file, `${fileName(title)}.${endings[format]}`);
      announce('The file is on its way to your downloads.');
    } catch (error) {
      queueToast({ tone: 'danger', text: `“${title}” was not exported. ${reasonOf(error)}` });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Menu
      groups={[
        {
          items: [
            {
              label: 'Anki package',
              hint: 'Keeps text, pictures, tags and licences. Importing it again updates your deck.',
              onSelect: () => void save('apkg'),
            },
            {
              label: 'Anki, with my schedule',
              hint: 'The same, and when each card is due for you.',
              onSelect: () => void save('apkg', true),
            },
            {
              label: 'Markdown',
              hint: 'One text file per card, with its details, and the pictures.',
              onSelect: () => void save('markdown'),
            },
            {
              label: 'SCORM 1.2',
              hint: 'A lesson for learning platforms that keeps place and completion.',
              onSelect: () => void save('scorm'),
            },
            {
              label: 'Print',
              hint: 'A small book with cover and contents, two cards a page.',
              onSelect: () => globalThis.location.assign(paths.print(kind, id)),
            },
          ],
        },
      ]}
    >
      {busy ? <Spinner /> : <Download size={18} aria-hidden="true" />}
      Export
    </Menu>
  );
}
