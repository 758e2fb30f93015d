import type { PersonKey } from './shapes.ts';

export interface DemoComment {
  card: string;
  by: PersonKey;
  /** Mentions people as `@[key]`. */
  text: string;
  ageHours: number;
  /** Answers the comment of this person on the card. */
  answers?: PersonKey;
}

export interface DemoLike {
  kind: 'card' | 'chain' | 'subject';
  key: string;
  by: readonly PersonKey[];
}

export interface DemoConnection {
  between: readonly [PersonKey, PersonKey];
  ageHours: number;
}

export interface DemoConnectionRequest {
  from: PersonKey;
  to: PersonKey;
  ageHours: number;
}

export interface DemoInterest {
  by: PersonKey;
  topics: readonly string[];
}

export interface DemoFollow {
  by: PersonKey;
  kind: 'chain' | 'subject' | 'person';
  key: string;
}

/** A card that was just added to a chain. */
export interface DemoNews {
  chain: string;
  card: string;
}

export const demoComments: readonly DemoComment[] = [
  {
    card: 'light-mirror',
    by: 'arjun',
    ageHours: 900,
    text: 'I have argued about this for twenty years. I was wrong for all of them.',
  },
  {
    card: 'light-mirror',
    by: 'sofia',
    ageHours: 640,
    text: 'The plastic sheet test convinced my whole class in one minute.',
  },
  {
    card: 'light-mirror',
    by: 'lin',
    ageHours: 636,
    text: 'Lovely. Try it next with an arrow instead of a word.',
  },
  {
    card: 'light-pinhole',
    by: 'sofia',
    ageHours: 700,
    text: 'Made one from a shoe box. Our street, upside down, in colour!',
  },
  {
    card: 'light-pinhole',
    by: 'kofi',
    ageHours: 560,
    text: 'The gaps between leaves do the same. Look at the ground during a partial eclipse.',
  },
  {
    card: 'light-sky',
    by: 'meera',
    ageHours: 520,
    text: 'So the red of my evening is the blue of somebody’s noon. I like that.',
  },
  {
    card: 'light-slits',
    by: 'arjun',
    ageHours: 180,
    text: 'I understand each sentence and still do not believe it.',
  },
  {
    card: 'light-slits',
    by: 'tomas',
    ageHours: 176,
    answers: 'arjun',
    text: 'That is the correct state of mind.',
  },
  {
    card: 'numbers-rice',
    by: 'sofia',
    ageHours: 1200,
    text: 'My grandmother told me this with wheat. She stopped at the second row and laughed.',
  },
  {
    card: 'numbers-fold',
    by: 'arjun',
    ageHours: 1000,
    text: 'Tried it with newspaper. Six, and then the table moved.',
  },
  {
    card: 'numbers-birthday',
    by: 'ingrid',
    ageHours: 800,
    text: 'In our hiking club of 26 there were two pairs.',
  },
  {
    card: 'numbers-birthday',
    by: 'arjun',
    ageHours: 420,
    text: 'Counting the pairs instead of the people: that was the missing step for me.',
  },
  {
    card: 'numbers-sunflower',
    by: 'asha',
    ageHours: 760,
    text: 'Pine cones too. Take one on your next walk and count both ways.',
  },
  { card: 'numbers-odd', by: 'sofia', ageHours: 250, text: 'The first proof I have ever enjoyed.' },
  { card: 'numbers-doors', by: 'meera', ageHours: 130, text: 'The hundred doors did it. I switch.' },
  {
    card: 'numbers-doors',
    by: 'lin',
    ageHours: 100,
    text: 'It matters that the host knows. If he opens a door by luck, the odds are even.',
  },
  {
    card: 'cell-count',
    by: 'kofi',
    ageHours: 1100,
    text: 'Two million a second! There are fewer stars than that to see in a year of nights.',
  },
  {
    card: 'cell-mitochondria',
    by: 'sofia',
    ageHours: 700,
    text: 'So I carry something of my mother’s mother’s mother in every cell. Thank you for this.',
  },
  {
    card: 'cell-leaf',
    by: 'ingrid',
    ageHours: 150,
    text: 'I will never look at a log fire in the same way.',
  },
  {
    card: 'cell-hunter',
    by: 'arjun',
    ageHours: 20,
    text: 'The wanted poster is exactly the picture I needed.',
  },
  {
    card: 'maps-mercator',
    by: 'meera',
    ageHours: 950,
    text: 'We had this one on the classroom wall. Nobody ever said a word.',
  },
  {
    card: 'maps-shortest',
    by: 'sofia',
    ageHours: 610,
    text: 'Thread and globe: did it with my niece, she now plans all our journeys.',
  },
  {
    card: 'maps-tube',
    by: 'tomas',
    ageHours: 660,
    text: 'A graph in disguise. Nodes and edges, nothing else.',
  },
  {
    card: 'maps-pump',
    by: 'asha',
    ageHours: 190,
    text: 'The houses that were spared are the best part of the argument.',
  },
  {
    card: 'maps-coast',
    by: 'lin',
    ageHours: 90,
    text: 'And a smooth circle does settle. That is what makes coasts special.',
  },
  {
    card: 'sound-string',
    by: 'arjun',
    ageHours: 800,
    text: 'Touched the string at a third as well: octave and a fifth. Magic.',
  },
  {
    card: 'sound-teental',
    by: 'kofi',
    ageHours: 580,
    text: 'I can keep it for four rounds now. Then I lose khali.',
  },
  {
    card: 'sound-teental',
    by: 'meera',
    ageHours: 576,
    answers: 'kofi',
    text: 'Four rounds is more than most in the first week. Say the syllables aloud!',
  },
  {
    card: 'sound-rupak',
    by: 'arjun',
    ageHours: 340,
    text: 'The other-foot trick works. I walked to the market in seven.',
  },
  {
    card: 'sound-tihai',
    by: 'tomas',
    ageHours: 160,
    text: 'With a phrase of three you need rests of four: 3 + 4 + 3 + 4 + 3 = 17. Is that allowed?',
  },
  {
    card: 'sound-tihai',
    by: 'meera',
    ageHours: 158,
    answers: 'tomas',
    text: 'Allowed and old. Long rests make people nervous, that is the fun.',
  },
  { card: 'sound-fifth', by: 'lin', ageHours: 70, text: 'On an old oscilloscope this is hypnotic.' },
  { card: 'sky-phases', by: 'sofia', ageHours: 940, text: 'I believed in the shadow story until today.' },
  {
    card: 'sky-eclipse',
    by: 'ingrid',
    ageHours: 700,
    text: 'Saw one in 1999. The birds went silent. Nothing prepares you for it.',
  },
  {
    card: 'sky-trails',
    by: 'arjun',
    ageHours: 240,
    text: 'Three fists minus a bit from Delhi. It really works.',
  },
  {
    card: 'sky-football',
    by: 'tomas',
    ageHours: 140,
    text: 'We did this on the school pitch. The children ran to Jupiter and refused to go on to Neptune.',
  },
  {
    card: 'sky-lookback',
    by: 'sofia',
    ageHours: 50,
    text: 'Found the smudge last night. Two and a half million years, and it hit my eye.',
  },
  { card: 'sky-lookback', by: 'asha', ageHours: 46, text: 'This should be the first card everybody reads.' },
  {
    card: 'sky-lookback',
    by: 'ingrid',
    ageHours: 30,
    answers: 'sofia',
    text: 'Same smudge, from Bergen, with my old binoculars.',
  },
  {
    card: 'cell-hunter',
    by: 'sofia',
    ageHours: 12,
    text: '@[arjun] I hung the poster on our classroom door. Nobody enters without washing their hands.',
  },
  {
    card: 'maps-coast',
    by: 'kofi',
    ageHours: 9,
    text: '@[ingrid] @[lin] Has either of you measured one with a pair of compasses? I ran out of patience.',
  },
];

