import {
  arc,
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
  polyline,
  random,
  rect,
  segment,
  times,
  wave,
  wedge,
} from './draw.ts';
import {
  amber,
  cream,
  denim,
  haze,
  honey,
  indigo,
  ink,
  marigold,
  midnight,
  mist,
  peach,
  periwinkle,
  quiet,
  rose,
  saffron,
  sand,
  white,
} from './palette.ts';

/** A drum's head seen from above its edge, with the black tuning paste. */
const head = (x: number, y: number, r: number, spot: number, spotSize: number) =>
  ellipse(x, y, r, r * 0.36, { fill: peach, stroke: ink, weight: firm }) +
  ellipse(x, y, r * 0.84, r * 0.29, { fill: '#FDFBF6' }) +
  ellipse(x + spot, y - spot * 0.2, spotSize, spotSize * 0.34, { fill: '#2A2420' }) +
  ellipse(x + spot, y - spot * 0.2, spotSize * 0.6, spotSize * 0.2, { stroke: quiet, weight: fine });

const straps = (x: number, y: number, r: number, foot: number, drop: number) =>
  times(11, (i) => {
    const across = (i - 5) / 5;
    const sag = Math.sqrt(1 - (across * 0.96) ** 2) * r * 0.36;
    return segment([x + across * r * 0.96, y + sag], [x + across * foot, y + drop + sag * 0.4], {
      stroke: honey,
      weight: firm,
    });
  });

export const soundCover = () =>
  onPaper(
    { at: [760, 320] },
    times(6, (i) =>
      ellipse(540, 330, 330 + i * 70, 120 + i * 34, {
        stroke: saffron,
        weight: firm,
        opacity: 0.5 - i * 0.08,
      }),
    ),
    times(6, (i) =>
      ellipse(1110, 380, 230 + i * 66, 84 + i * 32, { stroke: denim, weight: firm, opacity: 0.5 - i * 0.08 }),
    ),
    ellipse(540, 790, 250, 46, { fill: marigold }),
    ellipse(1110, 800, 200, 40, { fill: marigold }),
    path('M270 330C250 620 390 780 540 780C690 780 830 620 810 330Z', {
      fill: indigo,
      stroke: ink,
      weight: firm,
    }),
    path('M310 480C330 610 400 700 470 740', { stroke: periwinkle, weight: bold, opacity: 0.7 }),
    straps(540, 330, 270, 130, 390),
    head(540, 330, 270, 46, 96),
    path('M930 380L960 770Q1110 830 1260 770L1290 380Z', { fill: '#7A4318', stroke: ink, weight: firm }),
    straps(1110, 380, 180, 146, 360),
    ...[960, 1040, 1180, 1260].map((x, i) =>
      rect(x - 22, i % 3 ? 590 : 570, 44, 74, { fill: saffron, stroke: ink, weight: fine }, 14),
    ),
    head(1110, 380, 180, 0, 78),
  );

export const pressure = () => {
  const next = random(17);
  return onPaper(
    { light: haze, at: [300, 450] },
    times(1500, () => {
      const depth = next() * 1250;
      // Shifting each grain along its path by a sine crowds them into crests.
      const r = 130 + depth + 34 * Math.sin((depth / 190) * Math.PI * 2);
      const angle = 90 + (next() - 0.5) * 84;
      const [x, y] = polar(210, 450, r, angle);
      return circle(x, y, 5.2, { fill: indigo, opacity: 0.85 - depth / 1900 });
    }),
    ...[0, 1, 2, 3, 4, 5].map((i) =>
      path(arc(210, 450, 225 + i * 190, 50, 130), { stroke: saffron, weight: fine, opacity: 0.8 - i * 0.11 }),
    ),
    path('M150 210V420Q150 480 200 480Q250 480 250 420V210', { stroke: marigold, weight: 26 }),
    path('M200 480V720', { stroke: marigold, weight: 26 }),
    ...[0, 1].map((i) =>
      path(`M${100 - i * 34} ${250 + i * 20}V${370 - i * 20}`, { stroke: amber, weight: firm }),
    ),
  );
};

export const standingWaves = () =>
  onNight(
    { at: [800, 450] },
    ...[1, 2, 3, 4].map((mode, row) => {
      const y = 160 + row * 195;
      const tone = [amber, honey, mist, periwinkle][row] ?? mist;
      const shape = (swing: number) =>
        points(131, (i): Point => [150 + i * 10, y - swing * Math.sin((i / 130) * mode * Math.PI)]);
      return (
        segment([150, y], [1450, y], { stroke: cream, weight: fine, dash: '3 15', opacity: 0.4 }) +
        curve([...shape(74), ...shape(-74).toReversed()], { fill: tone, opacity: 0.16 }) +
        [0.33, 0.66]
          .map((part) => curve(shape(74 * part), { stroke: tone, weight: fine, opacity: 0.5 }))
          .join('') +
        curve(shape(-74), { stroke: tone, weight: fine, opacity: 0.55 }) +
        curve(shape(74), { stroke: tone, weight: bold }) +
        times(mode + 1, (k) => circle(150 + (k * 1300) / mode, y, 14, { fill: cream }))
      );
    }),
  );

