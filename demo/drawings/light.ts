import {
  arc,
  blob,
  bold,
  circle,
  clipped,
  curve,
  ellipse,
  fine,
  firm,
  glow,
  group,
  linear,
  n,
  onNight,
  onPaper,
  type Point,
  paint,
  path,
  points,
  polar,
  polygon,
  polyline,
  rect,
  scatter,
  segment,
  times,
  veil,
  wave,
} from './draw.ts';
import {
  amber,
  cream,
  denim,
  haze,
  honey,
  indigo,
  ink,
  leaf,
  line,
  marigold,
  midnight,
  mist,
  moss,
  night,
  peach,
  periwinkle,
  quiet,
  saffron,
  spectrum,
  white,
} from './palette.ts';

const sun = (id: string, x: number, y: number, r: number) =>
  glow(id, x, y, r * 3.4, amber, 0.8) +
  circle(x, y, r, { fill: saffron }) +
  circle(x - r * 0.12, y - r * 0.12, r * 0.74, { fill: amber });

export const lightCover = () =>
  onNight(
    { at: [560, 450] },
    times(9, (i) => {
      const y = 210 + i * 60;
      const out = 450 + (450 - y) * 1.15;
      return (
        segment([0, y], [700, y], { stroke: honey, weight: firm, opacity: 0.85 }) +
        segment([700, y], [1120, 450], { stroke: honey, weight: firm, opacity: 0.85 }) +
        segment([1120, 450], [1600, out], { stroke: spectrum[i % 6], weight: bold, opacity: 0.95 })
      );
    }),
    linear('glass', [
      [0, mist, 0.65],
      [1, periwinkle, 0.3],
    ]),
    path('M700 110C830 270 830 630 700 790C570 630 570 270 700 110Z', {
      fill: paint('glass'),
      stroke: cream,
      weight: firm,
    }),
    path('M672 240C640 350 636 470 650 560', { stroke: white, weight: bold, opacity: 0.55 }),
    glow('focus', 1120, 450, 170, honey, 0.9),
    circle(1120, 450, 17, { fill: white }),
  );

export const shadow = () =>
  onPaper(
    { at: [260, 450] },
    polygon(
      [
        [760, 342],
        [760, 558],
        [1330, 776],
        [1330, 124],
      ],
      { fill: periwinkle, opacity: 0.28 },
    ),
    polygon(
      [
        [760, 340],
        [760, 560],
        [1330, 608],
        [1330, 292],
      ],
      { fill: indigo, opacity: 0.72 },
    ),
    segment([260, 380], [1330, 292], { stroke: marigold, weight: fine, opacity: 0.7 }),
    segment([260, 520], [1330, 608], { stroke: marigold, weight: fine, opacity: 0.7 }),
    segment([260, 520], [1330, 126], { stroke: amber, weight: fine, dash: '14 12' }),
    segment([260, 380], [1330, 774], { stroke: amber, weight: fine, dash: '14 12' }),
    sun('bulb', 260, 450, 72),
    circle(760, 450, 112, { fill: indigo }),
    path(arc(760, 450, 92, 225, 315), { stroke: amber, weight: bold, opacity: 0.9 }),
    rect(1330, 70, 36, 760, { fill: white, stroke: ink, weight: firm }, 8),
    rect(1333, 124, 30, 652, { fill: periwinkle, opacity: 0.5 }),
    rect(1333, 292, 30, 316, { fill: indigo }),
  );

export const brokenStraw = () =>
  onPaper(
    { light: haze, at: [900, 300] },
    ellipse(800, 800, 420, 34, { fill: ink, opacity: 0.1 }),
    polygon(
      [
        [562, 380],
        [1038, 380],
        [1000, 790],
        [600, 790],
      ],
      { fill: periwinkle, opacity: 0.45 },
    ),
    segment([1190, 60], [870, 380], { stroke: marigold, weight: 34 }),
    segment([1190, 60], [870, 380], { stroke: amber, weight: 12 }),
    veil(
      0.85,
      segment([812, 402], [700, 756], { stroke: marigold, weight: 38 }),
      segment([812, 402], [700, 756], { stroke: amber, weight: 14 }),
    ),
    ellipse(800, 380, 238, 40, { fill: haze, stroke: denim, weight: fine, opacity: 0.75 }),
    path('M530 150L600 790Q602 806 620 806H980Q998 806 1000 790L1070 150', { stroke: indigo, weight: firm }),
    ellipse(800, 150, 270, 46, { stroke: indigo, weight: firm }),
    path('M572 240L620 690', { stroke: white, weight: bold, opacity: 0.8 }),
    path('M250 300Q330 220 410 300Q330 380 250 300Z', { fill: white, stroke: ink, weight: firm }),
    circle(334, 300, 30, { fill: indigo }),
    circle(342, 292, 9, { fill: white }),
    polyline(
      [
        [424, 306],
        [646, 382],
        [694, 742],
      ],
      { stroke: saffron, weight: firm, dash: '16 14' },
    ),
  );

