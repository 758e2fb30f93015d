import { Download } from 'lucide-react';
import { useState } from 'react';
import { reasonOf } from '#lib/api-problem.ts';
import { fileName, saveFile } from '#lib/save-file.ts';
import { announce } from '#ui/announcer.ts';
import { Menu } from '#ui/Menu.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { queueToast } from '#ui/toast-queue.ts';

interface ExportMenuProps {
  title: string;
  /** Fetches the chain file; with pictures, a zip of both. */
  fetchFile: (pictures: boolean) => Promise<Blob>;
}

/** Downloads a chain or subject in the format that the loader reads. */
export function ExportMenu({ title, fetchFile }: ExportMenuProps) {
  const [busy, setBusy] = useState(false);

  const save = async (pictures: boolean) => {
    if (busy) return;
    setBusy(true);
    announce('Packing…');
    try {
      saveFile(await fetchFile(pictures), `${fileName(title)}.${pictures ? 'zip' : 'json'}`);
      announce('The file is on its way to your downloads.');
    } catch (error) {
      queueToast({ tone: 'danger', text: `“${title}” was not exported. ${reasonOf(error)}` });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Menu
      variant="outline"
      size="sm"
      groups={[
        {
          items: [
            { label: 'Chain file (JSON)', onSelect: () => void save(false) },
            { label: 'With its pictures (zip)', onSelect: () => void save(true) },
          ],
        },
      ]}
    >
      {busy ? <Spinner /> : <Download size={18} aria-hidden="true" />}
      Export
    </Menu>
  );
}
