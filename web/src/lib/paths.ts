/** All URLs of the site and its API are built here. */

const withQuery = (path: string, query: Record<string, string | number | undefined>) => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
};

const segment = (value: string | number) => encodeURIComponent(String(value));

export const apiBase = '/api/v1';

export const paths = {
  landing: '/',
  landingAlternate: '/land1',
  feed: '/feed',
  login: (returnUrl?: string) => withQuery('/login', { returnUrl }),
  register: '/register',
  verifyEmail: '/ve',
  resetPassword: '/rp',
  resetPasswordRequest: '/rpr',
  notMe: '/nm',
  confirmEmail: '/ce',
  settings: '/set',
  settingsTab: (tab: string) => withQuery('/set', { tab }),
  /** `place` is the chain or subject the user came from: `ch-12`, `sub-3`. */
  card: (urlText: string, place?: string) => withQuery(`/pd/${segment(urlText)}`, { in: place }),
  search: (q?: string, tab?: string) => withQuery('/psl', { q, t: tab === 'cards' ? undefined : tab }),
  profile: (userId: number) => `/up/${segment(userId)}`,
  profileTab: (userId: number, tab: string) => withQuery(`/up/${segment(userId)}`, { tab }),
  /** `card` is the open card; `chapter` is needed only if the card is in several chapters. */
  subject: (subjectId: number, card?: string, chapter?: number) =>
    withQuery(`/sub/${segment(subjectId)}`, { chapter, card }),
  subjects: '/lsv',
  createSubject: '/csv',
  editSubjects: '/esv',
  editSubject: (subjectId: number) => `/scev/${segment(subjectId)}`,
  createChain: (subjectId?: number) => withQuery('/ccv', { sub: subjectId }),
  editChains: '/ecv',
  editChain: (chainId: number, subjectTitle?: string) =>
    withQuery(`/ecpv/${segment(chainId)}`, { sub: subjectTitle }),
  /** With a card, the chain opens at this card. */
  chain: (chainId: number, card?: string) => withQuery(`/ch/${segment(chainId)}`, { card }),
  /** The page after the last card: a summary, and what to read next. */
  chainEnd: (chainId: number) => withQuery(`/ch/${segment(chainId)}`, { end: 1 }),
  subjectEnd: (subjectId: number) => withQuery(`/sub/${segment(subjectId)}`, { end: 1 }),
  /** With a kind only the notices of this kind. */
  notices: (kind?: string) => withQuery('/notices', { kind }),
  unsubscribe: '/unsubscribe',
  /** The form of the page without JavaScript, and mail programs, post to the same path. */
  unsubscribeBy: (t: string) => withQuery('/unsubscribe', { t }),
  learn: '/learn',
  review: '/learn/review',
  createCard: '/cp',
  /** Goes on with a draft. */
  editDraft: (cardId: number) => withQuery('/cp', { draft: cardId }),
  saved: '/saved',
  savedList: (listId: number) => withQuery('/saved', { list: listId }),
  suggestions: '/suggestions',
  sentSuggestions: '/suggestions?tab=sent',
  cards: '/tns',
  trendingCards: '/tgp',
  trendingChains: '/tgc',
  trendingSubjects: '/tgg',
  latestCards: '/lgp',
  myChains: '/mgc',
  myChainsList: '/lgc',
  myCards: '/mgp',
  myDrafts: '/mgp?tab=drafts',
  grow: '/inv',
  growTab: (tab: string) => withQuery('/inv', { tab }),
  growSearch: (q: string) => withQuery('/inv', { tab: 'search', q }),
  network: '/conns',
  networkTab: (tab: string) => withQuery('/conns', { tab }),
  acceptConnection: '/acr',
  acceptInvitation: '/aei',
  adminUsers: '/ul',
  adminUsersTab: (tab: string) => withQuery('/ul', { tab }),
  adminSearchUsers: '/us',
  adminSearch: (q: string) => withQuery('/us', { q }),
  adminCreateTopic: '/ctv',
  adminTopics: '/lcv',
  adminLoadChains: '/alc',
  selectTopics: '/stv',
  myTopics: '/ltv',
  myTopicsAlternate: '/utv',
  myTopicsTab: (tab: string) => withQuery('/ltv', { tab }),
  interests: '/uiv',
  /** The picture of a page in link previews; `page` is the first part of its path. */
  shareImage: (page: 'pd' | 'ch' | 'sub' | 'up', id: number) => `/share/${page}/${id}.jpg`,
  privacy: '/privacy',
  terms: '/terms',
  /** What is welcome, and what happens when it is not. */
  rules: '/rules',
  /** The report form for everybody; `of` is the path of what is reported. */
  report: (of?: string) => withQuery('/report', { of }),
  /** Decisions of admins about the viewer, and the viewer's reports. */
  statements: (tab?: string) => withQuery('/statements', { tab }),
  statement: (actId: number) => `/statements#act-${actId}`,
  moderation: '/mod',
  moderationCase: (caseId?: number, state?: string) =>
    withQuery('/mod', { state: state === 'open' ? undefined : state, case: caseId }),
  userRecord: (userId: number) => `/mod/user/${segment(userId)}`,
  /** What the licences of cards allow; with a licence, this one. */
  license: (license = 'licences') => `/terms#${segment(license)}`,
  /** A page of the server: the content laid out for printing. */
  print: (kind: 'card' | 'chain' | 'subject', id: number | string) =>
    `/print/${{ card: 'pd', chain: 'ch', subject: 'sub' }[kind]}/${segment(id)}`,
  /** Kept by the service worker for when there is no network. */
  offline: '/offline',
  devGallery: '/dev/ui',
} as const;

/** The same paths as route patterns. */
export const patterns = {
  login: '/login',
  card: '/pd/:id',
  search: '/psl',
  profile: '/up/:id',
  subject: '/sub/:id',
  editSubject: '/scev/:id',
  createChain: '/ccv',
  editChain: '/ecpv/:id',
  chain: '/ch/:id',
  userRecord: '/mod/user/:id',
} as const;

/** A page of the server, not of the web app; only in the demo. */
export const demoMailbox = '/demo/mailbox';

/** The YouTube player on the host that sets no cookies before playback. */
export const videoPlayer = (videoId: string) =>
  `https://www.youtube-nocookie.com/embed/${segment(videoId)}?autoplay=1&rel=0`;
