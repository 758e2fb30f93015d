import { CardMark, ChainMark, SubjectMark } from '#features/marks/Marks.tsx';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';

const words = {
  card: {
    mark: <CardMark />,
    title: 'No cards yet',
    text: 'As soon as somebody publishes a card, it shows here.',
  },
  chain: {
    mark: <ChainMark />,
    title: 'No chains yet',
    text: 'A chain leads through an idea card by card. The first one will show here.',
  },
  subject: {
    mark: <SubjectMark />,
    title: 'No subjects yet',
    text: 'A subject binds chains into a course. The first one will show here.',
  },
};

export function NothingYet({ kind }: { kind: keyof typeof words }) {
  const { mark, title, text } = words[kind];
  return (
    <EmptyState
      mark={mark}
      title={title}
      action={<ButtonLink to={paths.landing}>Go to the start</ButtonLink>}
    >
      {text}
    </EmptyState>
  );
}
