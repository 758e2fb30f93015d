import { useState } from 'react';
import { announce } from '#ui/announcer.ts';
import { queueToast } from '#ui/toast-queue.ts';
import { reasonOf } from './api-problem.ts';
import { fileName, saveFile } from './save-file.ts';

/** Downloads a chain or subject as a file named after its title, one at a time. */
export function useExport(title: string) {
  const [busy, setBusy] = useState(false);

  const save = async (ending: string, fetchFile: () => Promise<Blob>) => {
    if (busy) return;
    setBusy(true);
    announce('Packing…');
    try {
      saveFile(await fetchFile(), `${fileName(title)}.${ending}`);
      announce('The file is on its way to your downloads.');
    } catch (error) {
      queueToast({ tone: 'danger', text: `“${title}” was not exported. ${reasonOf(error)}` });
    } finally {
      setBusy(false);
    }
  };

  return { busy, save };
}
