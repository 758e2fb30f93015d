import type { RouteObject } from 'react-router';
import { PageError, RootError } from '#features/shell/PageError.tsx';
import { Shell } from '#features/shell/Shell.tsx';
import { notFoundProblem } from '#lib/api-problem.ts';
import { loadPage, type PageHandle } from '#lib/page.ts';
import { paths, patterns } from '#lib/paths.ts';
import { bounded } from '#lib/sleeping-page.tsx';

type Load = PageHandle['load'];

const titles = {
  landing: 'Gyan: learn by seeing',
  cards: 'Trending Gyan Cards',
  chains: 'My Chains',
  topics: 'My Topics',
  reset: 'Reset password',
};

type Options = Pick<PageHandle, 'noindex' | 'sleeps' | 'acts' | 'admin' | 'private'>;

const noData = () => null;

function page(path: string, title: string, file: string, load: Load, options: Options = {}): RouteObject {
  const handle: PageHandle = { title, file, load, ...options };
  return {
    path,
    handle,
    ErrorBoundary: PageError,
    lazy: async () => {
      const { Page, loader } = await loadPage(handle);
      // Where the page sleeps, the browser cannot know yet whether it has a loader; so it always has.
      return options.sleeps
        ? { Component: bounded(Page), loader: loader ?? noData }
        : { Component: Page, loader };
    },
  };
}

/** A page that is there to be read first. */
const reading = (path: string, title: string, file: string, load: Load) =>
  page(path, title, file, load, { sleeps: true });

/** A page to fill in; what its form needs comes when somebody goes for it. */
const form = (path: string, title: string, file: string, load: Load, acts?: PageHandle['acts']) =>
  page(path, title, file, load, { noindex: true, sleeps: true, acts });

const landing: Load = () => import('#pages/LandingPage.tsx');
const cards: Load = () => import('#pages/TrendingCardsPage.tsx');
const myTopics: Load = () => import('#pages/MyTopicsPage.tsx');
const chains: Load = () => import('#pages/MyChainsPage.tsx');

const publicPages: RouteObject[] = [
  reading(paths.landing, titles.landing, 'LandingPage', landing),
  reading(paths.landingAlternate, titles.landing, 'LandingPage', landing),
  reading(paths.cards, titles.cards, 'TrendingCardsPage', cards),
  reading(paths.trendingCards, titles.cards, 'TrendingCardsPage', cards),
  reading(
    paths.trendingChains,
    'Trending Gyan Chains',
    'TrendingChainsPage',
    () => import('#pages/TrendingChainsPage.tsx'),
  ),
  reading(
    paths.trendingSubjects,
    'Trending Subjects',
    'TrendingSubjectsPage',
    () => import('#pages/TrendingSubjectsPage.tsx'),
  ),
  reading(paths.subjects, 'Subjects', 'SubjectsPage', () => import('#pages/SubjectsPage.tsx')),
  reading(patterns.card, 'Card', 'CardPage', () => import('#pages/CardPage.tsx')),
  reading(patterns.chain, 'Chain', 'ChainPage', () => import('#pages/ChainPage.tsx')),
  reading(patterns.subject, 'Subject', 'SubjectPage', () => import('#pages/SubjectPage.tsx')),
  reading(patterns.profile, 'Profile', 'ProfilePage', () => import('#pages/ProfilePage.tsx')),
  reading(paths.privacy, 'Privacy', 'PrivacyPage', () => import('#pages/PrivacyPage.tsx')),
  reading(paths.terms, 'Terms', 'TermsPage', () => import('#pages/TermsPage.tsx')),
  page(patterns.search, 'Search', 'SearchPage', () => import('#pages/SearchPage.tsx'), {
    noindex: true,
    sleeps: true,
  }),
  form(
    patterns.login,
    'Login',
    'LoginPage',
    () => import('#pages/LoginPage.tsx'),
    (search) => search.has('state'),
  ),
  form(paths.register, 'Register', 'RegisterPage', () => import('#pages/RegisterPage.tsx')),
  form(
    paths.verifyEmail,
    'Verify email',
    'VerifyEmailPage',
    () => import('#pages/VerifyEmailPage.tsx'),
    (search) => search.has('rt'),
  ),
  form(
    paths.resetPasswordRequest,
    titles.reset,
    'ResetPasswordRequestPage',
    () => import('#pages/ResetPasswordRequestPage.tsx'),
  ),
  form(paths.resetPassword, titles.reset, 'ResetPasswordPage', () => import('#pages/ResetPasswordPage.tsx')),
  page(paths.interests, 'Interests', 'InterestsPage', () => import('#pages/InterestsPage.tsx'), {
    noindex: true,
  }),
  form(
    paths.acceptConnection,
    'Accept connection request',
    'AcceptConnectionPage',
    () => import('#pages/AcceptConnectionPage.tsx'),
    (search) => search.has('t'),
  ),
  form(
    paths.acceptInvitation,
    'Accept invitation',
    'AcceptInvitationPage',
    () => import('#pages/AcceptInvitationPage.tsx'),
    (search) => search.has('t'),
  ),
];

