import {
  arc,
  blob,
  bold,
  circle,
  curve,
  ellipse,
  fine,
  firm,
  glow,
  onNight,
  onPaper,
  type Point,
  path,
  points,
  polar,
  polygon,
  rect,
  segment,
  stars,
  times,
  wave,
} from './draw.ts';
import {
  amber,
  blush,
  cream,
  denim,
  dew,
  haze,
  honey,
  indigo,
  ink,
  leaf,
  marigold,
  mist,
  moss,
  peach,
  periwinkle,
  rose,
  saffron,
  sand,
  spectrum,
  white,
} from './palette.ts';

export const physics = () =>
  onNight(
    { at: [800, 450] },
    ...[0, 60, 120].map((turn) =>
      ellipse(800, 450, 420, 150, { stroke: mist, weight: bold, move: `rotate(${turn} 800 450)` }),
    ),
    glow('core', 800, 450, 200, amber, 0.9),
    circle(800, 450, 62, { fill: saffron }),
    circle(...polar(800, 450, 420, 90), 28, { fill: honey }),
    circle(...polar(800, 450, 420, 210), 28, { fill: honey }),
    circle(...polar(800, 450, 420, 330), 28, { fill: honey }),
  );

export const mathematics = () =>
  onPaper(
    { at: [800, 450] },
    times(7, (i) => {
      const r = 390 * 0.72 ** i;
      const corner = points(4, (k) => polar(800, 450, r, k * 90 + i * 20));
      return polygon(corner, { fill: [indigo, mist, saffron, peach, denim, honey, marigold][i] ?? honey });
    }),
  );

export const biology = () =>
  onPaper(
    { light: dew, at: [800, 450] },
    path('M420 720C380 380 640 140 1180 170C1210 620 900 800 420 720Z', {
      fill: leaf,
      stroke: moss,
      weight: bold,
    }),
    curve(
      [
        [330, 790],
        [560, 600],
        [820, 400],
        [1090, 240],
      ],
      { stroke: moss, weight: 20 },
    ),
    ...[0, 1, 2, 3, 4].map((i) => {
      const [x, y] = [540 + i * 112, 616 - i * 82];
      return (
        curve(
          [
            [x, y],
            [x + 10, y - 90 + i * 8],
            [x + 50, y - 170 + i * 26],
          ],
          { stroke: moss, weight: firm },
        ) +
        curve(
          [
            [x, y],
            [x + 110 - i * 8, y + 10],
            [x + 190 - i * 26, y - 20],
          ],
          { stroke: moss, weight: firm },
        )
      );
    }),
  );

export const geography = () =>
  onPaper(
    { light: haze, at: [800, 450] },
    circle(800, 450, 360, { fill: mist }),
    ...[120, 240].map((rx) => ellipse(800, 450, rx, 360, { stroke: white, weight: firm })),
    ...[-180, 0, 180].map((dy) => {
      const half = Math.sqrt(360 ** 2 - dy ** 2);
      return segment([800 - half, 450 + dy], [800 + half, 450 + dy], { stroke: white, weight: firm });
    }),
    segment([800, 90], [800, 810], { stroke: white, weight: firm }),
    blob(
      [
        [620, 240],
        [760, 200],
        [820, 300],
        [740, 420],
        [800, 560],
        [700, 680],
        [600, 520],
        [560, 360],
      ],
      { fill: leaf, opacity: 0.92 },
    ),
    blob(
      [
        [920, 300],
        [1060, 290],
        [1110, 430],
        [1000, 480],
        [930, 400],
      ],
      { fill: leaf, opacity: 0.92 },
    ),
    circle(800, 450, 360, { stroke: indigo, weight: bold }),
    path('M990 330C920 230 920 130 1010 110C1100 130 1090 230 1010 330Q1000 342 990 330Z', {
      fill: saffron,
      stroke: marigold,
      weight: firm,
    }),
    circle(1006, 194, 32, { fill: white }),
  );

export const music = () =>
  onPaper(
    { at: [700, 400] },
    ...[0, 1, 2, 3, 4].map((i) =>
      curve(wave(0, 330 + i * 62, 1600, 1600, 70, 0.15), { stroke: indigo, weight: fine, opacity: 0.7 }),
    ),
    ...[
      [420, 560, 210],
      [680, 490, 220],
      [980, 420, 240],
      [1240, 480, 220],
    ].map(
      ([x = 0, y = 0, tall = 0], i) =>
        segment([x + 52, y], [x + 52, y - tall], { stroke: ink, weight: bold }) +
        ellipse(x, y, 56, 40, { fill: i === 2 ? saffron : indigo, move: `rotate(-22 ${x} ${y})` }),
    ),
    path('M472 350Q600 300 732 270L732 312Q600 340 472 394Z', { fill: ink }),
    path('M1032 180Q1120 230 1104 330', { stroke: ink, weight: bold }),
  );

