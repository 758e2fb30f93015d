import { CardIcon, ChainIcon, SubjectIcon } from '#features/tiles/Icons.tsx';
import { paths } from '#lib/paths.ts';

/** The three kinds of content, in both bars. */
export const cards = { label: 'Cards', to: paths.cards, Icon: CardIcon };
export const chains = { label: 'Chains', to: paths.trendingChains, Icon: ChainIcon };
export const subjects = { label: 'Subjects', to: paths.subjects, Icon: SubjectIcon };
