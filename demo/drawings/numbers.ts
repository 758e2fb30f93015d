import {
  arc,
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
  polyline,
  rect,
  segment,
  stars,
  times,
  wedge,
} from './draw.ts';
import {
  amber,
  blush,
  brick,
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
  peach,
  periwinkle,
  quiet,
  rose,
  saffron,
  sand,
  white,
} from './palette.ts';

const dewLight = '#E4EDDF';

/** Squares with Fibonacci sides, wound around each other, and the spiral that runs through their corners. */
export const numbersCover = () => {
  const unit = 37;
  const tints = [honey, amber, haze, mist, peach, saffron, periwinkle, denim];
  const squares: { x: number; y: number; size: number; from: number; corner: Point }[] = [];
  let [left, top, right, bottom] = [0, 0, 0, 0];
  const sides = [1, 1, 2, 3, 5, 8, 13, 21];
  sides.forEach((size, i) => {
    const turn = i % 4;
    let [x, y] = [0, 0];
    if (i > 0) {
      if (turn === 1) [x, y] = [right, bottom - size];
      else if (turn === 2) [x, y] = [right - size, top - size];
      else if (turn === 3) [x, y] = [left - size, top];
      else [x, y] = [left, bottom];
    }
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + size), Math.max(bottom, y + size)];
    const corners: Point[] = [
      [x + size, y],
      [x, y],
      [x, y + size],
      [x + size, y + size],
    ];
    const corner = corners[turn] ?? [x, y];
    squares.push({ x, y, size, from: [180, 90, 0, 270][turn] ?? 0, corner });
  });
  const place = ([x, y]: Point): Point => [
    800 + (x - (left + right) / 2) * unit,
    450 + (y - (top + bottom) / 2) * unit,
  ];
  return onPaper(
    { at: [800, 450] },
    ...squares.map(({ x, y, size }, i) => {
      const [px, py] = place([x, y]);
      return rect(
        px,
        py,
        size * unit,
        size * unit,
        { fill: tints[i] ?? haze, stroke: white, weight: firm },
        6,
      );
    }),
    ...squares.map(({ size, from, corner }) => {
      const [cx, cy] = place(corner);
      return path(arc(cx, cy, size * unit, from, from + 90), { stroke: ink, weight: bold });
    }),
  );
};

export const riceBoard = () => {
  const at = (x: number, y: number): Point => [800 + (x - y) * 78, 400 + (x + y) * 30];
  const cell = (x: number, y: number, tall: number, colours: readonly [string, string, string]) => {
    const [a, b, c, d] = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)];
    const up = ([px, py]: Point): Point => [px, py - tall];
    return (
      polygon([up(d), up(c), c, d], { fill: colours[1] }) +
      polygon([up(b), up(c), c, b], { fill: colours[2] }) +
      polygon([up(a), up(b), up(c), up(d)], { fill: colours[0] })
    );
  };
  return onPaper(
    { at: [820, 200] },
    polygon([at(-0.4, -0.4), at(8.4, -0.4), at(8.4, 8.4), at(-0.4, 8.4)], {
      fill: ink,
      opacity: 0.12,
      move: 'translate(0 26)',
    }),
    times(64, (i) => {
      const [x, y] = [i % 8, Math.floor(i / 8)];
      const count = (7 - y) * 8 + 7 - x;
      const tall = 6 + 0.31 * 1.118 ** count;
      if (count > 55) return cell(x, y, tall, [amber, saffron, marigold]);
      return cell(x, y, tall, (x + y) % 2 ? [indigo, '#1F2B4F', '#182240'] : [peach, honey, sand]);
    }),
  );
};

export const foldedPaper = () =>
  onNight(
    { at: [1280, 220] },
    stars(42, 130),
    glow('halo', 1290, 200, 330, honey, 0.5),
    circle(1290, 200, 120, { fill: cream }),
    circle(1250, 170, 26, { fill: line }),
    circle(1330, 236, 34, { fill: line }),
    circle(1312, 140, 14, { fill: line }),
    times(11, (i) => {
      const tall = 0.66 * 2 ** i;
      const x = 150 + i * 104;
      return (
        rect(x, 830 - tall, 74, tall, { fill: i === 10 ? amber : cream, opacity: 0.55 + i * 0.045 }, 3) +
        times(Math.min(10, Math.floor(tall / 24)), (j) =>
          segment([x + 8, 830 - (j + 1) * (tall / 11)], [x + 66, 830 - (j + 1) * (tall / 11)], {
            stroke: midnight,
            weight: fine,
            opacity: 0.35,
          }),
        )
      );
    }),
    curve(
      points(40, (i): Point => [187 + i * 26.7, 830 - 0.66 * 2 ** (i * 0.2566)]),
      { stroke: saffron, weight: firm, dash: '2 16' },
    ),
    rect(90, 830, 1420, 8, { fill: mist, opacity: 0.6 }, 4),
  );

