import { Brain, Search, Sprout, SquarePlus } from 'lucide-react';
import type { ComponentType } from 'react';
import { WhenCreator } from '#features/session/WhenViewer.tsx';
import { paths } from '#lib/paths.ts';
import { NavLink } from '#ui/NavLink.tsx';
import { cards, chains, subjects } from './places.ts';

interface Place {
  label: string;
  to: string;
  Icon: ComponentType<{ size: number; 'aria-hidden': 'true' }>;
}

const learn: Place = { label: 'Learn', to: paths.learn, Icon: Brain };
const search: Place = { label: 'Search', to: paths.search(), Icon: Search };

const forReaders: Place[] = [subjects, cards, chains, learn, search];

const forCreators: Place[] = [
  { label: 'Create', to: paths.createCard, Icon: SquarePlus },
  subjects,
  learn,
  { label: 'Grow', to: paths.grow, Icon: Sprout },
  search,
];

/** The navigation on phones and tablets. Creators get their tools first. */
export function BottomBar() {
  return (
    <nav className="bottombar" aria-label="Quick access">
      <WhenCreator otherwise={<Places places={forReaders} />}>
        <Places places={forCreators} />
      </WhenCreator>
    </nav>
  );
}

function Places({ places }: { places: readonly Place[] }) {
  return (
    <ul>
      {places.map(({ label, to, Icon }) => (
        <li key={to}>
          <NavLink to={to}>
            <Icon size={22} aria-hidden="true" />
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