const privatePages: RouteObject[] = [
  page(paths.feed, 'Feed', 'FeedPage', () => import('#pages/FeedPage.tsx'), { private: true }),
  page(paths.settings, 'Settings', 'SettingsPage', () => import('#pages/SettingsPage.tsx'), {
    private: true,
  }),
  page(paths.createCard, 'Create Card', 'CreateCardPage', () => import('#pages/CreateCardPage.tsx'), {
    private: true,
  }),
  page(
    paths.createSubject,
    'Create Subject',
    'CreateSubjectPage',
    () => import('#pages/CreateSubjectPage.tsx'),
    {
      private: true,
    },
  ),
  page(paths.editSubjects, 'Edit Subjects', 'EditSubjectsPage', () => import('#pages/EditSubjectsPage.tsx'), {
    private: true,
  }),
  page(patterns.editSubject, 'Edit Chapters', 'EditSubjectPage', () => import('#pages/EditSubjectPage.tsx'), {
    private: true,
  }),
  page(patterns.createChain, 'Create Chain', 'CreateChainPage', () => import('#pages/CreateChainPage.tsx'), {
    private: true,
  }),
  page(paths.editChains, 'Edit Chains', 'EditChainsPage', () => import('#pages/EditChainsPage.tsx'), {
    private: true,
  }),
  page(patterns.editChain, 'Edit Cards', 'EditChainPage', () => import('#pages/EditChainPage.tsx'), {
    private: true,
  }),
  page(paths.myChains, titles.chains, 'MyChainsPage', chains, { private: true }),
  page(paths.myChainsList, titles.chains, 'MyChainsPage', chains, { private: true }),
  page(paths.myCards, 'My Gyan Cards', 'MyCardsPage', () => import('#pages/MyCardsPage.tsx'), {
    private: true,
  }),
  page(paths.grow, 'Grow', 'GrowPage', () => import('#pages/GrowPage.tsx'), { private: true }),
  page(paths.network, 'My Network', 'NetworkPage', () => import('#pages/NetworkPage.tsx'), { private: true }),
  page(paths.selectTopics, 'Choose topics', 'SelectTopicsPage', () => import('#pages/SelectTopicsPage.tsx'), {
    private: true,
  }),
  page(paths.myTopics, titles.topics, 'MyTopicsPage', myTopics, { private: true }),
  page(paths.myTopicsAlternate, titles.topics, 'MyTopicsPage', myTopics, { private: true }),
  page(
    paths.latestCards,
    'Latest Gyan Cards',
    'LatestCardsPage',
    () => import('#pages/LatestCardsPage.tsx'),
    {
      private: true,
      admin: true,
    },
  ),
  page(
    paths.adminUsers,
    'Users with role assignments',
    'AdminUsersPage',
    () => import('#pages/AdminUsersPage.tsx'),
    { private: true, admin: true },
  ),
  page(
    paths.adminSearchUsers,
    'Role assignment',
    'AdminSearchUsersPage',
    () => import('#pages/AdminSearchUsersPage.tsx'),
    { private: true, admin: true },
  ),
  page(
    paths.adminCreateTopic,
    'Create topic',
    'AdminCreateTopicPage',
    () => import('#pages/AdminCreateTopicPage.tsx'),
    { private: true, admin: true },
  ),
  page(paths.adminTopics, 'Topics', 'AdminTopicsPage', () => import('#pages/AdminTopicsPage.tsx'), {
    private: true,
    admin: true,
  }),
  page(
    paths.adminLoadChains,
    'Load Chains',
    'AdminLoadChainsPage',
    () => import('#pages/AdminLoadChainsPage.tsx'),
    { private: true, admin: true },
  ),
];

const privateArea: RouteObject = {
  lazy: async () => ({ Component: (await import('#features/shell/PrivateArea.tsx')).PrivateArea }),
  children: privatePages,
};

const developmentPages: RouteObject[] = import.meta.env.DEV
  ? [
      page(
        paths.devGallery,
        'Components',
        'DevGallery',
        async () => ({ Page: (await import('#pages/DevGallery.tsx')).DevGallery }),
        { noindex: true },
      ),
    ]
  : [];

/** Never seen: its loader always refuses. */
const Nothing = () => null;

const anythingElse: RouteObject = {
  path: '*',
  Component: Nothing,
  ErrorBoundary: PageError,
  loader: () => {
    throw notFoundProblem('There is nothing at this address.');
  },
};

/** Every address of the site. */
export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: Shell,
    ErrorBoundary: RootError,
    children: [...publicPages, privateArea, ...developmentPages, anythingElse],
  },
];
