import { arc, circle, ellipse, fine, firm, glow, type Look, linear, paint, path, rect, svg } from './draw.ts';
import { ink, paper } from './palette.ts';

export type Hair = 'long' | 'bun' | 'short' | 'curls' | 'bob' | 'waves' | 'crop' | 'braid';

interface Face {
  background: readonly [string, string];
  skin: string;
  shade: string;
  hair: string;
  style: Hair;
  cloth: string;
  trim: string;
  glasses?: boolean;
  beard?: boolean;
  dot?: string;
}

/** What lies behind the head, and what lies over the brow, for each way of wearing hair. */
const behind: Record<Hair, (fill: Look) => string> = {
  long: (l) =>
    path('M250 270C240 110 560 110 550 270C560 400 570 470 560 540H240C230 470 240 400 250 270Z', l),
  bun: (l) => circle(400, 112, 58, l) + path('M262 260C262 120 538 120 538 260L520 330H280Z', l),
  short: (l) => path('M268 270C256 110 544 110 532 270L520 310H280Z', l),
  curls: (l) =>
    [
      [290, 210, 66],
      [330, 140, 70],
      [400, 112, 74],
      [470, 140, 70],
      [512, 210, 66],
      [528, 290, 54],
      [272, 290, 54],
    ]
      .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, l))
      .join(''),
  bob: (l) => path('M244 380C220 100 580 100 556 380Q540 410 500 400H300Q260 410 244 380Z', l),
  waves: (l) =>
    path(
      'M256 250C250 110 550 110 546 250C600 300 540 350 580 400C600 450 540 480 560 520H240C260 480 200 450 222 400C260 350 204 300 256 250Z',
      l,
    ),
  crop: (l) => path('M274 262C262 130 538 130 526 262L516 286H284Z', l),
  braid: (l) =>
    path('M256 280C250 110 550 110 544 280L530 340H270Z', l) +
    [380, 428, 474, 516, 552].map((y, i) => ellipse(540 + (i % 2) * 8, y, 34 - i * 3, 30, l)).join(''),
};

const fringe: Record<Hair, string> = {
  long: 'M276 262C284 170 380 150 410 150C400 190 330 220 276 262ZM410 150C480 154 524 200 526 262C480 232 430 200 410 150Z',
  bun: 'M278 250C296 160 504 160 522 250C470 196 330 196 278 250Z',
  short:
    'M274 266C268 180 330 140 420 146C500 150 530 200 526 262C500 216 450 214 400 218C350 216 300 210 274 266Z',
  curls:
    'M282 240C300 176 350 160 400 160C452 160 504 180 520 240C480 204 440 214 400 196C360 214 316 206 282 240Z',
  bob: 'M272 286C266 190 320 146 400 146C482 146 534 190 528 286C510 236 480 222 400 222C322 222 290 236 272 286Z',
  waves:
    'M276 270C270 190 330 150 376 150C380 200 320 214 276 270ZM376 150C470 136 530 196 526 270C490 214 420 210 376 150Z',
  crop: 'M280 254C290 176 350 158 400 158C452 158 512 178 520 254C500 212 460 198 400 198C340 198 302 212 280 254Z',
  braid:
    'M274 276C276 180 350 150 400 148C452 150 524 180 526 276C500 220 440 190 400 148C360 190 300 220 274 276Z',
};

/** A calm, abstract face on a sheet of 4:3. */
export const portrait = (face: Face) => () =>
  svg(
    800,
    600,
    linear('ground', [
      [0, face.background[0]],
      [1, face.background[1]],
    ]),
    rect(0, 0, 800, 600, { fill: paint('ground') }),
    glow('lamp', 250, 160, 420, paper, 0.55),
    behind[face.style]({ fill: face.hair }),
    path('M130 600C140 490 260 450 340 436H460C540 450 660 490 670 600Z', { fill: face.cloth }),
    path('M340 436Q400 520 460 436L476 462Q400 566 324 462Z', { fill: face.trim }),
    path('M352 380V440Q400 500 448 440V380Z', { fill: face.shade }),
    ellipse(272, 296, 22, 34, { fill: face.shade }),
    ellipse(528, 296, 22, 34, { fill: face.shade }),
    path('M274 270C274 170 526 170 526 270C530 370 470 432 400 432C330 432 270 370 274 270Z', {
      fill: face.skin,
    }),
    face.beard
      ? path(
          'M276 300C284 380 330 442 400 442C470 442 516 380 524 300C508 346 470 352 400 350C330 352 292 346 276 300Z',
          { fill: face.hair },
        )
      : '',
    path(fringe[face.style], { fill: face.hair }),
    path(arc(342, 282, 24, 110, 250), { stroke: ink, weight: firm }),
    path(arc(458, 282, 24, 110, 250), { stroke: ink, weight: firm }),
    path('M312 252Q342 234 368 250', { stroke: face.hair, weight: firm }),
    path('M432 250Q458 234 488 252', { stroke: face.hair, weight: firm }),
    path('M402 292Q416 326 394 336', { stroke: face.shade, weight: firm }),
    path('M358 374Q400 410 442 374', { stroke: face.beard ? paper : ink, weight: firm }),
    face.beard ? '' : [312, 488].map((x) => circle(x, 344, 24, { fill: '#C8463D', opacity: 0.13 })).join(''),
    face.dot ? circle(400, 244, 9, { fill: face.dot }) : '',
    face.glasses
      ? circle(342, 290, 48, { stroke: ink, weight: fine + 1 }) +
          circle(458, 290, 48, { stroke: ink, weight: fine + 1 }) +
          path('M390 288Q400 280 410 288', { stroke: ink, weight: fine + 1 })
      : '',
  );
