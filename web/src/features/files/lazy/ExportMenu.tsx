import type { ExportFormat } from '@gyan/contract/files.ts';
import { Download } from 'lucide-react';
import type { EntityRef } from '#features/entities/store.ts';
import { download } from '#features/session/transfer.ts';
import { paths } from '#lib/paths.ts';
import { useExport } from '#lib/use-export.ts';
import { Menu } from '#ui/Menu.tsx';
import { Spinner } from '#ui/Spinner.tsx';

interface ExportMenuProps {
  of: EntityRef<'chain' | 'subject'>;
  title: string;
}

const endings: Record<ExportFormat, string> = { apkg: 'apkg', markdown: 'zip', scorm: 'scorm.zip' };

/** Downloads a chain or subject in formats of other programs, or opens it for printing. */
export function ExportMenu({ of: { kind, id }, title }: ExportMenuProps) {
  const { busy, save } = useExport(title);
  const of = kind === 'chain' ? { chapterId: id } : { subjectId: id };
  const saveAs = (format: ExportFormat, scheduling = false) =>
    save(endings[format], () => download('GET /r/export_file', { query: { ...of, format, scheduling } }));

  return (
    <Menu
      groups={[
        {
          items: [
            {
              label: 'Anki package',
              hint: 'Keeps text, pictures, tags and licences. Importing it again updates your deck.',
              onSelect: () => void saveAs('apkg'),
            },
            {
              label: 'Anki, with my schedule',
              hint: 'The same, and when each card is due for you.',
              onSelect: () => void saveAs('apkg', true),
            },
            {
              label: 'Markdown',
              hint: 'One text file per card, with its details, and the pictures.',
              onSelect: () => void saveAs('markdown'),
            },
            {
              label: 'SCORM 1.2',
              hint: 'A lesson for learning platforms that keeps place and completion.',
              onSelect: () => void saveAs('scorm'),
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
