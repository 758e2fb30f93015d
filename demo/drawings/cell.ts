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
  group,
  onNight,
  onPaper,
  type Point,
  path,
  points,
  polar,
  polygon,
  random,
  rect,
  scatter,
  segment,
  times,
  wave,
} from './draw.ts';
import {
  amber,
  blush,
  brick,
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
  white,
} from './palette.ts';

/** A closed outline that is almost a circle: `ripple` of its radius, the same for the same seed. */
const almostRound = (x: number, y: number, r: number, seed: number, ripple = 0.08, corners = 14) => {
  const next = random(seed);
  return points(corners, (i) => polar(x, y, r * (1 - ripple + next() * ripple * 2), (i * 360) / corners));
};

const mitochondrion = (scale: number, move: string) =>
  group(
    `${move} scale(${scale})`,
    rect(-150, -70, 300, 140, { fill: amber, stroke: marigold, weight: 9 }, 70),
    curve(
      points(29, (i): Point => [-118 + i * 8.4, i % 4 < 2 ? -36 : 36]),
      { stroke: marigold, weight: 9 },
    ),
  );

export const cellCover = () => {
  const centres = points(60, (i): Point => {
    const row = Math.floor(i / 10);
    return [(i % 10) * 178 + (row % 2) * 89 - 30, row * 172 + 20];
  });
  const next = random(5);
  const fills = [peach, honey, haze, dew, blush];
  const drawn = centres.map(([x, y], i) => {
    const special = i === 34;
    const shape = almostRound(x, y, special ? 116 : 90, i + 3, 0.06, 9);
    const fill = special ? saffron : (fills[Math.floor(next() * 5)] ?? haze);
    const [dx, dy] = [next() * 24 - 12, next() * 24 - 12];
    return (
      blob(shape, { fill, stroke: special ? marigold : white, weight: bold }) +
      circle(x + dx, y + dy, special ? 38 : 24, {
        fill: special ? honey : denim,
        opacity: special ? 1 : 0.75,
      })
    );
  });
  return onPaper({ at: [800, 450] }, ...drawn, drawn[34] ?? '');
};

export const redCells = () => {
  const spots = scatter(21, 2600, 108, () => true);
  const next = random(9);
  return onPaper(
    { light: blush, at: [800, 450] },
    ...spots
      .filter(([x, y]) => Math.hypot(x - 1060, y - 430) > 200)
      .map(([x, y]) => {
        const r = 54 + next() * 10;
        const squash = 0.62 + next() * 0.38;
        const move = `rotate(${Math.round(next() * 180)} ${Math.round(x)} ${Math.round(y)})`;
        return (
          ellipse(x, y, r, r * squash, { fill: rose, stroke: brick, weight: fine, move }) +
          ellipse(x, y, r * 0.48, r * squash * 0.44, { fill: brick, opacity: 0.4, move })
        );
      }),
    blob(almostRound(1060, 430, 160, 4, 0.1, 16), { fill: haze, stroke: indigo, weight: firm }),
    ...[
      [1010, 400, 54],
      [1084, 372, 50],
      [1094, 458, 56],
    ].map(([x = 0, y = 0, r = 0]) => circle(x, y, r, { fill: denim, opacity: 0.85 })),
  );
};