const bird = (style: { body: string; wing: string; beak: string; edge?: string }) => {
  const stroke = style.edge ? { stroke: style.edge, weight: firm } : {};
  return (
    path(
      'M-210 60C-160 -60 -40 -120 60 -90C90 -150 170 -150 190 -90C200 -40 150 10 120 60C80 130 -60 150 -210 60Z',
      {
        fill: style.body,
        ...stroke,
      },
    ) +
    path('M-150 50C-110 -30 -10 -50 60 0C20 70 -70 90 -150 50Z', { fill: style.wing, ...stroke }) +
    polygon(
      [
        [186, -98],
        [252, -76],
        [184, -62],
      ],
      { fill: style.beak, ...stroke },
    ) +
    circle(140, -92, 11, { fill: ink }) +
    polyline(
      [
        [-10, 118],
        [-10, 190],
        [30, 190],
      ],
      { stroke: style.beak, weight: firm },
    ) +
    polyline(
      [
        [40, 110],
        [40, 190],
        [80, 190],
      ],
      { stroke: style.beak, weight: firm },
    )
  );
};

export const mirror = () =>
  onPaper(
    { at: [360, 300] },
    polygon(
      [
        [0, 900],
        [0, 640],
        [1600, 640],
        [1600, 900],
      ],
      { fill: peach, opacity: 0.8 },
    ),
    times(7, (i) =>
      segment([800 + (i - 3) * 150, 640], [800 + (i - 3) * 420, 900], { stroke: line, weight: fine }),
    ),
    polygon(
      [
        [740, 110],
        [860, 60],
        [860, 800],
        [740, 740],
      ],
      { fill: haze, stroke: indigo, weight: firm },
    ),
    polygon(
      [
        [760, 150],
        [840, 112],
        [840, 420],
        [760, 560],
      ],
      { fill: white, opacity: 0.65 },
    ),
    ...[372, 470, 640].map((y) =>
      segment([y === 470 ? 240 : 470, y], [y === 470 ? 1360 : 1130, y], {
        stroke: saffron,
        weight: fine,
        dash: '10 14',
      }),
    ),
    group('translate(430 450)', bird({ body: saffron, wing: marigold, beak: ink })),
    group('translate(1170 450) scale(-1 1)', bird({ body: haze, wing: mist, beak: periwinkle, edge: denim })),
  );

const tree = (trunk: string, crown: string, light: string) =>
  rect(-16, 40, 32, 190, { fill: trunk }, 8) +
  circle(0, -60, 120, { fill: crown }) +
  circle(-70, 10, 78, { fill: crown }) +
  circle(74, 16, 72, { fill: crown }) +
  circle(-30, -92, 56, { fill: light, opacity: 0.6 });

export const pinhole = () =>
  onPaper(
    { at: [320, 320] },
    rect(0, 690, 860, 12, { fill: moss, opacity: 0.5 }, 6),
    group('translate(320 462)', tree('#7A4A22', moss, leaf)),
    polygon(
      [
        [860, 180],
        [1380, 180],
        [1380, 720],
        [860, 720],
      ],
      { fill: midnight },
    ),
    polygon(
      [
        [1380, 180],
        [1450, 130],
        [1450, 670],
        [1380, 720],
      ],
      { fill: indigo },
    ),
    polygon(
      [
        [860, 180],
        [930, 130],
        [1450, 130],
        [1380, 180],
      ],
      { fill: denim },
    ),
    polygon(
      [
        [862, 450],
        [1372, 605],
        [1372, 224],
      ],
      { fill: honey, opacity: 0.3 },
    ),
    segment([320, 285], [1372, 605], { stroke: saffron, weight: firm }),
    segment([320, 690], [1372, 224], { stroke: saffron, weight: firm }),
    group('translate(1322 438) scale(0.42 -0.93)', tree('#B98A5A', leaf, cream)),
    circle(862, 450, 15, { fill: honey, stroke: ink, weight: fine }),
  );

