import type { UserModel } from '@gyan/contract/users.ts';
import { signOut } from '#features/session/actions.ts';
import { isAdmin, isCreator } from '#features/session/store.ts';
import { CardIcon, ChainIcon, SubjectIcon } from '#features/tiles/Icons.tsx';
import { paths } from '#lib/paths.ts';
import type { MenuGroup } from '#ui/Menu.tsx';
import { chooseTheme, type Theme } from '#ui/theme.ts';

const trendingCards = { label: 'Trending Cards', to: paths.trendingCards };
const trendingChains = { label: 'Trending Chains', to: paths.trendingChains };
const latestCards = { label: 'Latest Cards', to: paths.latestCards };

export function trendingMenu(user: UserModel | undefined): MenuGroup[] {
  const items = [
    { ...trendingCards, icon: <CardIcon size={20} /> },
    { ...trendingChains, icon: <ChainIcon size={20} /> },
    { label: 'Trending Subjects', to: paths.trendingSubjects, icon: <SubjectIcon size={20} /> },
  ];
  const latest = { ...latestCards, icon: <CardIcon size={20} /> };
  return [{ items: user && isAdmin(user) ? [...items, latest] : items }];
}

/** Places of the wide top bar that the bottom bar of this user does not have. */
const placesOnNarrowScreens = (user: UserModel): MenuGroup => ({
  items: [
    { label: 'Home', to: paths.feed },
    ...(isCreator(user)
      ? [trendingCards, trendingChains]
      : [
          { label: 'Grow', to: paths.grow },
          { label: 'Create', to: paths.createCard },
        ]),
    ...(isAdmin(user) ? [latestCards] : []),
  ],
});

const mine = (userId: number): MenuGroup => ({
  items: [
    { label: 'My Profile', to: paths.profile(userId) },
    { label: 'My Network', to: paths.network },
    { label: 'My Cards', to: paths.myCards },
    { label: 'My Chains', to: paths.myChains },
    { label: 'My Subjects', to: paths.subjects },
    { label: 'My Topics', to: paths.myTopics },
    { label: 'Saved', to: paths.saved },
    { label: 'Suggestions', to: paths.suggestions },
  ],
});

const adminOnly: MenuGroup = {
  label: 'Admin',
  items: [
    { label: 'Moderation', to: paths.moderation },
    { label: 'Admin Create Topic', to: paths.adminCreateTopic },
    { label: 'Admin Select Topics', to: paths.selectTopics },
    { label: 'Admin List Topics', to: paths.adminTopics },
    { label: 'Admin Load Chains', to: paths.adminLoadChains },
    { label: 'Admin Search for Users', to: paths.adminSearchUsers },
    { label: 'Admin List Users', to: paths.adminUsers },
  ],
};

const account: MenuGroup = {
  items: [
    { label: 'Decisions', to: paths.statements() },
    { label: 'Settings', to: paths.settings },
    { label: 'Logout', onSelect: () => void signOut() },
  ],
};

const themes: { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
];

const themeChoice = (theme: Theme): MenuGroup => ({
  label: 'Theme',
  inRow: true,
  items: themes.map(({ value, label }) => ({
    label,
    checked: theme === value,
    onSelect: () => chooseTheme(value),
  })),
});

export function accountMenu(
  user: UserModel | undefined,
  { wide, theme }: { wide: boolean; theme: Theme },
): MenuGroup[] {
  if (user === undefined) return [];
  return [
    ...(wide ? [] : [placesOnNarrowScreens(user)]),
    mine(user.userId),
    ...(isAdmin(user) ? [adminOnly] : []),
    themeChoice(theme),
    account,
  ];
}
