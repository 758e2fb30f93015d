import { inputLimits } from '@gyan/contract/limits.ts';
import type { Scene } from '@gyan/contract/scenes.ts';
import { pageSize } from './geometry.ts';
import { loadMeasure } from './measure.ts';
import { pageColors } from './palette.ts';
import {
  drawScene,
  fontFamily,
  fontWeight,
  type ItemPrimitives,
  type PathPrimitive,
  textsOf,
} from './paths.ts';
import { photoUrlOf } from './photo-name.ts';

/** Pixels of the long side. */
const longSide = 1800;
/** Of the picture's file; the form is about a third larger. */
const mostBytes = Math.min(inputLimits.imageBytes, 4_000_000);

function drawPath(context: CanvasRenderingContext2D, primitive: PathPrimitive, path: Path2D) {
  if (primitive.fill !== undefined) {
    context.fillStyle = primitive.fill;
    context.fill(path);
  }
  if (primitive.stroke !== undefined) {
    context.strokeStyle = primitive.stroke;
    context.lineWidth = primitive.strokeWidth ?? 1;
    context.stroke(path);
  }
}

function drawPrimitives(context: CanvasRenderingContext2D, { primitives, rotation }: ItemPrimitives) {
  context.save();
  if (rotation) {
    context.translate(rotation.x, rotation.y);
    context.rotate((rotation.angle * Math.PI) / 180);
    context.translate(-rotation.x, -rotation.y);
  }
  for (const primitive of primitives) {
    if (primitive.kind === 'text') {
      context.font = `${fontWeight} ${primitive.size}px ${fontFamily}`;
      context.fillStyle = primitive.fill;
      context.textAlign = primitive.anchor === 'middle' ? 'center' : 'start';
      for (const { text, x, y } of primitive.lines) context.fillText(text, x, y);
      continue;
    }
    drawPath(context, primitive, new Path2D(primitive.d));
  }
  context.restore();
}

function loadPicture(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.addEventListener('load', () => resolve(picture));
    picture.addEventListener('error', () =>
      reject(new Error('The photo under the drawing cannot be loaded.')),
    );
    picture.src = url;
  });
}

/** Fills the page with the middle of the picture. */
function drawPicture(
  context: CanvasRenderingContext2D,
  picture: HTMLImageElement,
  width: number,
  height: number,
) {
  const scale = Math.max(width / picture.naturalWidth, height / picture.naturalHeight);
  const [w, h] = [picture.naturalWidth * scale, picture.naturalHeight * scale];
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, (width - w) / 2, (height - h) / 2, w, h);
}

const blobOf = (canvas: HTMLCanvasElement, type: string, quality?: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));

async function smallEnough(canvas: HTMLCanvasElement, hasPhoto: boolean): Promise<Blob> {
  const formats: [type: string, quality?: number][] = [
    ...(hasPhoto ? [] : [['image/png'] as [string]]),
    ['image/webp', 0.92],
    ['image/jpeg', 0.9],
    ['image/jpeg', 0.6],
  ];
  for (const [type, quality] of formats) {
    const blob = await blobOf(canvas, type, quality);
    // A browser that cannot write a format writes PNG.
    if (blob?.type === type && blob.size <= mostBytes) return blob;
  }
  throw new Error('This drawing could not be turned into a picture.');
}

/** Draws a scene as a picture, with the fonts of this browser. */
async function drawRaster(scene: Scene): Promise<Blob> {
  const photo = 'photo' in scene.background ? scene.background.photo : undefined;
  const [measure, picture] = await Promise.all([
    loadMeasure(textsOf(scene)),
    photo === undefined ? undefined : loadPicture(photoUrlOf(photo)),
  ]);
  const page = pageSize(scene.ratio);
  const scale = longSide / Math.max(page.width, page.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(page.width * scale);
  canvas.height = Math.round(page.height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This drawing could not be turned into a picture.');
  context.scale(canvas.width / page.width, canvas.height / page.height);
  context.fillStyle = 'color' in scene.background ? pageColors[scene.background.color] : '#ffffff';
  context.fillRect(0, 0, page.width, page.height);
  if (picture) drawPicture(context, picture, page.width, page.height);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.textRendering = 'geometricPrecision';
  for (const item of drawScene(scene, measure)) drawPrimitives(context, item);
  return smallEnough(canvas, picture !== undefined);
}

/** The picture as a data URL, as forms send it. */
export async function drawRasterUrl(scene: Scene): Promise<string> {
  const blob = await drawRaster(scene);
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture cannot be read.')));
    reader.readAsDataURL(blob);
  });
}
