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
  radial,
  random,
  rect,
  segment,
  stars,
  times,
} from './draw.ts';
import {
  amber,
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
  periwinkle,
  quiet,
  rose,
  saffron,
  sand,
  white,
} from './palette.ts';

/** The Moon as seen; `age` runs from 0 (new) through 0.5 (full) to 1, lit from the right while it grows. */
function moon(x: number, y: number, r: number, age: number): string {
  const rx = Math.abs(Math.cos(age * 2 * Math.PI)) * r;
  const growing = age <= 0.5;
  const gibbous = age > 0.25 && age < 0.75;
  const outer = growing ? 1 : 0;
  const inner = gibbous ? outer : 1 - outer;
  const lit = `M${n(x)} ${n(y - r)}A${r} ${r} 0 0 ${outer} ${n(x)} ${n(y + r)}A${n(rx)} ${r} 0 0 ${inner} ${n(x)} ${n(y - r)}Z`;
  return circle(x, y, r, { fill: '#262B44', stroke: denim, weight: fine }) + path(lit, { fill: cream });
}

const globe = (x: number, y: number, r: number) =>
  circle(x, y, r, { fill: denim }) +
  clipped(
    `globe${Math.round(x)}${Math.round(y)}`,
    circle(x, y, r, {}),
    blob(
      [
        [x - r * 0.6, y - r * 0.7],
        [x + r * 0.1, y - r * 0.5],
        [x, y],
        [x + r * 0.25, y + r * 0.4],
        [x - r * 0.2, y + r * 0.8],
        [x - r * 0.5, y + r * 0.1],
      ],
      { fill: leaf },
    ),
    blob(
      [
        [x + r * 0.6, y - r * 0.5],
        [x + r, y - r * 0.2],
        [x + r * 0.9, y + r * 0.4],
        [x + r * 0.55, y],
      ],
      { fill: leaf },
    ),
  );

const hills = (base: number, seed: number, fill: string) => {
  const next = random(seed);
  return polygon([[0, 900], ...points(17, (i): Point => [i * 100, base - next() * 90]), [1600, 900]], {
    fill,
  });
};

export const skyCover = () =>
  onNight(
    { at: [1050, 320] },
    linear('milk', [
      [0, mist, 0],
      [0.5, mist, 0.26],
      [1, mist, 0],
    ]),
    rect(-300, 300, 2300, 330, { fill: paint('milk'), move: 'rotate(-24 800 450)' }),
    stars(3, 330, 800),
    group('rotate(-24 800 450)', group('translate(0 160) scale(1 0.36)', stars(8, 220))),
    glow('moonlight', 1160, 260, 340, honey, 0.5),
    path(
      `${arc(1160, 260, 118, -20, 160)}A150 150 0 0 0 ${n(polar(1160, 260, 118, -20)[0])} ${n(polar(1160, 260, 118, -20)[1])}Z`,
      { fill: honey },
    ),
    hills(760, 3, '#1B2344'),
    hills(830, 12, '#12172E'),
  );

export const moonPhases = () =>
  onNight(
    { at: [800, 800] },
    stars(14, 120, 560),
    path(arc(800, 1150, 830, -58, 58), { stroke: denim, weight: fine, dash: '3 15' }),
    glow('full', 800, 320, 250, honey, 0.5),
    times(9, (i) => {
      const [x, y] = polar(800, 1150, 830, -50 + i * 12.5);
      const r = 62 + (4 - Math.abs(4 - i)) * 6;
      return moon(x, y, Math.round(r), 0.03 + (i / 8) * 0.94);
    }),
    globe(800, 830, 170),
    path(arc(800, 830, 178, -90, 90), { stroke: mist, weight: fine, opacity: 0.7 }),
  );

