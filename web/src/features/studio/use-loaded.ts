import { useEffect, useState } from 'react';

/** The address of a picture from elsewhere once it is known to be there; empty until then. */
export function useLoaded(url: string): string {
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
