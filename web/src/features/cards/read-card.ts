import type { PostModel } from '@gyan/contract/cards.ts';
import { commentPage } from '#features/comments/comment-view.ts';
import { useEntity } from '#features/entities/store.ts';
import { firstWords, previewWordCount } from '#features/tiles/text.ts';
import { hiddenVisibility } from '#features/tiles/VisibilityTag.tsx';
import { ownerOf } from '#features/users/owner.ts';
import type { Api } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';
import { millisecondsOf } from '#lib/relative-time.ts';
import type { CardDetail } from './card-detail.ts';
import { cardText, firstPhoto, isGreat, originalOf } from './card-view.ts';
import { labelledPicture } from './picture-parts.ts';

/** The server always builds the player URL in this form; only the id is used. */
const videoIdOf = (embedVideoUrl: string | null | undefined) =>
  /\/embed\/([\w-]{11})$/.exec(embedVideoUrl ?? '')?.[1] ?? null;

/** The part of a card's page that comes from the card's own model. */
export const cardFields = (post: PostModel) => ({
  id: post.id,
  urlText: post.urlText,
  title: post.title,
  summary: firstWords(cardText(post), previewWordCount) || post.title,
  text: post.htmlDesc ? null : (post.text ?? null),
  html: post.htmlDesc ?? null,
  ...(post.textHtml && !post.htmlDesc ? { textHtml: post.textHtml } : {}),
  photo: firstPhoto(post, post.altText),
  videoId: videoIdOf(post.embedVideoUrl),
  ...(post.regionVec?.length ? { regions: post.regionVec } : {}),
  ai: post.type === 'kAIAssisted' || post.aiMarked ? { model: post.aiModelName ?? null } : null,
  owner: ownerOf(post.ownerModel),
  createdAt: millisecondsOf(post.createdAt),
  likeCount: post.likeCount,
  commentCount: post.commentCount,
  great: isGreat(post),
  visibility: hiddenVisibility(post),
  license: post.license,
  source: post.source ?? null,
  tags: post.tagsText?.split(' ') ?? [],
  // Lists omit the original.
  ...(post.remixOf === undefined ? {} : { original: post.remixOf && originalOf(post.remixOf) }),
});

export async function readCard(api: Api, postId: string): Promise<CardDetail> {
  const answer = await api('GET /post', { query: { postId } });
  const { postModel, chapterRefVec = [], commentModelVec, commentCursor } = answer;
  if (postModel.regionVec?.length) await labelledPicture.preload();
  return {
    ...cardFields(postModel),
    chains: chapterRefVec.map(({ id, title }) => ({ id, title, href: paths.chain(id) })),
    comments: commentPage(commentModelVec, commentCursor),
  };
}

/** The card of the page, updated from the entity store. */
export function useCard<Card extends Omit<CardDetail, 'chains' | 'comments'>>(card: Card): Card {
  const post = useEntity('card', card.id);
  if (!post) return card;
  // Lists omit the markup and the labels.
  const details = { htmlDesc: card.html, textHtml: card.textHtml, regionVec: card.regions };
  return { ...card, textHtml: null, regions: undefined, ...cardFields({ ...details, ...post }) };
}