export const birthday = () => {
  const guests = points(23, (i) => polar(800, 450, 360, (i * 360) / 23));
  const at = (i: number): Point => guests[i] ?? [0, 0];
  return onPaper(
    { at: [800, 450] },
    ...guests.flatMap((a, i) =>
      guests.slice(i + 1).map((b) => segment(a, b, { stroke: denim, weight: 1.6, opacity: 0.36 })),
    ),
    segment(at(3), at(15), { stroke: marigold, weight: bold }),
    ...guests.map(([x, y], i) => {
      const match = i === 3 || i === 15;
      return circle(x, y, match ? 38 : 24, { fill: match ? saffron : indigo, stroke: white, weight: firm });
    }),
  );
};

export const firstDigits = () =>
  onPaper(
    { at: [300, 300] },
    times(6, (i) => segment([160, 780 - i * 115], [1440, 780 - i * 115], { stroke: line, weight: fine })),
    times(9, (i) => {
      const tall = Math.log10(1 + 1 / (i + 1)) * 2150;
      const x = 190 + i * 140;
      return (
        rect(
          x,
          780 - tall,
          96,
          tall,
          { fill: i === 0 ? saffron : i < 3 ? denim : periwinkle, opacity: 1 - i * 0.05 },
          10,
        ) +
        times(i + 1, (k) =>
          circle(x + 18 + (k % 3) * 30, 812 + Math.floor(k / 3) * 26, 8, { fill: ink, opacity: 0.75 }),
        )
      );
    }),
    curve(
      points(33, (i): Point => [238 + i * 35, 780 - Math.log10(1 + 1 / (1 + i * 0.25)) * 2150]),
      { stroke: ink, weight: firm, dash: '2 16' },
    ),
    segment([150, 782], [1450, 782], { stroke: ink, weight: firm }),
  );

export const sunflower = () =>
  onPaper(
    { light: dewLight, at: [800, 450] },
    times(34, (i) =>
      ellipse(800, 450, 40, 130, {
        fill: i % 2 ? amber : saffron,
        opacity: 0.92,
        move: `rotate(${(i * 360) / 34} 800 450) translate(0 -318)`,
      }),
    ),
    circle(800, 450, 312, { fill: '#4A2A12' }),
    times(560, (i) => {
      const r = 12.7 * Math.sqrt(i + 0.5);
      const [x, y] = polar(800, 450, r, i * 137.50776);
      const tone = [honey, amber, saffron][Math.floor(r / 101)] ?? saffron;
      return circle(x, y, 3.4 + (r / 312) * 4.2, { fill: tone });
    }),
  );

export const pascal = () => {
  const rows = 32;
  const step = 25.6;
  return onNight(
    { at: [800, 420] },
    times(rows, (row) => {
      let odd = '';
      for (let k = 0; k <= row; k += 1) {
        const x = 800 + (k - row / 2) * step * 1.16;
        const y = 56 + row * step;
        // By Kummer's theorem a binomial is odd when its lower index uses only bits of the upper.
        const isOdd = (row & k) === k;
        odd += circle(x, y, isOdd ? 11.5 : 3, {
          fill: isOdd ? (row < 8 ? honey : row < 16 ? amber : saffron) : mist,
          opacity: isOdd ? 1 : 0.4,
        });
      }
      return odd;
    }),
  );
};

export const oddSquares = () => {
  const tones = [marigold, honey, denim, mist, moss, dewLight, rose, blush];
  const gap = 96;
  return onPaper(
    { at: [800, 400] },
    times(64, (i) => {
      const [x, y] = [i % 8, Math.floor(i / 8)];
      const shell = Math.max(x, y);
      return circle(464 + x * gap, 786 - y * gap, 36, { fill: tones[shell] ?? haze });
    }),
    times(7, (i) => {
      const edge = (i + 0.5) * gap;
      return polyline(
        [
          [464 - 44, 786 - edge],
          [464 + edge, 786 - edge],
          [464 + edge, 786 + 44],
        ],
        { stroke: ink, weight: fine, opacity: 0.5 },
      );
    }),
  );
};

