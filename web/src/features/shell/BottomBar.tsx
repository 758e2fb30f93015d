import {
  Brain,
  Library,
  type LucideIcon,
  Search,
  Sprout,
  SquarePlus,
  StickyNote,
  Waypoints,
} from 'lucide-react';
import { WhenCreator } from '#features/session/WhenViewer.tsx';
import { paths } from '#lib/paths.ts';
import { NavLink } from '#ui/NavLink.tsx';

interface Place {
  label: string;
  to: string;
  Icon: LucideIcon;
}

const subjects: Place = { label: 'Subjects', to: paths.subjects, Icon: Library };
const search: Place = { label: 'Search', to: paths.search(), Icon: Search };

const learn: Place = { label: 'Learn', to: paths.learn, Icon: Brain };

const readerItems: Place[] = [
  subjects,
  learn,
  { label: 'Cards', to: paths.cards, Icon: StickyNote },
  { label: 'Chains', to: paths.trendingChains, Icon: Waypoints },
  search,
];

const forCreators: Place[] = [
  { label: 'Create', to: paths.createCard, Icon: SquarePlus },
  subjects,
  learn,
  { label: 'Grow', to: paths.grow, Icon: Sprout },
  search,
];

/** The navigation on phones. Creators get their tools first. */
export function BottomBar() {
  return (
    <nav className="bottombar" aria-label="Quick access">
      <WhenCreator otherwise={<Places places={readerItems} />}>
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
