import { Download } from 'lucide-react';
import { useExport } from '#lib/use-export.ts';
import { Menu } from '#ui/Menu.tsx';
import { Spinner } from '#ui/Spinner.tsx';

interface ExportMenuProps {
  title: string;
  /** Fetches the chain file; with pictures, a zip of both. */
  fetchFile: (pictures: boolean) => Promise<Blob>;
}

/** Downloads a chain or subject in the format that the loader reads. */
export function ExportMenu({ title, fetchFile }: ExportMenuProps) {
  const { busy, save } = useExport(title);
  const saveFile = (pictures: boolean) => save(pictures ? 'zip' : 'json', () => fetchFile(pictures));

  return (
    <Menu
      variant="outline"
      size="sm"
      groups={[
        {
          items: [
            { label: 'Chain file (JSON)', onSelect: () => void saveFile(false) },
            { label: 'With its pictures (zip)', onSelect: () => void saveFile(true) },
          ],
        },
      ]}
    >
      {busy ? <Spinner /> : <Download size={18} aria-hidden="true" />}
      Export
    </Menu>
  );
}
