import {
  blob,
  circle,
  clipped,
  ellipse,
  fine,
  firm,
  group,
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
  times,
} from './draw.ts';
import {
  amber,
  brick,
  cream,
  denim,
  dew,
  haze,
  honey,
  indigo,
  ink,
  leaf,
  line,
  marigold,
  mist,
  moss,
  peach,
  periwinkle,
  rose,
  saffron,
  sand,
  white,
} from './palette.ts';

const rad = (degrees: number) => (degrees * Math.PI) / 180;

/** A hill drawn as rings: `rings` outlines of one wobbling shape, shrinking to its top. */
const hill = (x: number, y: number, r: number, rings: number, seed: number) => {
  const next = random(seed);
  const wobble = points(16, () => [0.8 + next() * 0.4, 0]);
  return Array.from({ length: rings }, (_, ring) =>
    wobble.map(([reach], i) => {
      const size = (r * (rings - ring)) / rings;
      const round = 1 - ring / rings;
      return polar(x + ring * 6, y - ring * 5, size * (1 + (reach - 1) * round), (i * 360) / 16);
    }),
  );
};

export const mapsCover = () => {
  const rings = [...hill(420, 520, 560, 9, 2), ...hill(1260, 330, 430, 7, 6)];
  return onPaper(
    { light: dew, at: [500, 500] },
    ...rings.map(
      (ring, i) =>
        blob(ring, { fill: leaf, opacity: 0.16 }) +
        blob(ring, { stroke: moss, weight: i % 4 ? fine : firm, opacity: 0.7 }),
    ),
    path(
      'M0 120C260 190 330 40 560 120C760 190 820 330 800 470C780 640 980 700 1140 690C1320 680 1400 780 1600 760',
      {
        stroke: denim,
        weight: 18,
        opacity: 0.85,
      },
    ),
    circle(1130, 520, 236, { fill: '#FDFBF6', stroke: ink, weight: firm }),
    circle(1130, 520, 206, { stroke: sand, weight: fine }),
    times(32, (i) =>
      segment(polar(1130, 520, 206, i * 11.25), polar(1130, 520, i % 4 ? 218 : 232, i * 11.25), {
        stroke: ink,
        weight: fine,
      }),
    ),
    times(4, (i) =>
      polygon(
        [
          polar(1130, 520, 130, 45 + i * 90),
          polar(1130, 520, 34, 90 + i * 90),
          [1130, 520],
          polar(1130, 520, 34, i * 90),
        ],
        { fill: mist },
      ),
    ),
    times(4, (i) => {
      const tip = polar(1130, 520, 196, i * 90);
      return (
        polygon([tip, polar(1130, 520, 46, i * 90 + 45), [1130, 520]], {
          fill: i === 0 ? marigold : indigo,
        }) + polygon([tip, polar(1130, 520, 46, i * 90 - 45), [1130, 520]], { fill: i === 0 ? amber : denim })
      );
    }),
    circle(1130, 520, 16, { fill: white, stroke: ink, weight: fine }),
  );
};

export const orangePeel = () => {
  const gore = (x: number, wide: number, tall: number) => {
    const side = (s: number) =>
      points(25, (i): Point => {
        const lat = -90 + i * 7.5;
        return [x + s * wide * Math.cos(rad(lat)), 450 - (lat / 90) * tall];
      });
    return [...side(-1), ...side(1).toReversed()];
  };
  return onPaper(
    { at: [330, 450] },
    radial('orange', [
      [0, amber],
      [1, saffron],
    ]),
    circle(310, 450, 230, { fill: paint('orange') }),
    ...[-0.75, -0.4, 0, 0.4, 0.75].map((s) =>
      path(`M310 220C${310 + s * 306} 300 ${310 + s * 306} 600 310 680`, {
        stroke: marigold,
        weight: fine,
        opacity: 0.7,
      }),
    ),
    path('M310 222q40 -60 90 -50q-20 50 -90 50Z', { fill: moss }),
    times(8, (i) =>
      polygon(gore(664 + i * 118, 59, 330), { fill: i % 2 ? amber : saffron, stroke: white, weight: fine }),
    ),
    times(5, (i) =>
      segment([605, 230 + i * 110], [1549, 230 + i * 110], {
        stroke: marigold,
        weight: fine,
        dash: '3 15',
        opacity: 0.65,
      }),
    ),
  );
};

