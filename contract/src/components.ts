import * as z from 'zod/mini';
import { SessionModel } from './account.ts';
import { GeneratedContent } from './ai.ts';
import { AuditModel } from './audit.ts';
import { SignedIn } from './auth.ts';
import { PostDetail, PostFeedItemModel, PostModel } from './cards.ts';
import { ChapterModel } from './chains.ts';
import { CommentModel } from './comments.ts';
import { ConnModel, ConnReqModel } from './connections.ts';
import { CreatorRequestModel } from './creator-requests.ts';
import { Problem } from './errors.ts';
import { FactorModel } from './factors.ts';
import { ChapterFeedItemModel, FeedItemModel, SubjectFeedItemModel } from './feed.ts';
import { FeedbackModel } from './feedback.ts';
import { ImportPreview, JobModel } from './files.ts';
import { EmailSuggestionModel, UserSuggestionModel } from './invitations.ts';
import { MemoryModel, ReviewItemModel, StudyModel } from './learning.ts';
import { LikeState } from './likes.ts';
import { LinkState } from './links.ts';
import {
  ActModel,
  ActOnObjectModel,
  AppealModel,
  CaseModel,
  OwnReportModel,
  ReportModel,
  StatementModel,
} from './moderation.ts';
import { FollowModel, NoticeModel } from './notices.ts';
import { PhotoModel } from './photos.ts';
import { PromptModel } from './prompts.ts';
import { RevisionModel } from './revisions.ts';
import { SavedItemModel, SavedListModel } from './saved.ts';
import { RegionModel, Scene } from './scenes.ts';
import { SearchCountModel, TagModel } from './search.ts';
import { SubjectModel } from './subjects.ts';
import { SuggestionModel } from './suggestions.ts';
import { TokenModel } from './tokens.ts';
import { TopicModel } from './topics.ts';
import { UserModel } from './users.ts';

const named = {
  UserModel,
  CaseModel,
  ReportModel,
  OwnReportModel,
  ActModel,
  ActOnObjectModel,
  StatementModel,
  AppealModel,
  SignedIn,
  SessionModel,
  FactorModel,
  TokenModel,
  PhotoModel,
  PostModel,
  PostDetail,
  CommentModel,
  ChapterModel,
  SubjectModel,
  TopicModel,
  TagModel,
  SearchCountModel,
  FeedItemModel,
  PostFeedItemModel,
  ChapterFeedItemModel,
  SubjectFeedItemModel,
  ConnModel,
  ConnReqModel,
  EmailSuggestionModel,
  UserSuggestionModel,
  LikeState,
  LinkState,
  StudyModel,
  MemoryModel,
  ReviewItemModel,
  PromptModel,
  ImportPreview,
  JobModel,
  RegionModel,
  Scene,
  RevisionModel,
  SuggestionModel,
  SavedItemModel,
  SavedListModel,
  NoticeModel,
  FollowModel,
  GeneratedContent,
  FeedbackModel,
  CreatorRequestModel,
  AuditModel,
  Problem,
};

/**
 * Names of the models for the OpenAPI generator. A separate registry, filled here and not beside each model,
 * so that form schemas in the browser do not import it.
 */
export const components = z.registry<{ id: string }>();
for (const [id, model] of Object.entries(named)) components.add(model, { id });
