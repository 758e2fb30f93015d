import type { UserModel } from '@gyan/contract/users.ts';
import { signOut } from '#features/session/actions.ts';
import { isAdmin } from '#features/session/store.ts';
import { paths } from '#lib/paths.ts';
import type { MenuGroup } from '#ui/Menu.tsx';

export function trendingMenu(user: UserModel | undefined): MenuGroup[] {
  const items = [
    { label: 'Trending Cards', to: paths.trendingCards },
    { label: 'Trending Chains', to: paths.trendingChains },
    { label: 'Trending Subjects', to: paths.trendingSubjects },
  ];
  return [
    { items: user && isAdmin(user) ? [...items, { label: 'Latest Cards', to: paths.latestCards }] : items },
  ];
}

const mine = (userId: number): MenuGroup => ({
  items: [
    { label: 'My Profile', to: paths.profile(userId) },
    { label: 'My Network', to: paths.network },
    { label: 'My Cards', to: paths.myCards },
    { label: 'My Chains', to: paths.myChains },
    { label: 'My Subjects', to: paths.subjects },
    { label: 'My Topics', to: paths.myTopics },
  ],
});

const adminOnly: MenuGroup = {
  label: 'Admin',
  items: [
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
    { label: 'Settings', to: paths.settings },
    { label: 'Logout', onSelect: () => void signOut() },
  ],
};

export function accountMenu(user: UserModel | undefined): MenuGroup[] {
  if (user === undefined) return [];
  return [mine(user.userId), ...(isAdmin(user) ? [adminOnly] : []), account];
}
