import { useEffect, useState } from 'react';
import { fontFamily, fontWeight } from './paths.ts';
import { type Measure, roughMeasure } from './text-layout.ts';

const measuredSize = 100;
const fontOf = (family: string) => `${fontWeight} ${measuredSize}px ${family}`;
const font = fontOf(fontFamily);

/** Measures with the fonts of this browser. Widths grow linearly with the size, so one size is measured. */
function createMeasure(): Measure {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return roughMeasure;
  context.font = font;
  const known = new Map<string, number>();
  return (text) => {
    let width = known.get(text);
    if (width === undefined) {
      width = context.measureText(text).width / measuredSize;
      if (known.size > 5000) known.clear();
      known.set(text, width);
    }
    return width;
  };
}

/** Loads the fonts that these texts need, and measures with them. */
export async function loadMeasure(texts: readonly string[]): Promise<Measure> {
  const letters = `Aa${texts.join('')}`;
  // Separate calls: one call would fail if any font is missing, as a local fallback may be.
  const loads = fontFamily.split(', ').map((family) => document.fonts.load(fontOf(family), letters));
  await Promise.allSettled(loads);
  return createMeasure();
}

/** Measures texts, again once their fonts are loaded. Undefined until the first ones are. */
export function useMeasure(texts: readonly string[]): Measure | undefined {
  const [measure, setMeasure] = useState<{ measure: Measure }>();
  // Another script may need another font.
  const scripts = [...new Set(texts.join('').match(/[\u0250-\u{10ffff}]/gu))].toSorted().join('');
  useEffect(() => {
    let isCurrent = true;
    void loadMeasure([scripts]).then((loaded) => {
      if (isCurrent) setMeasure({ measure: loaded });
    });
    return () => {
      isCurrent = false;
    };
  }, [scripts]);
  return measure?.measure;
}