export const pitchSpiral = () => {
  const at = (step: number) => polar(800, 450, 70 + step * 9.1, step * 30);
  return onPaper(
    { at: [800, 450] },
    times(12, (i) =>
      segment([800, 450], polar(800, 450, 416, i * 30), {
        stroke: i ? sand : marigold,
        weight: i ? fine : firm,
      }),
    ),
    curve(
      points(145, (i) => at(i / 4)),
      { stroke: indigo, weight: bold },
    ),
    times(37, (i) => {
      const [x, y] = at(i);
      const same = i % 12 === 0;
      return circle(x, y, same ? 26 : 12 + i * 0.12, {
        fill: same ? saffron : denim,
        stroke: white,
        weight: fine,
      });
    }),
  );
};

export const fourier = () => {
  const parts = [1, 3, 5];
  const swing = (k: number) => 150 / k;
  const sum = points(141, (i): Point => {
    const t = (i / 140) * Math.PI * 4;
    return [560 + i * 6.6, 230 - parts.reduce((all, k) => all + swing(k) * Math.sin(k * t), 0)];
  });
  let centre: Point = [270, 230];
  return onPaper(
    { light: haze, at: [300, 260] },
    ...parts.map((k) => {
      const from = centre;
      centre = polar(from[0], from[1], swing(k), 90 - k * 0.62 * 57.3);
      return (
        circle(from[0], from[1], swing(k), { stroke: periwinkle, weight: fine }) +
        segment(from, centre, { stroke: indigo, weight: firm }) +
        circle(from[0], from[1], 8, { fill: indigo })
      );
    }),
    circle(...centre, 14, { fill: marigold }),
    segment(centre, [560, 230], { stroke: saffron, weight: fine, dash: '4 14' }),
    polyline(sum, { stroke: marigold, weight: bold }),
    segment([560, 230], [1500, 230], { stroke: sand, weight: fine, dash: '3 14' }),
    ...parts.map((k, row) => {
      const y = 500 + row * 145;
      return (
        segment([560, y], [1500, y], { stroke: sand, weight: fine, dash: '3 14' }) +
        curve(wave(560, y, 924, 462 / k, 62 / (row + 1)), {
          stroke: [saffron, denim, rose][row] ?? rose,
          weight: firm,
        }) +
        circle(270, y, 62 / (row + 1), { stroke: [saffron, denim, rose][row] ?? rose, weight: firm }) +
        circle(270 + 62 / (row + 1), y, 9, { fill: ink })
      );
    }),
  );
};

export const teental = () =>
  onPaper(
    { at: [800, 450] },
    circle(800, 450, 330, { stroke: indigo, weight: firm }),
    ...[0, 90, 180, 270].map((from, i) =>
      path(wedge(800, 450, 322, from - 8, from + 74), {
        fill: i === 2 ? '#FDFBF6' : ([honey, peach, honey, peach][i] ?? peach),
        opacity: 0.85,
      }),
    ),
    circle(800, 450, 120, { fill: '#FDFBF6', stroke: sand, weight: fine }),
    times(16, (i) => {
      const [x, y] = polar(800, 450, 330, i * 22.5);
      if (i === 0)
        return (
          glow('sam', x, y, 130, amber, 0.9) +
          circle(x, y, 54, { fill: saffron, stroke: marigold, weight: firm })
        );
      if (i === 8) return circle(x, y, 40, { fill: white, stroke: indigo, weight: bold });
      if (i === 4 || i === 12) return circle(x, y, 40, { fill: indigo });
      return circle(x, y, 22, { fill: i > 8 && i < 12 ? mist : denim });
    }),
    times(48, (i) =>
      circle(...polar(800, 450, 150 + (i % 3) * 50, i * 7.5), 3.4, { fill: marigold, opacity: 0.35 }),
    ),
    path(arc(800, 450, 408, 18, 76), { stroke: marigold, weight: firm }),
    polygon([polar(800, 450, 408, 82), polar(800, 450, 392, 75), polar(800, 450, 424, 75)], {
      fill: marigold,
    }),
  );

export const rupak = () =>
  onNight(
    { at: [800, 450] },
    times(7, (i) =>
      ellipse(800, 450, 74, 178, {
        fill: i < 3 ? indigo : i < 5 ? marigold : saffron,
        opacity: 0.82,
        stroke: cream,
        weight: fine,
        move: `rotate(${(i * 360) / 7} 800 450) translate(0 -212)`,
      }),
    ),
    times(7, (i) => {
      const [x, y] = polar(800, 450, 318, (i * 360) / 7);
      if (i === 0) return circle(x, y, 42, { fill: midnight, stroke: honey, weight: bold });
      return circle(x, y, i === 3 || i === 5 ? 38 : 20, { fill: i === 3 || i === 5 ? amber : mist });
    }),
    circle(800, 450, 84, { fill: midnight, stroke: cream, weight: firm }),
    times(14, (i) => circle(...polar(800, 450, 52, (i * 360) / 14), 6, { fill: amber })),
  );

