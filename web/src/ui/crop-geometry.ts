export interface Size {
  width: number;
  height: number;
}

export interface Area extends Size {
  x: number;
  y: number;
}

/** The largest centred area with this aspect ratio, in percent of the picture. */
export function largestArea(picture: Size, aspect: number): Area {
  const ratio = picture.width / picture.height;
  const width = ratio > aspect ? (aspect / ratio) * 100 : 100;
  const height = ratio > aspect ? 100 : (ratio / aspect) * 100;
  return { width, height, x: (100 - width) / 2, y: (100 - height) / 2 };
}

/** Converts an area in percent to whole pixels, inside the picture and never empty. */
export function pixelsOf(area: Area, picture: Size): Area {
  const x = Math.min(Math.max(Math.round((area.x / 100) * picture.width), 0), picture.width - 1);
  const y = Math.min(Math.max(Math.round((area.y / 100) * picture.height), 0), picture.height - 1);
  return {
    x,
    y,
    width: Math.min(Math.max(Math.round((area.width / 100) * picture.width), 1), picture.width - x),
    height: Math.min(Math.max(Math.round((area.height / 100) * picture.height), 1), picture.height - y),
  };
}

/** Scales down, never up, to this width at most. */
export function fitWidth({ width, height }: Size, most: number): Size {
  const scale = Math.min(1, most / width);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