export const membrane = () => {
  const height = (x: number) => 450 + 34 * Math.sin(x / 210);
  const lipid = (x: number, up: boolean) => {
    const y = height(x);
    const s = up ? -1 : 1;
    const head = y + s * 128;
    return (
      curve(
        [
          [x - 8, head],
          [x - 15, head - s * 40],
          [x - 7, head - s * 76],
          [x - 12, y + s * 16],
        ],
        { stroke: amber, weight: firm },
      ) +
      curve(
        [
          [x + 8, head],
          [x + 13, head - s * 40],
          [x + 7, head - s * 76],
          [x + 12, y + s * 16],
        ],
        { stroke: amber, weight: firm },
      ) +
      circle(x, head, 25, { fill: up ? denim : indigo })
    );
  };
  const channel = (x: number) => x > 700 && x < 912;
  return onPaper(
    { light: haze, at: [800, 120] },
    times(31, (i) => {
      const x = 24 + i * 52;
      return channel(x) ? '' : lipid(x, true) + lipid(x, false);
    }),
    path(
      'M706 300C640 380 640 560 706 640C760 660 790 610 782 560C774 500 774 420 782 360C790 310 760 270 706 300Z',
      { fill: leaf, stroke: moss, weight: firm },
    ),
    path(
      'M906 300C972 380 972 560 906 640C852 660 822 610 830 560C838 500 838 420 830 360C822 310 852 270 906 300Z',
      { fill: leaf, stroke: moss, weight: firm },
    ),
    ...[
      [806, 110],
      [806, 190],
      [806, 290],
      [806, 400],
      [806, 520],
      [806, 650],
      [806, 780],
      [700, 120],
      [930, 170],
      [560, 70],
      [1100, 90],
      [300, 130],
      [1340, 150],
    ].map(([x = 0, y = 0]) => circle(x, y, 17, { fill: saffron, stroke: marigold, weight: fine })),
    ...[
      [260, 760],
      [520, 800],
      [1080, 790],
      [1300, 740],
      [980, 840],
    ].map(([x = 0, y = 0]) => circle(x, y, 24, { fill: rose, opacity: 0.8 })),
  );
};

export const mitochondria = () =>
  onNight(
    { light: '#5A3413', at: [800, 450] },
    rect(190, 170, 1220, 560, { fill: saffron }, 280),
    rect(222, 202, 1156, 496, { fill: '#7A3A0C' }, 248),
    rect(256, 236, 1088, 428, { fill: honey }, 214),
    times(9, (i) => {
      const x = 400 + i * 100;
      const fold =
        i % 2
          ? `M${x - 28} 240V572A28 28 0 0 0 ${x + 28} 572V240`
          : `M${x - 28} 660V328A28 28 0 0 1 ${x + 28} 328V660`;
      return path(fold, { fill: '#7A3A0C', stroke: saffron, weight: 14 });
    }),
    rect(256, 236, 1088, 428, { stroke: saffron, weight: 14 }, 214),
    times(8, (i) => circle(450 + i * 100, i % 2 ? 380 : 520, 10, { fill: marigold })),
    ...[
      [318, 440],
      [1284, 460],
    ].map(([x = 0, y = 0]) =>
      ellipse(x, y, 30, 16, { stroke: indigo, weight: firm, move: `rotate(24 ${x} ${y})` }),
    ),
    rect(190, 170, 1220, 560, { stroke: amber, weight: bold }, 280),
  );

export const cellTour = () =>
  onPaper(
    { at: [700, 400] },
    blob(
      almostRound(800, 460, 420, 8, 0.05, 18).map(([x, y]): Point => [800 + (x - 800) * 1.5, y]),
      {
        fill: peach,
        stroke: saffron,
        weight: 16,
      },
    ),
    circle(660, 440, 190, { fill: mist, stroke: indigo, weight: bold }),
    circle(690, 470, 70, { fill: denim }),
    curve(wave(520, 400, 270, 90, 22), { stroke: indigo, weight: firm, opacity: 0.7 }),
    ...[0, 1, 2, 3].map((i) =>
      path(arc(660, 440, 226 + i * 34, 30 + i * 4, 148 - i * 6), {
        stroke: i % 2 ? periwinkle : denim,
        weight: 15,
      }),
    ),
    times(16, (i) => {
      const [x, y] = polar(660, 440, 243 + (i % 3) * 34, 34 + i * 7);
      return circle(x, y, 8, { fill: ink });
    }),
    ...[0, 1, 2, 3, 4].map((i) =>
      path(`M${1060 + i * 6} ${560 + i * 34}Q1180 ${600 + i * 30} ${1300 - i * 8} ${545 + i * 34}`, {
        stroke: rose,
        weight: 19,
      }),
    ),
    ...[
      [1340, 560, 26],
      [1364, 630, 19],
      [1036, 690, 20],
      [1080, 740, 26],
    ].map(([x = 0, y = 0, r = 0]) => circle(x, y, r, { fill: rose, opacity: 0.8 })),
    mitochondrion(0.62, 'translate(1180 250) rotate(-18)'),
    mitochondrion(0.56, 'translate(420 690) rotate(24)'),
    mitochondrion(0.5, 'translate(1330 410) rotate(60)'),
    mitochondrion(0.46, 'translate(350 300) rotate(-52)'),
    circle(760, 760, 44, { fill: leaf, stroke: moss, weight: firm }),
    circle(900, 210, 36, { fill: leaf, stroke: moss, weight: firm }),
    circle(560, 760, 26, { fill: dew, stroke: moss, weight: firm }),
  );