export const astronomy = () =>
  onNight(
    { at: [760, 430] },
    stars(70, 200),
    ellipse(800, 450, 470, 110, { stroke: amber, weight: 26, move: 'rotate(-16 800 450)' }),
    circle(800, 450, 230, { fill: saffron }),
    path(arc(800, 450, 230, -106, 74), { fill: amber }),
    path('M352 580A470 110 -16 0 0 1248 320', { stroke: honey, weight: 26 }),
    circle(1290, 190, 44, { fill: cream }),
    circle(300, 230, 20, { fill: periwinkle }),
  );

export const light = () =>
  onPaper(
    { at: [800, 400] },
    glow('bulb', 800, 400, 460, amber, 0.95),
    ...spectrum.flatMap((colour, i) =>
      [0, 1].map((side) => {
        const angle = side ? 20 + i * 24 : -20 - i * 24;
        return segment(polar(800, 390, 240, angle), polar(800, 390, 350, angle), {
          stroke: colour,
          weight: 20,
        });
      }),
    ),
    path('M800 200A170 170 0 0 1 910 500Q880 530 876 590H724Q720 530 690 500A170 170 0 0 1 800 200Z', {
      fill: honey,
      stroke: marigold,
      weight: bold,
    }),
    path('M750 580V440L800 490L850 440V580', { stroke: marigold, weight: firm }),
    ...[0, 1, 2].map((i) => rect(732 + i * 8, 612 + i * 40, 136 - i * 16, 28, { fill: indigo }, 14)),
  );

export const rhythm = () =>
  onNight(
    { light: '#4A2A16', at: [800, 450] },
    ...[16, 8, 7, 4].map((beats, ring) => {
      const r = 380 - ring * 88;
      const tone = [amber, mist, rose, honey][ring] ?? honey;
      return (
        circle(800, 450, r, { stroke: tone, weight: fine, opacity: 0.6 }) +
        times(beats, (i) => circle(...polar(800, 450, r, (i * 360) / beats), i ? 15 : 28, { fill: tone }))
      );
    }),
    segment([800, 450], [800, 70], { stroke: cream, weight: firm }),
    circle(800, 450, 22, { fill: cream }),
  );

export const chance = () => {
  const die = (x: number, y: number, turn: number, pips: readonly Point[], fill: string, pip: string) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${rect(-160, -160, 340, 340, { fill: ink, opacity: 0.12 }, 56)}${rect(-170, -170, 340, 340, { fill, stroke: ink, weight: firm }, 56)}${pips.map(([px, py]) => circle(px * 92, py * 92, 34, { fill: pip })).join('')}</g>`;
  return onPaper(
    { at: [600, 350] },
    curve(
      [
        [0, 300],
        [200, 120],
        [360, 300],
      ],
      { stroke: sand, weight: firm, dash: '2 20' },
    ),
    die(
      560,
      440,
      -14,
      [
        [-1, -1],
        [1, -1],
        [0, 0],
        [-1, 1],
        [1, 1],
      ],
      '#FDFBF6',
      indigo,
    ),
    die(
      1080,
      500,
      18,
      [
        [-1, -1],
        [0, 0],
        [1, 1],
      ],
      saffron,
      white,
    ),
  );
};

export const history = () =>
  onPaper(
    { at: [800, 300] },
    path(
      'M540 130H1060V190C1060 330 900 390 850 450C900 510 1060 570 1060 710V770H540V710C540 570 700 510 750 450C700 390 540 330 540 190Z',
      { fill: haze, stroke: indigo, weight: bold },
    ),
    path('M610 250H990C970 350 850 390 800 440C750 390 630 350 610 250Z', { fill: amber }),
    path('M560 760C580 660 720 650 800 610C880 650 1020 660 1040 760Z', { fill: saffron }),
    segment([800, 440], [800, 620], { stroke: saffron, weight: bold, dash: '3 18' }),
    rect(490, 84, 620, 54, { fill: marigold }, 27),
    rect(490, 762, 620, 54, { fill: marigold }, 27),
    ...[0, 1, 2, 3].map((i) =>
      path(arc(800, 450, 470 + i * 46, 62, 118), { stroke: blush, weight: firm, opacity: 1 - i * 0.2 }),
    ),
    ...[0, 1, 2, 3].map((i) =>
      path(arc(800, 450, 470 + i * 46, 242, 298), { stroke: blush, weight: firm, opacity: 1 - i * 0.2 }),
    ),
  );