export const mercator = () => {
  const y = (lat: number) => 450 - 158 * Math.log(Math.tan(Math.PI / 4 + rad(lat) / 2));
  const x = (lon: number) => 800 + lon * 3.7;
  return onPaper(
    { light: haze, at: [800, 450] },
    rect(x(-180), 40, x(180) - x(-180), 820, { fill: haze, opacity: 0.8 }, 10),
    ...[-80, -60, -40, -20, 0, 20, 40, 60, 80].map((lat) =>
      segment([x(-180), y(lat)], [x(180), y(lat)], {
        stroke: lat ? periwinkle : indigo,
        weight: lat ? fine : firm,
      }),
    ),
    times(13, (i) =>
      segment([x(-180 + i * 30), 40], [x(-180 + i * 30), 860], { stroke: periwinkle, weight: fine }),
    ),
    clipped(
      'frame',
      rect(x(-180), 40, x(180) - x(-180), 820, {}),
      ...[-70, -50, -25, 0, 25, 50, 70].flatMap((lat) =>
        [-150, -90, -30, 30, 90, 150].map((lon) => {
          const r = 25 / Math.cos(rad(lat));
          return circle(x(lon), y(lat), r, { fill: Math.abs(lat) > 60 ? marigold : saffron, opacity: 0.78 });
        }),
      ),
    ),
    rect(x(-180), 40, x(180) - x(-180), 820, { stroke: ink, weight: firm }, 10),
  );
};

/** Mollweide's ellipse: every patch keeps its area. */
function mollweide(lon: number, lat: number): Point {
  let theta = rad(lat);
  const aim = Math.PI * Math.sin(rad(lat));
  for (let i = 0; i < 12 && Math.abs(lat) < 89.9; i += 1) {
    theta -= (2 * theta + Math.sin(2 * theta) - aim) / (2 + 2 * Math.cos(2 * theta));
  }
  return [800 + (lon / 180) * 740 * Math.cos(theta), 450 - 370 * Math.sin(theta)];
}

export const equalArea = () => {
  const patch = (lon: number, lat: number) =>
    points(28, (i) => {
      const angle = (i / 28) * Math.PI * 2;
      return mollweide(lon + (9 * Math.cos(angle)) / Math.cos(rad(lat)), lat + 9 * Math.sin(angle));
    });
  return onNight(
    { at: [800, 450] },
    ellipse(800, 450, 740, 370, { fill: indigo, opacity: 0.7 }),
    ...[-60, -40, -20, 0, 20, 40, 60].map((lat) =>
      polyline([mollweide(-180, lat), mollweide(180, lat)], { stroke: mist, weight: fine, opacity: 0.6 }),
    ),
    times(13, (k) =>
      polyline(
        points(37, (i) => mollweide(-180 + k * 30, -90 + i * 5)),
        { stroke: mist, weight: fine, opacity: 0.6 },
      ),
    ),
    ...[-60, -30, 0, 30, 60].flatMap((lat) =>
      [-120, -60, 0, 60, 120].map((lon) =>
        polygon(patch(lon, lat), { fill: lat ? amber : saffron, opacity: 0.92 }),
      ),
    ),
    ellipse(800, 450, 740, 370, { stroke: cream, weight: firm }),
  );
};

