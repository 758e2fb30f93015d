/** Size limits of input for server and web app, in bytes, pixels or levels of nesting. */
export const inputLimits = {
  jsonBytes: 64 * 1024,
  multipartBytes: 8 * 1024 * 1024,
  contactsBytes: 2 * 1024 * 1024,
  imageBytes: 6 * 1024 * 1024,
  imagePixels: 25_000_000,
  richTextBytes: 64 * 1024,
  richTextDepth: 100,
  jsonDepth: 20,
  headerBytes: 16 * 1024,
  urlBytes: 8 * 1024,
} as const;

/** Maximum lengths of texts, in code points. */
export const lengths = {
  personName: 100,
  bio: 300,
  email: 254,
  passwordMin: 6,
  passwordMax: 128,
  token: 512,
  identityToken: 16 * 1024,
  url: 2048,
  title: 200,
  desc: 2000,
  cardText: 20_000,
  tags: 500,
  altText: 500,
  source: 500,
  note: 500,
  listTitle: 80,
  tokenName: 80,
  comment: 4000,
  topicName: 80,
  prompt: 4000,
  promptQuestion: 500,
  promptAnswer: 500,
  modelName: 100,
  query: 200,
  message: 5000,
  objectName: 200,
} as const;

/** Length of a card's label in an outline, in code points. */
export const treeLabelLength = 80;

/** Matches of a search are counted up to this number. */
export const mostCounted = 50;

/** How many lists of saved content a user can have. */
export const mostSavedLists = 100;

/** How many API tokens a user can have. */
export const mostTokens = 20;

/** How many passkeys and authenticator apps a user can have. */
export const mostFactors = 20;

/** How many cards of a chain can be copied at once. */
export const mostCopiedCards = 200;

/** People that a comment can mention. */
export const mostMentions = 10;

/** Items per page. */
export const pageSizes = {
  feed: 7,
  profile: 7,
  latest: 7,
  chain: 7,
  /** Chains and subjects, and cards on the member's page. */
  trending: 7,
  trendingCards: 8,
  myCards: 8,
  myLists: 7,
  search: 7,
  landing: 4,
  notices: 20,
  /** Connections and requests. */
  network: 50,
} as const;

/** From this sign-up of an address within the time of its budget on, the browser has to work. */
export const firstSignUpWithWork = 20;

export interface Budget {
  points: number;
  seconds: number;
}

const minutes = (n: number) => n * 60;
const hours = (n: number) => n * 3600;

/** Default rate limits, by what they count. Visitors count only against `address`, where a limit has one. */
export const limits = {
  general: {
    user: { points: 600, seconds: minutes(1) },
    address: { points: 6_000, seconds: minutes(1) },
  },
  signIn: {
    account: { points: 5, seconds: minutes(10) },
    address: { points: 100, seconds: minutes(10) },
  },
  /** Requests for passkeys, and changes of factors, each of which sends an e-mail. */
  factors: {
    user: { points: 60, seconds: hours(1) },
    address: { points: 600, seconds: minutes(10) },
  },
  register: { address: { points: 60, seconds: hours(1) } },
  verifyEmail: { address: { points: 100, seconds: minutes(10) } },
  resetPassword: { address: { points: 100, seconds: minutes(10) } },
  resetAndResend: {
    account: { points: 5, seconds: minutes(30) },
    address: { points: 100, seconds: minutes(10) },
  },
  invitations: {
    user: { points: 10, seconds: hours(1) },
    userDaily: { points: 50, seconds: hours(24) },
    account: { points: 3, seconds: hours(24) },
  },
  /**
   * E-mails (sign-up, reset, invitation, request) to one mailbox. Above it they are not sent, and no request
   * is refused.
   */
  mailbox: {
    hourly: { points: 3, seconds: hours(1) },
    daily: { points: 10, seconds: hours(24) },
  },
  ai: { user: { points: 20, seconds: hours(1) } },
  videoMetadata: { user: { points: 30, seconds: minutes(1) } },
  comments: { user: { points: 10, seconds: minutes(1) } },
  cards: { user: { points: 30, seconds: hours(1) } },
  /** Saves of existing cards, most of them automatic while the author types. */
  edits: { user: { points: 60, seconds: minutes(1) } },
  likes: { user: { points: 60, seconds: minutes(1) } },
  reviews: { user: { points: 60, seconds: minutes(1) } },
  uploads: { user: { points: 30, seconds: minutes(30) } },
  search: {
    user: { points: 120, seconds: minutes(1) },
    address: { points: 600, seconds: minutes(1) },
  },
  /** Per day. */
  reports: { user: { points: 20, seconds: hours(24) } },
  visitorReports: {
    account: { points: 5, seconds: hours(24) },
    address: { points: 5, seconds: hours(24) },
  },
  feedback: { address: { points: 20, seconds: hours(1) } },
} as const satisfies Record<
  string,
  Partial<Record<'address' | 'account' | 'user' | 'userDaily' | 'hourly' | 'daily', Budget>>
>;

export type LimitName = keyof typeof limits;

/** The same limits with values that the operator can configure. */
export type Limits = { [Name in LimitName]: { [By in keyof (typeof limits)[Name]]: Budget } };

/** Limits that only failed attempts use up; the domain itself counts them. */
export const failuresOnly: ReadonlySet<LimitName> = new Set(['signIn']);