export const eclipse = () => {
  const next = random(28);
  return onNight(
    { light: '#39406B', at: [800, 450] },
    stars(4, 110),
    glow('corona', 800, 450, 620, honey, 0.75),
    times(150, (i) => {
      const angle = i * 2.4 + next() * 2;
      const reach = 60 + next() * next() * 260 + 90 * Math.abs(Math.sin((angle * Math.PI) / 180));
      return segment(polar(800, 450, 225, angle), polar(800, 450, 225 + reach, angle + (next() - 0.5) * 5), {
        stroke: cream,
        weight: fine,
        opacity: 0.12 + next() * 0.28,
      });
    }),
    circle(800, 450, 236, { fill: honey }),
    circle(800, 450, 230, { fill: '#0E1017' }),
    glow('diamond', 966, 288, 120, white, 0.95),
    circle(966, 288, 13, { fill: white }),
    path(arc(800, 450, 233, 150, 235), { stroke: rose, weight: firm, opacity: 0.8 }),
  );
};

export const seasons = () => {
  const earth = (x: number, y: number, r: number) => {
    const toSun = Math.atan2(450 - y, 800 - x) * (180 / Math.PI) + 90;
    return [
      segment(polar(x, y, r * 1.45, 23.4), polar(x, y, r * 1.45, 203.4), { stroke: marigold, weight: firm }),
      globe(x, y, r),
      path(`${arc(x, y, r, toSun + 90, toSun + 270)}Z`, { fill: ink, opacity: 0.6 }),
      circle(x, y, r, { stroke: indigo, weight: fine }),
    ].join('');
  };
  return onPaper(
    { at: [800, 450] },
    ellipse(800, 450, 590, 290, { stroke: periwinkle, weight: fine, dash: '16 14' }),
    earth(800, 160, 66),
    glow('sun', 800, 450, 400, amber, 0.95),
    times(24, (i) =>
      segment(polar(800, 450, 116, i * 15), polar(800, 450, i % 2 ? 134 : 152, i * 15), {
        stroke: saffron,
        weight: firm,
      }),
    ),
    circle(800, 450, 96, { fill: saffron }),
    circle(788, 438, 72, { fill: amber }),
    earth(210, 450, 92),
    earth(1390, 450, 92),
    earth(800, 745, 104),
  );
};

export const tides = () =>
  onNight(
    { at: [560, 450] },
    stars(22, 130),
    ellipse(560, 450, 400, 262, { fill: denim, opacity: 0.55 }),
    ellipse(560, 450, 400, 262, { stroke: mist, weight: firm }),
    globe(560, 450, 236),
    ...[0, 1, 2].map((i) =>
      path(`M${1020 + i * 46} ${420 - i * 4}L${1040 + i * 46} 450L${1020 + i * 46} ${480 + i * 4}`, {
        stroke: amber,
        weight: firm,
        opacity: 0.9 - i * 0.22,
      }),
    ),
    ...[0, 1, 2].map((i) =>
      path(`M${104 - i * 34} 424L${86 - i * 34} 450L${104 - i * 34} 476`, {
        stroke: mist,
        weight: firm,
        opacity: 0.7 - i * 0.2,
      }),
    ),
    path(arc(560, 450, 810, 62, 118), { stroke: cream, weight: fine, dash: '4 16', opacity: 0.6 }),
    glow('moonlight', 1370, 450, 240, honey, 0.45),
    circle(1370, 450, 96, { fill: cream }),
    ...[
      [1340, 420, 20],
      [1404, 470, 28],
      [1384, 394, 11],
      [1340, 496, 14],
    ].map(([x = 0, y = 0, r = 0]) => circle(x, y, r, { fill: line })),
  );

export const starColours = () => {
  const next = random(99);
  const tone = (t: number) =>
    ['#8FA8F5', '#B9C6F7', '#E9E9F2', '#FBE9B8', '#F5B766', '#E0663F'][Math.min(5, Math.floor(t * 6))] ??
    cream;
  return onNight(
    { at: [600, 350] },
    segment([130, 60], [130, 820], { stroke: mist, weight: fine, opacity: 0.6 }),
    segment([130, 820], [1510, 820], { stroke: mist, weight: fine, opacity: 0.6 }),
    times(260, () => {
      const t = next();
      const x = 200 + t * 1220;
      const y = 150 + t * 560 + Math.sin(t * Math.PI * 2) * 40 + (next() - 0.5) * 100;
      return circle(x, y, 13 - t * 9 + next() * 5, { fill: tone(t), opacity: 0.9 });
    }),
    times(34, () => {
      const t = 0.6 + next() * 0.36;
      return circle(200 + t * 1220, 330 - (t - 0.6) * 300 + (next() - 0.5) * 120, 16 + next() * 16, {
        fill: tone(t),
        opacity: 0.92,
      });
    }),
    times(26, () => {
      const t = 0.12 + next() * 0.3;
      return circle(200 + t * 1220, 690 + t * 160 + (next() - 0.5) * 50, 4 + next() * 2, {
        fill: haze,
        opacity: 0.9,
      });
    }),
    glow('giant', 1330, 150, 190, '#E0663F', 0.7),
    circle(1330, 150, 66, { fill: '#E0663F' }),
    glow('rigel', 270, 130, 130, '#8FA8F5', 0.8),
    circle(270, 130, 34, { fill: '#B9C6F7' }),
    circle(870, 466, 22, { fill: '#FBE9B8', stroke: amber, weight: firm }),
  );
};

