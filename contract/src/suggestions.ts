import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { PostModel } from './cards.ts';
import { lengths } from './limits.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { FieldChange } from './revisions.ts';
import { Flag, FlagText, Id, IdInput, Nanoseconds, OptionalIdInput } from './scalars.ts';
import { checkTags } from './tags.ts';
import { clearableText, optionalText } from './text.ts';
import { UserModel } from './users.ts';

/** A change that a member proposes for another user's card. */
export const SuggestionModel = z.object({
  suggestionId: Id,
  postId: Id,
  postTitle: z.string(),
  postUrlText: z.string(),
  createdAt: Nanoseconds,
  userModel: UserModel,
  note: z.nullish(z.string()),
  state: z.enum(['open', 'accepted', 'declined']),
  /** The word of the one who decided. */
  answer: z.nullish(z.string()),
  /** The fields that it changes: before as the card is now, or was when it was decided. */
  changeVec: z.array(FieldChange),
  /** Whether the card was edited after the suggestion was made. */
  outdated: z.boolean(),
});
export type SuggestionModel = z.infer<typeof SuggestionModel>;

const tag = 'Suggestions';
const note = optionalText({ label: 'Note', max: lengths.note, lines: 'many' });

/** Omitted fields stay as they are. */
export const SuggestionForm = z.object({
  postId: IdInput,
  title: clearableText({ label: 'Card title', max: lengths.title, isName: true }),
  statusText: clearableText({ label: 'Card description', max: lengths.cardText, lines: 'many' }),
  htmlDesc: clearableText({ label: 'Card description', max: Number.POSITIVE_INFINITY, lines: 'many' }),
  tagsText: clearableText({ label: 'Tags', max: lengths.tags, isName: true }).check(checkTags),
  note,
});

export const suggestionCalls = defineCalls({
  'POST /r/suggestion': {
    summary: "Suggest a change to another user's card",
    tag,
    who: 'verified',
    body: SuggestionForm,
    answer: z.object({ suggestionModel: SuggestionModel }),
    errors: ['not_found', 'card_locked', 'conflict', 'too_large'],
    limit: 'comments',
  },
  'GET /r/suggestions': {
    summary: 'Suggestions for a card; without postId those for all my cards, with mine=true those I made',
    tag,
    who: 'verified',
    query: z.extend(PageQuery, { postId: OptionalIdInput, mine: z.optional(FlagText) }),
    answer: z.object({ suggestionModelVec: z.array(SuggestionModel), ...pageAnswer }),
    errors: ['not_found', 'forbidden'],
  },
  'PUT /r/suggestion': {
    summary: 'Accept or decline a suggestion; accepting edits the card',
    tag,
    who: 'verified',
    body: z.object({ suggestionId: IdInput, accepted: Flag, note }),
    answer: z.object({ suggestionModel: SuggestionModel, postModel: z.optional(PostModel) }),
    errors: ['not_found', 'forbidden', 'conflict', 'card_locked'],
    limit: 'edits',
  },
});