export const tihai = () => {
  const x = (beat: number) => 120 + beat * 82;
  const phrases = [0, 6, 12];
  return onPaper(
    { at: [1400, 500] },
    glow('sam', x(16), 560, 240, amber, 0.95),
    segment([60, 560], [1540, 560], { stroke: sand, weight: firm }),
    ...phrases.map((from, i) => {
      const tone = [mist, periwinkle, denim][i] ?? denim;
      return (
        rect(x(from) - 38, 496, 4 * 82 + 76, 128, { fill: tone, opacity: 0.4 }, 64) +
        path(`M${x(from)} 480Q${x(from + 2)} ${300 - i * 40} ${x(from + 4)} 480`, {
          stroke: [periwinkle, denim, indigo][i] ?? indigo,
          weight: bold,
        })
      );
    }),
    times(17, (i) => {
      const silent = i === 5 || i === 11;
      const landing = i === 16;
      if (silent) return circle(x(i), 560, 14, { fill: '#FDFBF6', stroke: quiet, weight: fine });
      return circle(x(i), 560, landing ? 52 : 25, {
        fill: landing ? saffron : indigo,
        stroke: landing ? marigold : white,
        weight: firm,
      });
    }),
    times(17, (i) =>
      segment([x(i), 690], [x(i), i % 4 ? 712 : 736], {
        stroke: i % 4 ? quiet : marigold,
        weight: i % 4 ? fine : firm,
      }),
    ),
    segment([x(0), 690], [x(16), 690], { stroke: quiet, weight: fine }),
  );
};

export const cochlea = () => {
  const turn = (i: number): Point => polar(760, 460, 370 - i * 1.72, 140 + i * 5);
  const tone = (i: number) =>
    [marigold, saffron, amber, honey, haze, mist, periwinkle, denim, indigo][Math.floor(i / 20.1)] ?? indigo;
  return onPaper(
    { light: haze, at: [760, 460] },
    times(180, (i) => {
      const [a, b] = [turn(i), turn(i + 1.4)];
      return segment(a, b, { stroke: ink, weight: 92 - i * 0.34, opacity: 1 });
    }),
    times(180, (i) => segment(turn(i), turn(i + 1.4), { stroke: tone(i), weight: 80 - i * 0.32 })),
    times(60, (i) =>
      circle(...turn(i * 3), 4 + i * 0.1, { fill: i < 36 && i > 22 ? indigo : white, opacity: 0.9 }),
    ),
    curve(wave(1180, 250, 320, 34, 46), { stroke: marigold, weight: firm }),
    curve(wave(1180, 460, 320, 107, 58), { stroke: periwinkle, weight: firm }),
    curve(wave(1180, 670, 320, 320, 70), { stroke: indigo, weight: firm }),
  );
};

export const fifth = () =>
  onNight(
    { at: [800, 450] },
    ...[0, 1, 2, 3, 4, 5, 6].map((k) =>
      path(
        `${points(241, (i): Point => {
          const t = (i / 240) * Math.PI * 2;
          return [800 + 560 * Math.sin(2 * t + k * 0.075), 450 + 350 * Math.sin(3 * t)];
        })
          .map(([x, y], i) => `${i ? 'L' : 'M'}${Math.round(x)} ${Math.round(y)}`)
          .join('')}Z`,
        {
          stroke: [amber, amber, saffron, honey, mist, periwinkle, denim][k] ?? mist,
          weight: k === 0 ? bold : fine,
          opacity: 1 - k * 0.11,
        },
      ),
    ),
  );

export const antinoise = () =>
  onPaper(
    { at: [400, 300] },
    curve(wave(140, 240, 1320, 264, 120), { stroke: marigold, weight: bold }),
    curve(wave(140, 500, 1320, 264, 120, 1), { stroke: denim, weight: bold }),
    ...[0, 1, 2, 3, 4].map(
      (i) =>
        segment([206 + i * 264, 136], [206 + i * 264, 604], {
          stroke: quiet,
          weight: fine,
          dash: '3 15',
          opacity: 0.6,
        }) +
        circle(206 + i * 264, 120, 16, { fill: saffron }) +
        circle(206 + i * 264, 620, 16, { fill: indigo }),
    ),
    segment([140, 240], [1460, 240], { stroke: sand, weight: fine }),
    segment([140, 500], [1460, 500], { stroke: sand, weight: fine }),
    group(
      'translate(0 770)',
      rect(110, -62, 1380, 124, { fill: '#FDFBF6', stroke: sand, weight: fine }, 62),
      segment([170, 0], [1430, 0], { stroke: ink, weight: bold }),
    ),
  );