export const demoLikes: readonly DemoLike[] = [
  { kind: 'card', key: 'light-shadow', by: ['arjun', 'kofi'] },
  { kind: 'card', key: 'light-straw', by: ['sofia', 'tomas', 'asha'] },
  { kind: 'card', key: 'light-mirror', by: ['arjun', 'sofia', 'lin', 'tomas', 'meera'] },
  { kind: 'card', key: 'light-pinhole', by: ['sofia', 'kofi', 'ingrid'] },
  { kind: 'card', key: 'light-prism', by: ['asha', 'tomas', 'arjun'] },
  { kind: 'card', key: 'light-sky', by: ['meera', 'lin', 'sofia', 'ingrid'] },
  { kind: 'card', key: 'light-slits', by: ['arjun', 'tomas', 'kofi'] },
  { kind: 'card', key: 'light-slow', by: ['tomas', 'meera', 'arjun', 'kofi'] },
  { kind: 'card', key: 'numbers-rice', by: ['sofia', 'lin'] },
  { kind: 'card', key: 'numbers-fold', by: ['arjun', 'kofi', 'sofia', 'asha', 'meera'] },
  { kind: 'card', key: 'numbers-birthday', by: ['ingrid', 'arjun', 'lin', 'sofia'] },
  { kind: 'card', key: 'numbers-sunflower', by: ['tomas', 'ingrid', 'meera', 'sofia'] },
  { kind: 'card', key: 'numbers-pascal', by: ['lin', 'arjun'] },
  { kind: 'card', key: 'numbers-odd', by: ['sofia', 'arjun', 'asha'] },
  { kind: 'card', key: 'numbers-doors', by: ['meera', 'lin'] },
  { kind: 'card', key: 'numbers-blocks', by: ['lin', 'kofi', 'arjun', 'meera', 'asha'] },
  { kind: 'card', key: 'cell-count', by: ['kofi', 'sofia'] },
  { kind: 'card', key: 'cell-mitochondria', by: ['sofia', 'tomas', 'ingrid', 'arjun'] },
  { kind: 'card', key: 'cell-tour', by: ['lin', 'sofia', 'arjun'] },
  { kind: 'card', key: 'cell-dna', by: ['tomas', 'arjun', 'kofi'] },
  { kind: 'card', key: 'cell-neuron', by: ['asha', 'meera', 'sofia'] },
  { kind: 'card', key: 'cell-leaf', by: ['ingrid', 'sofia', 'kofi', 'lin'] },
  { kind: 'card', key: 'cell-hunter', by: ['arjun'] },
  { kind: 'card', key: 'maps-peel', by: ['tomas', 'lin', 'sofia'] },
  { kind: 'card', key: 'maps-mercator', by: ['meera', 'kofi', 'arjun', 'sofia', 'asha'] },
  { kind: 'card', key: 'maps-shortest', by: ['sofia', 'tomas'] },
  { kind: 'card', key: 'maps-tube', by: ['tomas', 'lin', 'arjun'] },
  { kind: 'card', key: 'maps-pump', by: ['asha', 'sofia', 'kofi', 'tomas'] },
  { kind: 'card', key: 'maps-coast', by: ['lin', 'arjun', 'ingrid'] },
  { kind: 'card', key: 'maps-wrong', by: ['sofia', 'meera', 'kofi'] },
  { kind: 'card', key: 'sound-string', by: ['arjun', 'lin', 'tomas'] },
  { kind: 'card', key: 'sound-fourier', by: ['tomas', 'lin', 'arjun', 'kofi', 'sofia'] },
  { kind: 'card', key: 'sound-teental', by: ['kofi', 'arjun', 'asha', 'sofia', 'lin', 'tomas'] },
  { kind: 'card', key: 'sound-rupak', by: ['arjun', 'asha'] },
  { kind: 'card', key: 'sound-tihai', by: ['tomas', 'arjun', 'lin', 'kofi'] },
  { kind: 'card', key: 'sound-fifth', by: ['lin', 'arjun', 'tomas'] },
  { kind: 'card', key: 'sky-phases', by: ['sofia', 'ingrid', 'arjun'] },
  { kind: 'card', key: 'sky-eclipse', by: ['ingrid', 'lin', 'sofia', 'meera'] },
  { kind: 'card', key: 'sky-trails', by: ['arjun', 'ingrid'] },
  { kind: 'card', key: 'sky-orion', by: ['sofia', 'asha', 'meera'] },
  { kind: 'card', key: 'sky-football', by: ['tomas', 'sofia', 'arjun', 'lin'] },
  { kind: 'card', key: 'sky-lookback', by: ['sofia', 'asha', 'lin', 'meera', 'ingrid', 'arjun'] },
  { kind: 'card', key: 'sky-start', by: ['sofia'] },
  { kind: 'chain', key: 'start-here', by: ['sofia', 'arjun', 'tomas', 'lin'] },
  { kind: 'chain', key: 'sound-tala', by: ['arjun', 'kofi', 'asha'] },
  { kind: 'chain', key: 'light-rays', by: ['sofia', 'kofi'] },
  { kind: 'chain', key: 'numbers-growth', by: ['lin', 'arjun', 'sofia'] },
  { kind: 'chain', key: 'cell-city', by: ['sofia', 'lin'] },
  { kind: 'chain', key: 'maps-flat', by: ['tomas', 'kofi', 'arjun'] },
  { kind: 'chain', key: 'sky-moon', by: ['ingrid', 'sofia'] },
  { kind: 'subject', key: 'light', by: ['sofia', 'kofi', 'arjun'] },
  { kind: 'subject', key: 'numbers', by: ['lin', 'arjun'] },
  { kind: 'subject', key: 'cell', by: ['ingrid', 'sofia', 'kofi'] },
  { kind: 'subject', key: 'maps', by: ['tomas', 'asha'] },
  { kind: 'subject', key: 'sound', by: ['arjun', 'asha', 'kofi', 'lin'] },
  { kind: 'subject', key: 'sky', by: ['sofia', 'ingrid', 'meera', 'lin', 'tomas'] },
];

