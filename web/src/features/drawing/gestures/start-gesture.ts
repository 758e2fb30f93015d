import type { Drawing } from '../use-drawing.ts';
import { connectorGesture, eraserGesture, labelGesture, shapeGesture, textGesture } from './draw.ts';
import type { Gesture, Press } from './gesture.ts';
import { selectGesture } from './select.ts';

/** The gesture of the tool. Ink has none: it is drawn outside of React. */
export function startGesture(drawing: Drawing, press: Press): Gesture | undefined {
  switch (drawing.tool) {
    case 'select':
      return selectGesture(drawing, press);
    case 'box':
    case 'ellipse':
      return shapeGesture(drawing, drawing.tool, press);
    case 'line':
    case 'arrow':
      return connectorGesture(drawing, drawing.tool, press);
    case 'text':
      return textGesture(drawing, press);
    case 'label':
      return labelGesture(drawing, press);
    case 'eraser':
      return eraserGesture(drawing, press);
    default:
      return undefined;
  }
}
