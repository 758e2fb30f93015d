import {
  astronomy,
  biology,
  chance,
  geography,
  history,
  light,
  mathematics,
  music,
  physics,
  rhythm,
} from './drawings/topics.ts';
import type { DemoTopic } from './shapes.ts';

/** Each name is also a tag of several cards, so that every topic has cards. */
export const demoTopics: readonly DemoTopic[] = [
  { key: 'physics', name: 'Physics', drawing: physics, alt: 'Three pale orbits around a glowing core.' },
  {
    key: 'mathematics',
    name: 'Mathematics',
    drawing: mathematics,
    alt: 'Coloured squares turning inside larger squares.',
  },
  { key: 'biology', name: 'Biology', drawing: biology, alt: 'A green leaf with its veins.' },
  {
    key: 'astronomy',
    name: 'Astronomy',
    drawing: astronomy,
    alt: 'An orange planet with a bright ring among stars.',
  },
  {
    key: 'geography',
    name: 'Geography',
    drawing: geography,
    alt: 'A globe with a grid and an orange marker.',
  },
  { key: 'music', name: 'Music', drawing: music, alt: 'Notes on five waving lines, one of them orange.' },
  { key: 'rhythm', name: 'Rhythm', drawing: rhythm, alt: 'Four rings of beats that meet on one line.' },
  { key: 'light', name: 'Light', drawing: light, alt: 'A lamp with rays in the colours of the rainbow.' },
  {
    key: 'history',
    name: 'History',
    drawing: history,
    alt: 'An hourglass with orange sand running through.',
  },
  {
    key: 'chance',
    name: 'Chance',
    drawing: chance,
    alt: 'Two dice, one white and one orange, after a throw.',
  },
];