export const halves = () => {
  const tones = [indigo, saffron, mist, honey, denim, amber, haze, peach, periwinkle, rose];
  let [x, y, w, h] = [250, 70, 1100, 760];
  return onPaper(
    { at: [1200, 650] },
    rect(262, 86, 1100, 760, { fill: ink, opacity: 0.12 }, 10),
    rect(x, y, w, h, { fill: white }, 6),
    times(10, (i) => {
      const half = rect(x, y, i % 2 ? w : w / 2, i % 2 ? h / 2 : h, {
        fill: tones[i] ?? haze,
        stroke: white,
        weight: firm,
      });
      if (i % 2) [y, h] = [y + h / 2, h / 2];
      else [x, w] = [x + w / 2, w / 2];
      return half;
    }),
    rect(250, 70, 1100, 760, { stroke: ink, weight: firm }, 6),
  );
};

export const threeDoors = () => {
  const door = (x: number, colour: string, edge: string) =>
    path(`M${x - 130} 600V230A130 130 0 0 1 ${x + 130} 230V600Z`, {
      fill: colour,
      stroke: edge,
      weight: firm,
    }) +
    path(`M${x - 92} 560V240A92 92 0 0 1 ${x + 92} 240V560Z`, { stroke: edge, weight: fine, opacity: 0.6 });
  return onPaper(
    { at: [400, 300] },
    rect(0, 600, 1600, 300, { fill: peach, opacity: 0.7 }),
    door(400, saffron, marigold),
    circle(490, 410, 14, { fill: ink }),
    door(800, denim, indigo),
    circle(890, 410, 14, { fill: ink }),
    path('M1070 600V230A130 130 0 0 1 1330 230V600Z', { fill: '#3A2A1C', stroke: ink, weight: firm }),
    polygon(
      [
        [1330, 230],
        [1440, 170],
        [1440, 650],
        [1330, 600],
      ],
      { fill: sand, stroke: quiet, weight: firm },
    ),
    path(
      'M1120 600Q1120 520 1180 508H1240Q1262 508 1266 480L1276 440L1292 470Q1316 480 1306 500L1282 512L1276 600H1252L1248 556H1152L1146 600Z',
      {
        fill: cream,
      },
    ),
    path('M1276 444Q1262 410 1240 412', { stroke: cream, weight: firm }),
    path(wedge(400, 760, 84, 0, 120), { fill: saffron }),
    circle(400, 760, 84, { stroke: marigold, weight: firm }),
    path(wedge(800, 760, 84, 0, 240), { fill: denim }),
    circle(800, 760, 84, { stroke: indigo, weight: firm }),
    circle(1200, 760, 84, { stroke: quiet, weight: firm, dash: '4 16' }),
  );
};

export const countingBlocks = () => {
  // Each collision turns the point in the velocity plane by the same angle: that is where pi hides.
  const turns = points(13, (i) => polar(1180, 430, 270, i % 2 ? 90 - (i + 1) * 14 : 90 + i * 14));
  return onPaper(
    { at: [380, 320] },
    rect(70, 130, 34, 590, { fill: indigo }),
    times(10, (i) => segment([70, 160 + i * 58], [34, 196 + i * 58], { stroke: indigo, weight: fine })),
    rect(70, 720, 760, 14, { fill: indigo }, 4),
    rect(250, 610, 110, 110, { fill: amber, stroke: marigold, weight: firm }, 12),
    rect(500, 440, 280, 280, { fill: denim, stroke: indigo, weight: firm }, 18),
    path('M470 520H400M424 496L400 520L424 544', { stroke: ink, weight: firm }),
    ...[0, 1, 2].map((i) =>
      path(arc(305, 610, 34 + i * 30, -60, 60), { stroke: saffron, weight: fine, opacity: 0.9 - i * 0.25 }),
    ),
    circle(1180, 430, 270, { fill: white, opacity: 0.7 }),
    circle(1180, 430, 270, { stroke: ink, weight: firm }),
    segment([880, 430], [1480, 430], { stroke: quiet, weight: fine, dash: '4 14' }),
    segment([1180, 130], [1180, 730], { stroke: quiet, weight: fine, dash: '4 14' }),
    polyline(turns, { stroke: saffron, weight: firm }),
    ...turns.map(([x, y]) => circle(x, y, 13, { fill: marigold })),
    circle(1180, 430, 8, { fill: leaf }),
    path(arc(1180, 430, 318, 10, 80), { stroke: brick, weight: fine, dash: '2 14' }),
  );
};