export const helix = () => {
  const y = (x: number, side: number) => 450 + side * 250 * Math.sin((x / 420) * Math.PI);
  const strand = (side: number, from: number, to: number) =>
    points(Math.round((to - from) / 12) + 1, (i): Point => [from + i * 12, y(from + i * 12, side)]);
  const pairs = [
    [saffron, denim],
    [denim, saffron],
    [leaf, rose],
    [rose, leaf],
  ] as const;
  const next = random(64);
  const half = (turn: number) => {
    const front = turn % 2 ? 1 : -1;
    const from = turn * 420;
    const to = from + 420;
    const tone = (side: number) => (side > 0 ? indigo : marigold);
    return (
      curve(strand(-front, from, to), { stroke: tone(-front), weight: 24 }) +
      times(8, (i) => {
        const x = from + 35 + i * 50;
        const [a, b] = pairs[Math.floor(next() * 4)] ?? pairs[0];
        const mid = 450;
        return (
          segment([x, y(x, -front)], [x, mid], { stroke: a, weight: 15 }) +
          segment([x, mid], [x, y(x, front)], { stroke: b, weight: 15 })
        );
      }) +
      curve(strand(front, from, to), { stroke: tone(front), weight: 30 })
    );
  };
  return onPaper(
    { at: [800, 450] },
    group(
      'rotate(-9 800 450)',
      group(
        'translate(-20 0)',
        times(6, (i) => half(i - 1)),
      ),
    ),
  );
};

export const ribosome = () => {
  const baseColors = [saffron, denim, leaf, rose];
  const next = random(12);
  return onPaper(
    { light: haze, at: [820, 380] },
    blob(
      almostRound(830, 430, 250, 3, 0.06).map(([x, y]): Point => [x * 1.15 - 124, y - 30]),
      { fill: mist, stroke: indigo, weight: firm },
    ),
    ellipse(830, 690, 270, 92, { fill: periwinkle, stroke: indigo, weight: firm }),
    rect(0, 608, 1600, 20, { fill: ink }, 10),
    times(39, (i) => {
      const x = 24 + i * 40 + Math.floor(i / 3) * 1;
      return rect(x, 560, 22, 50, { fill: baseColors[Math.floor(next() * 4)] ?? saffron }, 5);
    }),
    ...[764, 888].map((x) =>
      path(`M${x - 40} 552V500Q${x - 60} 400 ${x} 390Q${x + 60} 400 ${x + 40} 500V552Z`, {
        fill: white,
        stroke: indigo,
        weight: firm,
      }),
    ),
    curve(
      [
        [888, 340],
        [850, 250],
        [900, 170],
        [1020, 160],
        [1110, 220],
        [1230, 210],
        [1300, 120],
        [1420, 110],
      ],
      { stroke: ink, weight: firm },
    ),
    ...[
      [888, 340],
      [856, 268],
      [878, 196],
      [950, 160],
      [1030, 163],
      [1098, 210],
      [1172, 224],
      [1242, 202],
      [1290, 138],
      [1352, 106],
      [1424, 110],
    ].map(([x = 0, y = 0], i) =>
      circle(x, y, 38, {
        fill: [amber, rose, leaf, honey, denim][(i * 3) % 5] ?? amber,
        stroke: white,
        weight: firm,
      }),
    ),
  );
};

const chromosome = (x: number, y: number, tall: number, colour: string, bend = 0) =>
  curve(
    [
      [x - bend, y - tall],
      [x, y],
      [x - bend, y + tall],
    ],
    { stroke: colour, weight: 17 },
  );