export const prism = () =>
  onNight(
    { at: [800, 480] },
    ...spectrum.map((colour, i) =>
      polygon(
        [
          [926 + i * 5, 410 + i * 9.5],
          [1600, 380 + i * 70],
          [1600, 451 + i * 70],
          [931 + i * 5, 420 + i * 9.5],
        ],
        { fill: colour },
      ),
    ),
    segment([0, 640], [646, 462], { stroke: white, weight: 14 }),
    polygon(
      [
        [646, 456],
        [926, 410],
        [956, 467],
        [646, 468],
      ],
      { fill: white, opacity: 0.4 },
    ),
    linear('glass', [
      [0, mist, 0.5],
      [1, periwinkle, 0.12],
    ]),
    polygon(
      [
        [800, 170],
        [1080, 700],
        [520, 700],
      ],
      { fill: paint('glass'), stroke: cream, weight: firm },
    ),
    segment([786, 232], [580, 622], { stroke: white, weight: fine, opacity: 0.5 }),
  );

export const blueSky = () =>
  onPaper(
    { light: haze, at: [620, 200] },
    circle(800, 1700, 1240, { fill: haze, opacity: 0.95 }),
    circle(800, 1700, 1160, { fill: mist, opacity: 0.6 }),
    circle(800, 1700, 1080, { fill: periwinkle, opacity: 0.45 }),
    polygon(
      [
        [1600, 300],
        [1600, 352],
        [828, 690],
        [812, 664],
      ],
      { fill: amber, opacity: 0.75 },
    ),
    polygon(
      [
        [1240, 460],
        [1250, 508],
        [828, 690],
        [812, 664],
      ],
      { fill: '#C8463D', opacity: 0.75 },
    ),
    polygon(
      [
        [736, 180],
        [764, 180],
        [808, 690],
        [784, 690],
      ],
      { fill: honey, opacity: 0.95 },
    ),
    ...scatter(
      7,
      900,
      30,
      ([x, y]) => Math.abs(x - 776) < 250 && y > 470 && Math.hypot(x - 800, y - 1700) > 1030,
    ).map(([x, y], i) => circle(x, y, 4 + (i % 3) * 2, { fill: denim, opacity: 0.7 })),
    circle(800, 1700, 1010, { fill: moss }),
    circle(800, 1700, 1010, { stroke: indigo, weight: firm, opacity: 0.6 }),
    sun('noon', 746, 120, 66),
    sun('dusk', 1500, 346, 66),
    circle(800, 668, 13, { fill: ink }),
    path('M800 684V722', { stroke: ink, weight: bold }),
  );

export const rainbow = () =>
  onPaper(
    { light: haze, at: [800, 300] },
    ...spectrum.map((colour, i) =>
      path(arc(800, 880, 640 - i * 34, -90, 90), { stroke: colour, weight: 35, opacity: 0.82 }),
    ),
    segment([800, 760], [1262, 480], { stroke: marigold, weight: fine }),
    segment([800, 760], [338, 480], { stroke: marigold, weight: fine }),
    segment([800, 760], [800, 258], { stroke: marigold, weight: fine }),
    ...scatter(11, 260, 74, ([, y]) => y < 700).map(([x, y]) =>
      path(`M${n(x)} ${n(y)}q9 17 0 24q-9 -7 0 -24Z`, { fill: denim, opacity: 0.5 }),
    ),
    polygon(
      [
        [0, 900],
        [0, 850],
        [400, 822],
        [800, 840],
        [1200, 818],
        [1600, 852],
        [1600, 900],
      ],
      { fill: moss },
    ),
    circle(800, 744, 22, { fill: ink }),
    path('M770 842L778 786Q800 766 822 786L830 842Z', { fill: ink }),
  );

