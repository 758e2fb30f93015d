import type { Size } from '#ui/crop-geometry.ts';

/** How a picture is shown: its scale, and the offset of its centre from the centre of the screen in pixels. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export const unzoomed: Zoom = { scale: 1, x: 0, y: 0 };

const maxScale = 6;

/** The size of a picture that is fitted into the screen. */
function fittedSize(picture: Size, screen: Size): Size {
  const ratio = Math.min(screen.width / picture.width, screen.height / picture.height);
  return { width: picture.width * ratio, height: picture.height * ratio };
}

/** Limits the offset: a side larger than the screen covers it, a smaller one is centred. */
export function limitPan({ scale, x, y }: Zoom, picture: Size, screen: Size): Zoom {
  const fitted = fittedSize(picture, screen);
  const limit = (offset: number, side: number, room: number) => {
    const most = Math.max(0, (side * scale - room) / 2);
    return most === 0 ? 0 : Math.min(Math.max(offset, -most), most);
  };
  return {
    scale,
    x: limit(x, fitted.width, screen.width),
    y: limit(y, fitted.height, screen.height),
  };
}

/** Zooms by a factor around a point, given relative to the centre of the screen. */
export function zoomAround(zoom: Zoom, factor: number, point: { x: number; y: number }): Zoom {
  const scale = Math.min(Math.max(zoom.scale * factor, 1), maxScale);
  const change = scale / zoom.scale;
  return {
    scale,
    x: point.x - (point.x - zoom.x) * change,
    y: point.y - (point.y - zoom.y) * change,
  };
}