export const mitosis = () =>
  onPaper(
    { at: [800, 450] },
    circle(225, 450, 160, { fill: haze, stroke: indigo, weight: firm }),
    circle(225, 450, 88, { fill: white, stroke: denim, weight: fine }),
    curve(
      [
        [170, 420],
        [210, 480],
        [236, 412],
        [280, 470],
      ],
      { stroke: saffron, weight: 12 },
    ),
    curve(
      [
        [180, 476],
        [230, 430],
        [266, 430],
        [262, 500],
      ],
      { stroke: denim, weight: 12 },
    ),
    circle(600, 450, 160, { fill: haze, stroke: indigo, weight: firm }),
    times(7, (i) => path(`M460 450Q600 ${330 + i * 40} 740 450`, { stroke: periwinkle, weight: fine })),
    ...[370, 423, 476, 529].map(
      (y, i) =>
        chromosome(592, y, 20, i % 2 ? denim : saffron, 6) +
        chromosome(608, y, 20, i % 2 ? denim : saffron, -6),
    ),
    ellipse(985, 450, 176, 152, { fill: haze, stroke: indigo, weight: firm }),
    times(7, (i) => path(`M830 450Q985 ${330 + i * 40} 1140 450`, { stroke: periwinkle, weight: fine })),
    ...[384, 428, 472, 516].map(
      (y, i) =>
        chromosome(902, y, 18, i % 2 ? denim : saffron, -22) +
        chromosome(1068, y, 18, i % 2 ? denim : saffron, 22),
    ),
    path(
      'M1385 372C1350 310 1210 320 1206 450C1210 580 1350 590 1385 528C1420 590 1560 580 1564 450C1560 320 1420 310 1385 372Z',
      { fill: haze, stroke: indigo, weight: firm },
    ),
    ...[1294, 1476].map(
      (x) =>
        circle(x, 450, 58, { fill: white, stroke: denim, weight: fine }) +
        curve(
          [
            [x - 30, 436],
            [x - 4, 470],
            [x + 10, 428],
            [x + 32, 462],
          ],
          { stroke: saffron, weight: 10 },
        ) +
        curve(
          [
            [x - 22, 474],
            [x + 4, 444],
            [x + 26, 486],
          ],
          { stroke: denim, weight: 10 },
        ),
    ),
    path('M225 680Q800 820 1370 688', { stroke: marigold, weight: firm, dash: '2 18' }),
    polygon(
      [
        [1396, 680],
        [1350, 672],
        [1362, 710],
      ],
      { fill: marigold },
    ),
    ...[225, 600, 985, 1385].map((x, i) =>
      circle(x, 200, 9 + i * 3, { fill: saffron, opacity: 0.5 + i * 0.15 }),
    ),
  );

export const neuron = () => {
  const next = random(31);
  const branch = (from: Point, angle: number, length: number, weight: number): string => {
    if (weight < 4) return circle(from[0], from[1], 5, { fill: amber });
    const end = polar(from[0], from[1], length, angle);
    const bend = polar(from[0], from[1], length * 0.55, angle + (next() - 0.5) * 36);
    return (
      curve([from, bend, end], { stroke: mist, weight }) +
      branch(end, angle - 16 - next() * 22, length * 0.78, weight * 0.66) +
      branch(end, angle + 16 + next() * 22, length * 0.78, weight * 0.66)
    );
  };
  const axon: Point[] = [
    [430, 450],
    [560, 478],
    [760, 440],
    [980, 470],
    [1180, 430],
    [1300, 440],
  ];
  return onNight(
    { at: [400, 450] },
    ...[200, 245, 290, 335, 20].map((angle) => branch(polar(380, 450, 70, angle), angle, 110, 24)),
    branch(polar(380, 450, 70, 150), 150, 100, 22),
    curve(axon, { stroke: mist, weight: 18 }),
    ...[
      [560, 474, 8],
      [720, 448, -10],
      [880, 452, 8],
      [1040, 456, -4],
      [1200, 434, -6],
    ].map(([x = 0, y = 0, turn = 0]) =>
      rect(
        x - 62,
        y - 27,
        124,
        54,
        { fill: honey, stroke: amber, weight: fine, move: `rotate(${turn} ${x} ${y})` },
        27,
      ),
    ),
    glow('pulse', 960, 456, 130, amber, 0.9),
    circle(960, 456, 15, { fill: white }),
    ...[50, 75, 100, 128].map((angle) => branch(polar(1300, 440, 8, angle), angle, 100, 12)),
    blob(almostRound(380, 450, 108, 6, 0.12, 9), { fill: periwinkle, stroke: mist, weight: firm }),
    circle(384, 446, 42, { fill: indigo }),
    circle(392, 440, 14, { fill: amber }),
  );
};