export const twoSlits = () => {
  const sources: Point[] = [
    [520, 340],
    [520, 560],
  ];
  const bright = (y: number) => {
    const [a = 0, b = 0] = sources.map(([sx, sy]) => Math.hypot(1400 - sx, y - sy));
    return Math.cos(((a - b) / 68) * Math.PI) ** 2;
  };
  return onNight(
    { at: [520, 450] },
    clipped(
      'beyond',
      rect(520, 0, 860, 900, {}),
      ...sources.flatMap(([x, y], which) =>
        Array.from({ length: 16 }, (_, i) =>
          circle(x, y, 34 + i * 68, {
            stroke: which ? amber : mist,
            weight: firm,
            opacity: 0.85 - i * 0.035,
          }),
        ),
      ),
    ),
    times(7, (i) =>
      segment([90 + i * 68, 110], [90 + i * 68, 790], { stroke: cream, weight: firm, opacity: 0.5 }),
    ),
    ...[
      [0, 300],
      [380, 520],
      [600, 900],
    ].map(([from = 0, to = 0]) => rect(508, from, 24, to - from, { fill: cream })),
    rect(1380, 0, 220, 900, { fill: night }),
    linear(
      'fringes',
      points(91, (i): Point => [i / 90, bright(i * 10)]).map(([at, light]) => [at, honey, light] as const),
    ),
    rect(1410, 0, 110, 900, { fill: paint('fringes') }),
    polyline(
      points(181, (i): Point => [1400 - 4 - bright(i * 5) * 70, i * 5]),
      { stroke: amber, weight: fine },
    ),
  );
};

export const slowLight = () =>
  onPaper(
    { at: [300, 450] },
    rect(560, 90, 520, 720, { fill: haze, opacity: 0.95 }, 26),
    rect(560, 90, 520, 720, { stroke: denim, weight: firm }, 26),
    times(6, (i) =>
      times(9, (j) =>
        circle(604 + i * 86 + (j % 2) * 20, 140 + j * 78, 10 + ((i + j) % 3), {
          fill: periwinkle,
          opacity: 0.55,
        }),
      ),
    ),
    segment([60, 450], [1540, 450], { stroke: quiet, weight: fine, dash: '4 14', opacity: 0.6 }),
    curve(wave(60, 450, 500, 250, 170), { stroke: marigold, weight: bold }),
    curve(wave(560, 450, 520, 130, 170), { stroke: indigo, weight: bold }),
    curve(wave(1080, 450, 480, 250, 170), { stroke: marigold, weight: bold }),
    times(3, (i) =>
      circle(60 + 62.5 + i * 250, 280, 12, { fill: i > 1 ? indigo : saffron, opacity: i > 1 ? 0 : 1 }),
    ),
    times(4, (i) => circle(560 + 32.5 + i * 130, 280, 12, { fill: denim })),
    times(2, (i) => circle(1080 + 62.5 + i * 250, 280, 12, { fill: saffron })),
  );

export const coneCells = () => {
  const bell = (centre: number, spread: number, colour: string) => {
    const top = points(90, (i): Point => {
      const x = 160 + i * 14.4;
      return [x, 640 - 480 * Math.exp(-(((x - centre) / spread) ** 2))];
    });
    return (
      polygon([[160, 640], ...top, [1442, 640]], { fill: colour, opacity: 0.42 }) +
      polyline(top, { stroke: colour, weight: firm })
    );
  };
  return onPaper(
    { at: [1000, 300] },
    bell(470, 135, '#5A60B8'),
    bell(880, 215, leaf),
    bell(1010, 230, '#C8463D'),
    linear(
      'rainbow',
      spectrum.toReversed().map((colour, i) => [i / 5, colour] as const),
      1,
      0,
    ),
    rect(160, 690, 1282, 60, { fill: paint('rainbow') }, 30),
    segment([160, 640], [1442, 640], { stroke: ink, weight: fine }),
    ...[470, 880, 1010].map((x) =>
      segment([x, 160], [x, 750], { stroke: ink, weight: fine, dash: '4 14', opacity: 0.55 }),
    ),
    ...Object.entries({ 470: '#5A60B8', 880: moss, 1010: '#C8463D' }).map(([at, fill]) => {
      const x = Number(at);
      return blob(
        [polar(x, 815, 44, 0), polar(x, 815, 26, 100), polar(x, 820, 26, 180), polar(x, 815, 26, 260)],
        { fill },
      );
    }),
  );
};