export const greatCircle = () => {
  const [centreLon, centreLat] = [-40, 30];
  const project = (lon: number, lat: number): readonly [Point, boolean] => {
    const [l, p, c] = [rad(lon - centreLon), rad(lat), rad(centreLat)];
    const depth = Math.sin(c) * Math.sin(p) + Math.cos(c) * Math.cos(p) * Math.cos(l);
    return [
      [
        800 + 390 * Math.cos(p) * Math.sin(l),
        450 - 390 * (Math.cos(c) * Math.sin(p) - Math.sin(c) * Math.cos(p) * Math.cos(l)),
      ],
      depth > 0,
    ];
  };
  const thread = (places: readonly Point[], stroke: string, weight: number, dash?: string) => {
    const runs: Point[][] = [[]];
    for (const [lon, lat] of places) {
      const [at, seen] = project(lon, lat);
      if (seen) runs.at(-1)?.push(at);
      else if (runs.at(-1)?.length) runs.push([]);
    }
    return runs
      .filter((run) => run.length > 1)
      .map((run) => polyline(run, { stroke, weight, dash }))
      .join('');
  };
  const [from, to] = [
    [-74, 40.7],
    [-3.7, 40.4],
  ] as const;
  const shortest = points(41, (i): Point => {
    const lon = from[0] + ((to[0] - from[0]) * i) / 40;
    const whole = Math.sin(rad(to[0] - from[0]));
    const tan =
      (Math.tan(rad(from[1])) * Math.sin(rad(to[0] - lon)) +
        Math.tan(rad(to[1])) * Math.sin(rad(lon - from[0]))) /
      whole;
    return [lon, (Math.atan(tan) * 180) / Math.PI];
  });
  return onNight(
    { at: [800, 450] },
    radial('globe', [
      [0, denim],
      [1, indigo],
    ]),
    circle(800, 450, 390, { fill: paint('globe') }),
    times(12, (i) =>
      thread(
        points(61, (k): Point => [-180 + i * 30, -90 + k * 3]),
        mist,
        fine,
      ),
    ),
    ...[-60, -40, -20, 0, 20, 40, 60, 80].map((lat) =>
      thread(
        points(121, (k): Point => [-180 + k * 3, lat]),
        lat ? mist : cream,
        lat ? fine : firm,
      ),
    ),
    thread(
      points(41, (i): Point => [from[0] + ((to[0] - from[0]) * i) / 40, 40.55]),
      rose,
      firm,
      '4 16',
    ),
    thread(shortest, amber, 13),
    ...[from, to].map(([lon, lat]) => {
      const [[x, y]] = project(lon, lat);
      return circle(x, y, 18, { fill: cream, stroke: marigold, weight: firm });
    }),
    circle(800, 450, 390, { stroke: cream, weight: firm }),
  );
};

export const tubeMap = () => {
  const routes: readonly [string, readonly Point[], readonly Point[]][] = [
    [
      saffron,
      [
        [90, 640],
        [420, 640],
        [700, 360],
        [1180, 360],
        [1400, 140],
        [1530, 140],
      ],
      [
        [90, 640],
        [250, 640],
        [560, 500],
        [860, 360],
        [1020, 360],
        [1290, 250],
        [1530, 140],
      ],
    ],
    [
      denim,
      [
        [140, 150],
        [360, 150],
        [700, 490],
        [1120, 490],
        [1360, 730],
        [1520, 730],
      ],
      [
        [140, 150],
        [360, 150],
        [800, 490],
        [960, 490],
        [1240, 610],
        [1520, 730],
      ],
    ],
    [
      moss,
      [
        [860, 60],
        [860, 660],
        [1000, 800],
        [1300, 800],
      ],
      [
        [860, 60],
        [860, 190],
        [860, 600],
        [1110, 800],
        [1300, 800],
      ],
    ],
    [
      brick,
      [
        [250, 830],
        [250, 420],
        [420, 250],
        [1180, 250],
        [1300, 370],
        [1540, 370],
      ],
      [
        [250, 830],
        [250, 500],
        [600, 250],
        [1080, 250],
        [1420, 370],
        [1540, 370],
      ],
    ],
  ];
  const changes: readonly Point[] = [
    [250, 640],
    [860, 360],
    [860, 490],
    [860, 250],
    [460, 250],
    [1290, 250],
    [630, 430],
  ];
  return onPaper(
    { light: haze, at: [860, 420] },
    path('M0 720C300 640 420 800 700 730S1180 560 1600 640', { stroke: haze, weight: 70 }),
    ...routes.map(([stroke, way]) => polyline(way, { stroke, weight: 20 })),
    ...routes.flatMap(([stroke, , stops]) =>
      stops.map(([x, y]) => circle(x, y, 15, { fill: white, stroke, weight: firm })),
    ),
    ...changes.map(([x, y]) => circle(x, y, 24, { fill: white, stroke: ink, weight: 8 })),
  );
};