const joints: readonly (readonly [Point, Point])[] = [
  [
    [610, 470],
    [690, 400],
  ],
  [
    [790, 430],
    [900, 500],
  ],
  [
    [810, 620],
    [900, 530],
  ],
  [
    [1000, 470],
    [1090, 410],
  ],
  [
    [1010, 540],
    [1080, 620],
  ],
  [
    [1190, 430],
    [1250, 500],
  ],
];

export const chloroplast = () =>
  onPaper(
    { light: dew, at: [900, 480] },
    glow('sun', 130, 90, 420, amber, 0.8),
    circle(130, 90, 84, { fill: saffron }),
    ...[0, 1, 2, 3].map((i) =>
      segment(polar(130, 90, 130 + i * 14, 102 + i * 13), polar(130, 90, 420 + i * 60, 102 + i * 13), {
        stroke: amber,
        weight: bold,
      }),
    ),
    ellipse(900, 500, 580, 300, { fill: leaf, stroke: moss, weight: 16 }),
    ellipse(900, 500, 540, 262, { fill: dew }),
    ...[
      [560, 470, 5],
      [740, 400, 7],
      [760, 620, 4],
      [950, 500, 6],
      [1140, 410, 6],
      [1130, 620, 5],
      [1300, 500, 4],
    ].map(([x = 0, y = 0, count = 0]) =>
      times(count, (i) =>
        rect(
          x - 70,
          y - (count * 30) / 2 + i * 30,
          140,
          23,
          { fill: i % 2 ? moss : '#4E8268', stroke: '#2C5342', weight: fine },
          12,
        ),
      ),
    ),
    ...joints.map(([a, b]) => segment(a, b, { stroke: '#2C5342', weight: firm })),
    ...[
      [480, 560],
      [640, 640],
      [860, 310],
      [1010, 690],
      [1360, 580],
      [1240, 330],
    ].map(([x = 0, y = 0]) => circle(x, y, 17, { fill: honey, stroke: saffron, weight: fine })),
  );

export const macrophage = () => {
  const rod = (x: number, y: number, turn: number, colour: string) =>
    group(
      `translate(${x} ${y}) rotate(${turn})`,
      curve(
        [
          [44, 0],
          [74, -12],
          [96, 10],
          [124, -4],
        ],
        { stroke: colour, weight: fine },
      ),
      rect(-46, -20, 92, 40, { fill: colour }, 20),
      circle(-18, -4, 6, { fill: white, opacity: 0.7 }),
    );
  const body: Point[] = [
    [300, 470],
    [330, 300],
    [470, 200],
    [640, 210],
    [760, 160],
    [900, 120],
    [1040, 150],
    [1050, 220],
    [930, 250],
    [850, 330],
    [860, 430],
    [960, 520],
    [1080, 560],
    [1120, 640],
    [1040, 690],
    [900, 660],
    [760, 680],
    [640, 740],
    [470, 730],
    [350, 640],
  ];
  return onPaper(
    { light: blush, at: [620, 450] },
    blob(body, { fill: haze, stroke: indigo, weight: bold }),
    path(
      'M430 470C430 370 560 330 620 400C660 350 700 420 660 480C640 560 560 600 500 570C450 560 430 520 430 470Z',
      { fill: denim },
    ),
    ...[
      [420, 330, 42],
      [720, 290, 46],
      [760, 560, 52],
      [480, 650, 40],
    ].map(([x = 0, y = 0, r = 0]) => circle(x, y, r, { fill: white, stroke: periwinkle, weight: fine })),
    group('translate(720 290) scale(0.5)', rod(0, 0, 30, rose)),
    group('translate(760 560) scale(0.55)', rod(0, 0, -50, rose)),
    rod(985, 385, 12, brick),
    rod(1220, 250, -28, brick),
    rod(1330, 460, 40, brick),
    rod(1270, 690, -10, brick),
    rod(1450, 640, 64, brick),
    ...scatter(14, 200, 40, ([x, y]) => x > 930 && x < 1130 && y > 310 && y < 470).map(([x, y]) =>
      circle(x, y, 5, { fill: saffron }),
    ),
  );
};
