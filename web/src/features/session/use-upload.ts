import { useState } from 'react';
import { upload } from './transfer.ts';

/** Uploads forms and reports the progress: 0 to 1, undefined while there is none. */
export function useUpload() {
  const [progress, setProgress] = useState<number>();
  const send: typeof upload = async (call, form, options) => {
    setProgress(0);
    try {
      return await upload(call, form, {
        ...options,
        onProgress: (loaded, total) => setProgress(total ? loaded / total : 0),
      });
    } finally {
      setProgress(undefined);
    }
  };
  return { progress, send };
}
