import type { RouteObject } from 'react-router';
import { PageError, RootError } from '#features/shell/PageError.tsx';
import { Shell } from '#features/shell/Shell.tsx';
import { notFoundProblem } from '#lib/api-problem.ts';
import { loadPage, type PageHandle } from '#lib/page.ts';
import { paths, patterns } from '#lib/paths.ts';

type Load = PageHandle['load'];

const titles = {
  landing: 'Gyan: learn by seeing',
  cards: 'Trending Gyan Cards',
  chains: 'My Chains',
  topics: 'My Topics',
  reset: 'Reset password',
};

type Options = Pick<PageHandle, 'noindex' | 'admin' | 'private'>;

function page(path: string, title: string, file: string, load: Load, options: Options = {}): RouteObject {
  const handle: PageHandle = { title, file, load, ...options };
  return {
    path,
    handle,
    ErrorBoundary: PageError,
    lazy: async () => {
      const { Page, loader } = await loadPage(handle);
      return { Component: Page, loader };
    },
  };
}

/** A form page, excluded from search engines. */
const form = (path: string, title: string, file: string, load: Load) =>
  page(path, title, file, load, { noindex: true });

const landing: Load = () => import('#pages/LandingPage.tsx');
const cards: Load = () => import('#pages/TrendingCardsPage.tsx');
const myTopics: Load = () => import('#pages/MyTopicsPage.tsx');
const chains: Load = () => import('#pages/MyChainsPage.tsx');

const publicPages: RouteObject[] = [
  page(paths.landing, titles.landing, 'LandingPage', landing),
  page(paths.landingAlternate, titles.landing, 'LandingPage', landing),
  page(paths.cards, titles.cards, 'TrendingCardsPage', cards),
  page(paths.trendingCards, titles.cards, 'TrendingCardsPage', cards),
  page(
    paths.trendingChains,
    'Trending Gyan Chains',
    'TrendingChainsPage',
    () => import('#pages/TrendingChainsPage.tsx'),
  ),
  page(
    paths.trendingSubjects,
    'Trending Subjects',
    'TrendingSubjectsPage',
    () => import('#pages/TrendingSubjectsPage.tsx'),
  ),
  page(paths.subjects, 'Subjects', 'SubjectsPage', () => import('#pages/SubjectsPage.tsx')),
  page(patterns.card, 'Card', 'CardPage', () => import('#pages/CardPage.tsx')),
  page(patterns.chain, 'Chain', 'ChainPage', () => import('#pages/ChainPage.tsx')),
  page(patterns.subject, 'Subject', 'SubjectPage', () => import('#pages/SubjectPage.tsx')),
  page(patterns.profile, 'Profile', 'ProfilePage', () => import('#pages/ProfilePage.tsx')),
  page(paths.learn, 'Learn', 'LearnPage', () => import('#pages/LearnPage.tsx')),
  page(paths.privacy, 'Privacy', 'PrivacyPage', () => import('#pages/PrivacyPage.tsx')),
  page(paths.terms, 'Terms', 'TermsPage', () => import('#pages/TermsPage.tsx')),
  page(paths.rules, 'Rules', 'RulesPage', () => import('#pages/RulesPage.tsx')),
  form(paths.report(), 'Report', 'ReportPage', () => import('#pages/ReportPage.tsx')),
  page(patterns.search, 'Search', 'SearchPage', () => import('#pages/SearchPage.tsx'), {
    noindex: true,
  }),
  form(paths.offline, 'Offline', 'OfflinePage', () => import('#pages/OfflinePage.tsx')),
  form(patterns.login, 'Login', 'LoginPage', () => import('#pages/LoginPage.tsx')),
  form(paths.register, 'Register', 'RegisterPage', () => import('#pages/RegisterPage.tsx')),
  form(paths.verifyEmail, 'Verify email', 'VerifyEmailPage', () => import('#pages/VerifyEmailPage.tsx')),
  form(
    paths.resetPasswordRequest,
    titles.reset,
    'ResetPasswordRequestPage',
    () => import('#pages/ResetPasswordRequestPage.tsx'),
  ),
  form(paths.resetPassword, titles.reset, 'ResetPasswordPage', () => import('#pages/ResetPasswordPage.tsx')),
  form(paths.notMe, 'This was not me', 'NotMePage', () => import('#pages/NotMePage.tsx')),
  form(paths.confirmEmail, 'New address', 'ConfirmEmailPage', () => import('#pages/ConfirmEmailPage.tsx')),
  form(paths.unsubscribe, 'E-mails', 'UnsubscribePage', () => import('#pages/UnsubscribePage.tsx')),
  page(paths.interests, 'Interests', 'InterestsPage', () => import('#pages/InterestsPage.tsx'), {
    noindex: true,
  }),
  form(
    paths.acceptConnection,
    'Accept connection request',
    'AcceptConnectionPage',
    () => import('#pages/AcceptConnectionPage.tsx'),
  ),
  form(
    paths.acceptInvitation,
    'Accept invitation',
    'AcceptInvitationPage',
    () => import('#pages/AcceptInvitationPage.tsx'),
  ),
];

const privatePages: RouteObject[] = [
  page(paths.feed, 'Feed', 'FeedPage', () => import('#pages/FeedPage.tsx'), { private: true }),
  page(paths.review, 'Review', 'ReviewPage', () => import('#pages/ReviewPage.tsx'), { private: true }),
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
  page(paths.saved, 'Saved', 'SavedPage', () => import('#pages/SavedPage.tsx'), { private: true }),
  page(paths.suggestions, 'Suggestions', 'SuggestionsPage', () => import('#pages/SuggestionsPage.tsx'), {
    private: true,
  }),
  page(paths.notices(), 'Notices', 'NoticesPage', () => import('#pages/NoticesPage.tsx'), { private: true }),
  page(paths.statements(), 'Decisions', 'StatementsPage', () => import('#pages/StatementsPage.tsx'), {
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
  page(paths.moderation, 'Moderation', 'ModerationPage', () => import('#pages/ModerationPage.tsx'), {
    private: true,
    admin: true,
  }),
  page(patterns.userRecord, 'User record', 'UserRecordPage', () => import('#pages/UserRecordPage.tsx'), {
    private: true,
    admin: true,
  }),
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

/** Never rendered: its loader always throws. */
const Nothing = () => null;

const notFoundRoute: RouteObject = {
  path: '*',
  Component: Nothing,
  ErrorBoundary: PageError,
  loader: () => {
    throw notFoundProblem('There is nothing at this address.');
  },
};

export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: Shell,
    ErrorBoundary: RootError,
    children: [...publicPages, privateArea, ...developmentPages, notFoundRoute],
  },
];