export const contours = () => {
  const rings = hill(640, 330, 380, 8, 12);
  const second = hill(1130, 400, 240, 5, 8);
  const slope = points(141, (i): Point => {
    const x = 100 + i * 10;
    const tall = 170 * Math.exp(-(((x - 660) / 210) ** 2)) + 105 * Math.exp(-(((x - 1150) / 130) ** 2));
    return [x, 830 - tall];
  });
  return onPaper(
    { light: dew, at: [640, 330] },
    ...[...rings, ...second].map((ring) => blob(ring, { fill: leaf, opacity: 0.17 })),
    ...[...rings, ...second].map((ring, i) => blob(ring, { stroke: moss, weight: i % 4 ? fine : firm })),
    polygon(
      [
        [660, 290],
        [684, 330],
        [636, 330],
      ],
      { fill: marigold },
    ),
    polygon(
      [
        [1150, 366],
        [1170, 400],
        [1130, 400],
      ],
      { fill: marigold },
    ),
    segment([120, 340], [1500, 340], { stroke: marigold, weight: fine, dash: '16 14', opacity: 0.8 }),
    polygon([[100, 850], ...slope, [1500, 850]], { fill: '#FDFBF6', opacity: 0.92 }),
    polygon([[100, 850], ...slope, [1500, 850]], { fill: leaf, opacity: 0.5 }),
    polyline(slope, { stroke: moss, weight: firm }),
    ...[660, 1150].map((x) =>
      segment([x, 370], [x, x === 660 ? 650 : 716], { stroke: marigold, weight: fine, dash: '3 14' }),
    ),
  );
};

export const pumpMap = () => {
  const pump: Point = [820, 440];
  const next = random(54);
  const blocks = points(35, (i): Point => [60 + (i % 7) * 214, 40 + Math.floor(i / 7) * 170]);
  return onPaper(
    { at: pump },
    group(
      'rotate(-5 800 450)',
      ...blocks.map(([x, y]) => rect(x, y, 176, 130, { fill: '#FDFBF6', stroke: sand, weight: fine }, 6)),
      ...blocks.flatMap(([x, y]) =>
        [0, 1, 2, 3, 4].flatMap((slot) =>
          [0, 1].map((row) => {
            const [px, py] = [x + 22 + slot * 33, row ? y + 130 : y];
            const near = Math.max(0, 1 - Math.hypot(px - pump[0], py - pump[1]) / 430);
            const count = Math.floor(near * near * 11 * next() + near * 2 * next());
            return times(count, (k) =>
              rect(px - 12, row ? py - 10 - k * 9 : py + 4 + k * 9, 24, 6, { fill: ink }, 2),
            );
          }),
        ),
      ),
      ...[
        [220, 190],
        [1330, 700],
        [1340, 170],
        [420, 700],
      ].map(([x = 0, y = 0]) => circle(x, y + 4, 15, { fill: mist, stroke: indigo, weight: firm })),
    ),
    circle(pump[0], pump[1] + 78, 96, { stroke: marigold, weight: fine, dash: '4 16' }),
    circle(pump[0], pump[1] + 78, 32, { fill: saffron, stroke: marigold, weight: firm }),
    circle(pump[0], pump[1] + 78, 10, { fill: white }),
  );
};

export const bigAndEmpty = () => {
  const next = random(77);
  const [cols, rows] = [5, 4];
  const corner = points((cols + 1) * (rows + 1), (i): Point => {
    const [c, r] = [i % (cols + 1), Math.floor(i / (cols + 1))];
    const edge = c === 0 || c === cols || r === 0 || r === rows ? 0.25 : 1;
    return [120 + c * 128 + (next() - 0.5) * 90 * edge, 160 + r * 148 + (next() - 0.5) * 100 * edge];
  });
  const at = (i: number): Point => corner[i] ?? [0, 0];
  const tones = [saffron, amber, honey, peach, honey, amber, saffron, peach, marigold, honey];
  const people = [14, 90, 20, 34, 12, 26, 18, 60, 16, 110, 12, 22, 44, 20, 30, 16, 72, 18, 24, 40];
  const places = points(20, (i): Point => {
    const [c, r] = [i % cols, Math.floor(i / cols)];
    const k = r * (cols + 1) + c;
    const four = [at(k), at(k + 1), at(k + cols + 2), at(k + cols + 1)];
    return [four.reduce((sum, p) => sum + p[0], 0) / 4, four.reduce((sum, p) => sum + p[1], 0) / 4];
  });
  return onPaper(
    { at: [400, 450] },
    times(20, (i) => {
      const k = Math.floor(i / cols) * (cols + 1) + (i % cols);
      return polygon([at(k), at(k + 1), at(k + cols + 2), at(k + cols + 1)], {
        fill: tones[(i * 7) % 10] ?? honey,
        stroke: white,
        weight: firm,
      });
    }),
    segment([820, 180], [820, 730], { stroke: sand, weight: fine, dash: '4 16' }),
    ...places.map(([x, y], i) =>
      circle(x + 730, y, 8 + (people[i] ?? 20) * 0.85, {
        fill: i === 9 || i === 1 ? indigo : denim,
        opacity: 0.85,
        stroke: white,
        weight: firm,
      }),
    ),
  );
};

