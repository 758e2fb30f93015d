import { useEffect, useState } from 'react';

/** The URL of an external picture once it has loaded; empty until then. */
export function useLoadedImage(url: string): string {
  const [loaded, setLoaded] = useState('');
  useEffect(() => {
    if (url === '') return undefined;
    const picture = new Image();
    picture.addEventListener('load', () => setLoaded(url));
    picture.src = url;
    return () => {
      picture.src = '';
    };
  }, [url]);
  return loaded === url ? url : '';
}