export const starTrails = () => {
  const next = random(1);
  return onNight(
    { at: [800, 330] },
    times(330, (i) => {
      const r = 16 + (i % 110) * 10;
      const from = next() * 120 + Math.floor(i / 110) * 120;
      return path(arc(800, 330, r, from, from + 34 + next() * 22), {
        stroke: [cream, mist, honey, periwinkle, cream][i % 5] ?? cream,
        weight: 1.5 + next() * 3,
        opacity: 0.4 + next() * 0.5,
      });
    }),
    glow('pole', 800, 330, 70, white, 0.8),
    circle(800, 330, 7, { fill: white }),
    hills(770, 5, '#151B36'),
    hills(850, 9, '#0D101E'),
    ...[
      [300, 800, 1],
      [360, 820, 0.8],
      [1260, 790, 1.15],
      [1190, 815, 0.8],
      [1340, 812, 0.9],
    ].map(([x = 0, y = 0, s = 1]) =>
      polygon(
        [
          [x, y - 150 * s],
          [x + 44 * s, y + 40],
          [x - 44 * s, y + 40],
        ],
        { fill: '#0D101E' },
      ),
    ),
  );
};

export const orion = () => {
  const seen: readonly (readonly [number, number, number, string])[] = [
    [330, 190, 21, '#F0975A'],
    [640, 230, 15, mist],
    [425, 446, 14, haze],
    [480, 428, 15, haze],
    [534, 408, 13, haze],
    [380, 720, 14, mist],
    [664, 668, 22, '#B9C6F7'],
    [470, 96, 9, cream],
  ];
  const depth = [1090, 970, 1260, 1440, 1230, 1160, 1300, 1330];
  const links = [
    [0, 7],
    [7, 1],
    [0, 2],
    [1, 4],
    [2, 3],
    [3, 4],
    [2, 5],
    [4, 6],
    [0, 1],
    [5, 6],
  ] as const;
  const at = (i: number): Point => [seen[i]?.[0] ?? 0, seen[i]?.[1] ?? 0];
  return onNight(
    { at: [480, 420] },
    stars(6, 170),
    ...links.map(([a, b]) => segment(at(a), at(b), { stroke: periwinkle, weight: fine, opacity: 0.7 })),
    segment([800, 90], [800, 810], { stroke: mist, weight: fine, dash: '3 16', opacity: 0.5 }),
    ...seen.map(([, y, r, fill], i) => {
      const x = depth[i] ?? 1000;
      return (
        segment([850, 450], [x, y], { stroke: denim, weight: fine, opacity: 0.85 }) +
        circle(x, y, r * 0.9, { fill })
      );
    }),
    circle(850, 450, 13, { fill: leaf, stroke: cream, weight: fine }),
    ...seen.map(
      ([x, y, r, fill], i) => glow(`star${i}`, x, y, r * 4, fill, 0.55) + circle(x, y, r, { fill }),
    ),
    glow('nebula', 497, 536, 58, rose, 0.95),
    ...[508, 538, 566].map((y, i) => circle(500 - i * 4, y, 6, { fill: cream })),
  );
};