/** Midpoints pushed sideways again and again: a coast that grows longer the closer one looks. */
function coast(from: Point, to: Point, depth: number, next: () => number): Point[] {
  if (depth === 0) return [from];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const push = (next() - 0.5) * length * 0.55;
  const mid: Point = [
    (from[0] + to[0]) / 2 - ((to[1] - from[1]) / length) * push,
    (from[1] + to[1]) / 2 + ((to[0] - from[0]) / length) * push,
  ];
  return [...coast(from, mid, depth - 1, next), ...coast(mid, to, depth - 1, next)];
}

export const coastline = () => {
  const next = random(18);
  const capes = points(8, (i): Point => {
    const [x, y] = polar(0, 0, 0.85 + next() * 0.3, i * 45 + 12);
    return [800 + x * 560, 450 + y * 320];
  });
  const shore = capes.flatMap((from, i) => coast(from, capes[(i + 1) % 8] ?? from, 6, next));
  const every = (step: number) => shore.filter((_, i) => i % step === 0);
  return onPaper(
    { light: haze, at: [800, 200] },
    rect(0, 0, 1600, 900, { fill: haze, opacity: 0.8 }),
    times(3, (i) => polygon(shore, { stroke: mist, weight: 130 - i * 44, opacity: 0.32 })),
    polygon(shore, { fill: peach, stroke: indigo, weight: fine }),
    clipped('land', polygon(shore, {}), polygon(shore, { fill: dew, stroke: peach, weight: 60 })),
    polygon(every(64), { stroke: marigold, weight: firm }),
    polygon(every(8), { stroke: indigo, weight: fine, opacity: 0.85 }),
    ...every(8).map(([x, y]) => circle(x, y, 7, { fill: indigo })),
    ...every(64).map(([x, y]) => circle(x, y, 18, { fill: saffron, stroke: white, weight: fine })),
  );
};

export const threeWorlds = () => {
  const sheet = (w: number, h: number) =>
    rect(-w / 2 - 30, -h / 2 - 30, w + 60, h + 60, { fill: '#FDFBF6', stroke: line, weight: fine }, 12);
  const lobes = (x: number, wide: number) => {
    const side = (s: number) =>
      points(19, (i): Point => [x + s * wide * Math.cos(rad(-90 + i * 10)), 140 - (i / 18) * 280]);
    return polygon([...side(-1), ...side(1).toReversed()], { fill: dew, stroke: moss, weight: firm });
  };
  return onPaper(
    { at: [800, 420] },
    group(
      'translate(420 500) rotate(-8)',
      rect(-250, -200, 520, 420, { fill: ink, opacity: 0.1 }, 12),
      sheet(460, 360),
      rect(-230, -180, 460, 360, { fill: honey, stroke: marigold, weight: firm }),
      ...[-150, -86, -36, 0, 36, 86, 150].map((y) =>
        segment([-230, y], [230, y], { stroke: marigold, weight: fine }),
      ),
      times(7, (i) =>
        segment([-184 + i * 61, -180], [-184 + i * 61, 180], { stroke: marigold, weight: fine }),
      ),
    ),
    group(
      'translate(1180 470) rotate(7)',
      rect(-280, -170, 580, 360, { fill: ink, opacity: 0.1 }, 12),
      sheet(520, 300),
      ...[-195, -65, 65, 195].map((x) => lobes(x, 65)),
      segment([-260, 0], [260, 0], { stroke: moss, weight: fine }),
    ),
    group(
      'translate(800 360) rotate(-1)',
      rect(-270, -190, 560, 400, { fill: ink, opacity: 0.12 }, 12),
      sheet(500, 320),
      ellipse(0, 0, 250, 140, { fill: haze, stroke: indigo, weight: firm }),
      ...[60, 125, 190].flatMap((rx) => ellipse(0, 0, rx, 140, { stroke: denim, weight: fine })),
      ...[-90, -45, 0, 45, 90].map((y) => {
        const half = 250 * Math.sqrt(1 - (y / 140) ** 2);
        return segment([-half, y], [half, y], { stroke: denim, weight: fine });
      }),
      segment([0, -140], [0, 140], { stroke: denim, weight: fine }),
    ),
  );
};
