import { CursorError, isDouble, isWhole } from '#db/page.ts';

/**
 * The moment a walk through a private feed began, which all of its pages tell of: transactions below `xmin` were over then, those from `xmax` on
 * had not begun, and of those between `running` were not over. Times cannot say this, since what was begun earlier may end later.
 */
interface Moment {
  xmin: string;
  xmax: string;
  running: string[];
}

/** How the things of everybody follow when what concerns the viewer has run out. */
export type PublicOrder = 'best' | 'newest';

export type PrivatePlace = { moment: Moment; momentText: string; kind: string; thingId: string } & (
  | { part: 'activity'; micros: string; great: boolean }
  | { part: PublicOrder; height: string }
);

const kinds = new Set(['card', 'chain', 'subject']);
const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/;

/** Reads a cursor back, and refuses whatever no answer ever held. */
export function readPrivatePlace(cursor: string): PrivatePlace {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [part, height = '', great = '', kind = '', thingId = '', ...moment] = text.split(',');
  const [xmin = '', xmax = '', ...offsets] = moment;
  if (!kinds.has(kind) || ![thingId, xmin, xmax, ...offsets].every(isCount)) throw new CursorError();
  const place = {
    moment: { xmin, xmax, running: offsets.map((offset) => String(Number(xmin) + Number(offset))) },
    momentText: moment.join(','),
    kind,
    thingId,
  };
  if (part === 'activity' && isCount(height) && /^(true|false)$/.test(great)) {
    return { ...place, part, micros: height, great: great === 'true' };
  }
  if (part === 'newest' && isCount(height) && great === '') return { ...place, part, height };
  if (part === 'best' && number.test(height) && isDouble(height) && great === '') {
    return { ...place, part, height };
  }
  throw new CursorError();
}

function isCount(text: string): boolean {
  return isWhole(text) && !text.startsWith('-');
}