export const demoConnections: readonly DemoConnection[] = [
  { between: ['asha', 'tomas'], ageHours: 1430 },
  { between: ['asha', 'meera'], ageHours: 1300 },
  { between: ['asha', 'lin'], ageHours: 1190 },
  { between: ['tomas', 'lin'], ageHours: 1120 },
  { between: ['meera', 'arjun'], ageHours: 980 },
  { between: ['kofi', 'sofia'], ageHours: 930 },
  { between: ['kofi', 'ingrid'], ageHours: 720 },
  { between: ['lin', 'kofi'], ageHours: 580 },
  { between: ['ingrid', 'sofia'], ageHours: 470 },
  { between: ['tomas', 'arjun'], ageHours: 300 },
];

/** Pending requests. */
export const demoConnectionRequests: readonly DemoConnectionRequest[] = [
  { from: 'arjun', to: 'sofia', ageHours: 40 },
  { from: 'sofia', to: 'asha', ageHours: 15 },
];

export const demoInterests: readonly DemoInterest[] = [
  { by: 'asha', topics: ['biology', 'history'] },
  { by: 'tomas', topics: ['mathematics', 'chance'] },
  { by: 'meera', topics: ['music', 'rhythm', 'physics'] },
  { by: 'kofi', topics: ['astronomy', 'light', 'geography'] },
  { by: 'lin', topics: ['light', 'physics', 'mathematics'] },
  { by: 'ingrid', topics: ['geography', 'history', 'biology'] },
  { by: 'arjun', topics: ['rhythm', 'music', 'mathematics'] },
  { by: 'sofia', topics: ['astronomy', 'history', 'light'] },
];

export const demoFollows: readonly DemoFollow[] = [
  { by: 'asha', kind: 'subject', key: 'sky' },
  { by: 'tomas', kind: 'subject', key: 'sound' },
  { by: 'meera', kind: 'chain', key: 'sky-distance' },
  { by: 'kofi', kind: 'chain', key: 'sound-hearing' },
  { by: 'lin', kind: 'person', key: 'kofi' },
  { by: 'lin', kind: 'subject', key: 'sound' },
  { by: 'ingrid', kind: 'subject', key: 'sky' },
  { by: 'arjun', kind: 'subject', key: 'sound' },
  { by: 'arjun', kind: 'chain', key: 'sound-tala' },
  { by: 'sofia', kind: 'subject', key: 'sky' },
  { by: 'sofia', kind: 'person', key: 'kofi' },
];

export const demoNews: readonly DemoNews[] = [
  { chain: 'sky-distance', card: 'sky-start' },
  { chain: 'sound-hearing', card: 'sound-silence' },
];
