import type { Scene } from '@gyan/contract/scenes.ts';
import { useEffect, useState } from 'react';

/** The picture of a scene, once it is drawn; undefined without a scene. */
export function useRasterUrl(scene: Scene | undefined): string | undefined {
  const [drawn, setDrawn] = useState<{ scene: Scene; url: string }>();
  useEffect(() => {
    if (!scene) return undefined;
    let isCurrent = true;
    void (async () => {
      const { drawRasterUrl } = await import('./raster.ts');
      const url = await drawRasterUrl(scene).catch(() => '');
      if (isCurrent && url !== '') setDrawn({ scene, url });
    })();
    return () => {
      isCurrent = false;
    };
  }, [scene]);
  return scene && drawn?.scene === scene ? drawn.url : undefined;
}
