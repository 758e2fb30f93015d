import type * as z from 'zod/mini';
import { accountCalls } from './account.ts';
import { aiCalls } from './ai.ts';
import { auditCalls } from './audit.ts';
import { authCalls } from './auth.ts';
import type { Call } from './call.ts';
import { cardCalls } from './cards.ts';
import { chainCalls } from './chains.ts';
import { challengeCalls } from './challenges.ts';
import { commentCalls } from './comments.ts';
import { connectionCalls } from './connections.ts';
import { creatorRequestCalls } from './creator-requests.ts';
import { draftCalls } from './drafts.ts';
import { factorCalls } from './factors.ts';
import { feedCalls } from './feed.ts';
import { feedbackCalls } from './feedback.ts';
import { fileCalls } from './files.ts';
import { invitationCalls } from './invitations.ts';
import { learningCalls } from './learning.ts';
import { likeCalls } from './likes.ts';
import { linkCalls } from './links.ts';
import { mergeCalls } from './merge.ts';
import { moderationCalls } from './moderation.ts';
import { noticeCalls } from './notices.ts';
import { profileCalls } from './profiles.ts';
import { promptCalls } from './prompts.ts';
import { remixCalls } from './remixes.ts';
import { revisionCalls } from './revisions.ts';
import { savedCalls } from './saved.ts';
import { searchCalls } from './search.ts';
import { subjectCalls } from './subjects.ts';
import { suggestionCalls } from './suggestions.ts';
import { tokenCalls } from './tokens.ts';
import { topicCalls } from './topics.ts';
import { userCalls } from './users.ts';
import { videoCalls } from './video.ts';

export const calls = mergeCalls(
  authCalls,
  challengeCalls,
  accountCalls,
  factorCalls,
  tokenCalls,
  userCalls,
  profileCalls,
  connectionCalls,
  invitationCalls,
  topicCalls,
  cardCalls,
  draftCalls,
  revisionCalls,
  remixCalls,
  suggestionCalls,
  savedCalls,
  videoCalls,
  aiCalls,
  commentCalls,
  likeCalls,
  chainCalls,
  subjectCalls,
  linkCalls,
  learningCalls,
  promptCalls,
  fileCalls,
  feedCalls,
  noticeCalls,
  searchCalls,
  feedbackCalls,
  creatorRequestCalls,
  auditCalls,
  moderationCalls,
);

export type Calls = typeof calls;

/** The name of an existing call, as in `GET /post`. */
export type CallName = keyof Calls;

type Part<K extends CallName, P extends keyof Call> = P extends keyof Calls[K] ? Calls[K][P] : undefined;
type Input<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined;
type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;

/** The input type, as the client writes it. */
export type QueryOf<K extends CallName> = Input<Part<K, 'query'>>;
export type BodyOf<K extends CallName> = Input<Part<K, 'body'>>;

/** The output type, as the server gets it after validation. */
export type ParsedQuery<K extends CallName> = Output<Part<K, 'query'>>;
export type ParsedBody<K extends CallName> = Output<Part<K, 'body'>>;

export type AnswerOf<K extends CallName> = Output<Part<K, 'answer'>>;

/** The encoding of a call's body; undefined for a call without one. */
export type EncodingOf<K extends CallName> = 'body' extends keyof Calls[K]
  ? Part<K, 'encoding'> extends 'multipart'
    ? 'multipart'
    : 'json'
  : undefined;
