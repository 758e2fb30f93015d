/**
 * Every key of the query cache. What depends on the viewer has the viewer's id in its key, because another user may
 * sign in to the same tab.
 */
export const queryKeys = {
  /** A card's newest comments as the viewer sees them; the card itself is an entity. */
  card: (userId: number, cardId: number) => ['card', userId, cardId],
  comments: (userId: number, cardId: number) => ['comments', userId, cardId],
  pinnedCard: (cardId: number) => ['pinned card', cardId],
  feed: (userId: number) => ['feed', userId],
  feedTop: (userId: number) => ['feed top', userId],
  latestCards: () => ['latest cards'],
  myCards: (userId: number) => ['my cards', userId],
  drafts: (userId: number) => ['drafts', userId],
  draft: (userId: number, cardId: number) => ['draft', userId, cardId],
  cardsToAdd: (userId: number, q: string) => ['cards to add', userId, q],

  /** Marks that the viewer's fields of a chain or subject are loaded; they are in the entity. */
  viewerFields: (userId: number, kind: 'chain' | 'subject', id: number) => [
    'viewer fields',
    userId,
    kind,
    id,
  ],
  chain: (userId: number, chainId: string) => ['chain', userId, chainId],
  chainCards: (userId: number, chainId: number) => ['cards of chain', userId, chainId],
  myChains: (userId: number) => ['my chains', userId],
  myChainsInOrder: (userId: number) => ['my chains in order', userId],
  subject: (userId: number, subjectId: string) => ['subject', userId, subjectId],
  subjectChapters: (userId: number, subjectId: number) => ['chapters of subject', userId, subjectId],
  suggestedSubjects: (userId: number) => ['suggested subjects', userId],
  mySubjects: (userId: number) => ['my subjects', userId],
  mySubjectsInOrder: (userId: number) => ['my subjects in order', userId],

  /** The prefix of all answers with users, so that a change of one user can be applied to all of them. */
  allUsers: () => ['users'],
  users: (viewerId: number, ...parts: (string | number)[]) => ['users', viewerId, ...parts],

  revisions: (userId: number, cardId: number) => ['revisions', userId, cardId],
  /** The prefix of all lists of suggestions. */
  allSuggestions: (userId: number) => ['suggestions', userId],
  cardSuggestions: (userId: number, cardId: number) => ['suggestions', userId, 'card', cardId],
  suggestions: (userId: number, box: 'received' | 'sent') => ['suggestions', userId, box],
  /** The prefix of all changes of originals. */
  allRemixChanges: () => ['remix changes'],
  remixChanges: (userId: number, kind: 'card' | 'chain', id: number) => ['remix changes', userId, kind, id],
  /** The prefix of the pages of saved content. */
  allSaved: (userId: number) => ['saved', userId],
  saved: (userId: number, listId: number | undefined) => ['saved', userId, listId ?? 'all'],
  savedState: (userId: number, kind: string, id: number) => ['saved state', userId, kind, id],
  savedLists: (userId: number) => ['saved lists', userId],
  chainChoices: (userId: number, cardId: number) => ['chain choices', userId, cardId],
  /** The actors of a notice are users, so the key has their prefix. */
  notices: (userId: number, ...kind: string[]) => ['users', userId, 'notices', ...kind],
  mutes: (userId: number) => ['users', userId, 'mutes'],
  /** The prefix of what the user follows. */
  allFollows: (userId: number) => ['follows', userId],
  follows: (userId: number) => ['follows', userId, 'list'],
  followLevel: (userId: number, kind: string, id: number) => ['follows', userId, kind, id],
  noticeSettings: (userId: number) => ['notice settings', userId],

  statements: (userId: number) => ['statements', userId],
  hiddenAt: (userId: number, pathname: string) => ['hidden at', userId, pathname],
  ownReports: (userId: number) => ['own reports', userId],
  /** The prefix of the queue and of single cases. */
  allCases: () => ['cases'],
  casesIn: (state: string) => ['cases', 'in', state],
  case: (caseId: number) => ['cases', 'case', caseId],
  userRecord: (userId: number) => ['users', 'record', userId],

  contacts: (userId: number) => ['contacts', userId],
  sessions: (userId: number) => ['sessions', userId],
  factors: (userId: number) => ['factors', userId],
  tokens: (userId: number) => ['tokens', userId],
  learning: (userId: number) => ['learning', userId],
  learningForecast: (userId: number) => ['learning forecast', userId],
  reviewSession: (userId: number) => ['review session', userId],
  allTopics: () => ['topics'],
  myTopics: (userId: number) => ['topics', 'mine', userId],
  topics: (userId: number, q: string, retired: boolean) => ['topics', 'all', userId, q, retired],

  usersOfRoles: () => ['users', 'role'],
  usersOfRole: (role: string) => ['users', 'role', role],
  allCreators: () => ['users', 'role', 'kCreator', 'all'],
  creatorRequests: () => ['creator requests'],
  allAudits: () => ['audit'],
  audit: (signIns: boolean) => ['audit', signIns],
  feedback: () => ['feedback'],
};