export const lookingBack = () =>
  onNight(
    { light: '#3B2A22', at: [180, 780] },
    stars(36, 160),
    ...[190, 390, 640, 930, 1260].map((r, i) =>
      circle(160, 800, r, {
        stroke: [amber, saffron, rose, periwinkle, mist][i] ?? mist,
        weight: firm,
        opacity: 0.8,
        dash: i > 1 ? '16 14' : undefined,
      }),
    ),
    globe(160, 800, 86),
    circle(...polar(160, 800, 190, 40), 24, { fill: cream }),
    glow('sun', ...polar(160, 800, 390, 62), 130, amber, 0.9),
    circle(...polar(160, 800, 390, 62), 46, { fill: amber }),
    glow('dwarf', ...polar(160, 800, 640, 32), 80, '#E0663F', 0.8),
    circle(...polar(160, 800, 640, 32), 17, { fill: '#E0663F' }),
    group(
      `translate(${polar(160, 800, 930, 47).map(n).join(' ')})`,
      times(30, (i) =>
        circle(...polar(0, 0, 12 + ((i * 37) % 60), i * 51), 3.4, { fill: i % 3 ? mist : honey }),
      ),
    ),
    group(
      `translate(${polar(160, 800, 1260, 62).map(n).join(' ')}) rotate(-30) scale(1 0.42)`,
      radial('galaxy', [
        [0, white, 0.95],
        [0.25, honey, 0.7],
        [1, periwinkle, 0],
      ]),
      circle(0, 0, 190, { fill: paint('galaxy') }),
      ...[0, 180].map((turn) =>
        curve(
          points(24, (i) => polar(0, 0, 20 + i * 6.4, turn + i * 15)),
          { stroke: mist, weight: 12, opacity: 0.65 },
        ),
      ),
    ),
  );

export const footballSun = () => {
  const places = [520, 610, 690, 780, 960, 1130, 1300, 1470];
  const sizes = [6, 11, 12, 8, 44, 37, 22, 21];
  const tones = [sand, honey, denim, brick, amber, honey, mist, periwinkle];
  return onPaper(
    { at: [60, 450] },
    glow('sun', -40, 450, 760, amber, 0.9),
    circle(-40, 450, 400, { fill: saffron }),
    circle(-70, 430, 340, { fill: amber }),
    ...places.map((x) => path(arc(-40, 450, x + 40, 52, 128), { stroke: quiet, weight: 2, opacity: 0.4 })),
    ...places.map((x, i) => {
      const y = 450 + Math.sin(i * 1.9) * 130;
      const r = sizes[i] ?? 10;
      const px = -40 + Math.sqrt((x + 40) ** 2 - (y - 450) ** 2);
      const ring =
        i === 5
          ? ellipse(px, y, 66, 17, { stroke: marigold, weight: firm, move: `rotate(-18 ${n(px)} ${n(y)})` })
          : '';
      return circle(px, y, r, { fill: tones[i] ?? sand, stroke: ink, weight: fine }) + ring;
    }),
  );
};

export const observatory = () =>
  onNight(
    { at: [1000, 300] },
    stars(51, 300, 780),
    polygon(
      [
        [676, 420],
        [1480, -40],
        [1640, 160],
        [724, 470],
      ],
      { fill: honey, opacity: 0.13 },
    ),
    glow('nebula', 1280, 150, 330, rose, 0.5),
    glow('core', 1260, 150, 150, honey, 0.7),
    hills(790, 7, '#171D38'),
    rect(390, 560, 420, 260, { fill: '#0F1326', stroke: denim, weight: firm }, 6),
    path('M370 560A230 230 0 0 1 830 560Z', { fill: indigo, stroke: mist, weight: firm }),
    group(
      'rotate(-31 600 540)',
      rect(600, 496, 250, 74, { fill: midnight, stroke: cream, weight: firm }, 10),
      rect(846, 486, 20, 94, { fill: amber }, 6),
    ),
    path('M370 560H830', { stroke: mist, weight: bold }),
    rect(560, 680, 80, 140, { fill: honey, opacity: 0.85 }, 40),
    hills(900, 2, '#0B0D18'),
    polyline(
      [
        [120, 130],
        [230, 90],
        [300, 170],
        [420, 130],
      ],
      { stroke: mist, weight: fine, opacity: 0.6 },
    ),
    ...[
      [120, 130],
      [230, 90],
      [300, 170],
      [420, 130],
    ].map(([x = 0, y = 0]) => circle(x, y, 7, { fill: cream })),
    circle(1260, 150, 12, { fill: white }),
  );
