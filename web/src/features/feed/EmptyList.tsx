import { CardIcon, ChainIcon, SubjectIcon } from '#features/tiles/Icons.tsx';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';

const texts = {
  card: {
    icon: <CardIcon />,
    title: 'No cards yet',
    text: 'As soon as somebody publishes a card, it shows here.',
  },
  chain: {
    icon: <ChainIcon />,
    title: 'No chains yet',
    text: 'A chain leads through an idea card by card. The first one will show here.',
  },
  subject: {
    icon: <SubjectIcon />,
    title: 'No subjects yet',
    text: 'A subject binds chains into a course. The first one will show here.',
  },
};

export function EmptyList({ kind }: { kind: keyof typeof texts }) {
  const { icon, title, text } = texts[kind];
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={<ButtonLink to={paths.landing}>Go to the start</ButtonLink>}
    >
      {text}
    </EmptyState>
  );
}
