import { licenseUrl } from '@gyan/contract/license-urls.ts';
import { photoFiles, photoUrl } from '#domains/media/files.ts';
import { html } from '#lib/html.ts';
import type { FeedCard, FeedScope, FeedSubject } from './queries.ts';

/** The content of a feed file in any format; all addresses are absolute. */
export interface Feed {
  title: string;
  description: string;
  /** The page it is about. */
  link: string;
  /** Its own address without the ending. */
  self: string;
  icon: string;
  updatedAt: Date;
  items: FeedItem[];
}

export interface FeedItem {
  /** Stays the same when the card is edited. */
  id: string;
  link: string;
  title: string;
  html: string;
  summary: string;
  tags: string[];
  author: { name: string; link: string };
  /** Where the licence is explained; undefined if all rights are reserved. */
  license: string | undefined;
  publishedAt: Date;
  updatedAt: Date;
  picture: Picture | undefined;
}

interface Picture {
  url: string;
  contentType: string;
  /** Bytes. */
  length: number;
}

interface FeedParts {
  publicUrl: string;
  scope: FeedScope;
  id: number | null;
  subject: FeedSubject | undefined;
  cards: readonly FeedCard[];
  /** Bytes of the picture with this key. */
  lengthOf: (photoKey: string) => number | undefined;
}

const summaryLength = 300;

export function toFeed({ publicUrl, scope, id, subject, cards, lengthOf }: FeedParts): Feed {
  const { title, description, path } = abouts[scope](id, subject?.title ?? '');
  const newest = Math.max(0, ...cards.map(({ updatedAt }) => updatedAt.getTime()));
  return {
    title,
    description: subject?.description || description,
    link: publicUrl + path,
    self: `${publicUrl}/feeds/${id === null ? scope : `${scope}/${id}`}`,
    icon: `${publicUrl}/icon-192.png`,
    updatedAt: new Date(newest || (subject?.createdAt.getTime() ?? 0)),
    items: cards.map((card) => toItem(publicUrl, card, lengthOf)),
  };
}

interface About {
  title: string;
  description: string;
  /** The page it is about. */
  path: string;
}

const abouts: Record<FeedScope, (id: number | null, title: string) => About> = {
  all: () => ({ title: 'Gyan', description: 'The newest cards on Gyan', path: '/' }),
  up: (id, name) => ({ title: `${name} on Gyan`, description: `Cards by ${name}`, path: `/up/${id}` }),
  ch: (id, title) => ({ title, description: `The chain “${title}” on Gyan`, path: `/ch/${id}` }),
  sub: (id, title) => ({ title, description: `The subject “${title}” on Gyan`, path: `/sub/${id}` }),
  topic: (_id, name) => ({
    title: `${name} on Gyan`,
    description: `Cards about ${name}`,
    path: `/psl?q=${encodeURIComponent(name)}`,
  }),
};

function toItem(publicUrl: string, card: FeedCard, lengthOf: FeedParts['lengthOf']): FeedItem {
  const length = card.photoKey === null ? undefined : lengthOf(card.photoKey);
  const picture = card.photoKey !== null &&
    length !== undefined && {
      url: publicUrl + photoUrl(card.photoKey, 'share'),
      contentType: photoFiles.share.contentType,
      length,
    };
  return {
    // The number of a card never changes; this address redirects to the one with the title.
    id: `${publicUrl}/pd/${card.id}`,
    link: `${publicUrl}/pd/${encodeURIComponent(card.urlText)}`,
    title: card.title,
    html: contentOf(card, picture ? picture.url : undefined),
    summary: firstWords(card.text),
    tags: card.tags,
    author: { name: card.ownerName, link: `${publicUrl}/up/${card.ownerId}` },
    license: licenseUrl(card.license),
    publishedAt: card.createdAt,
    updatedAt: card.updatedAt,
    picture: picture || undefined,
  };
}

function contentOf({ html: markup, text, videoId, altText, title }: FeedCard, picture: string | undefined) {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => html`<p>${paragraph}</p>`);
  return [
    picture && html`<p><img src="${picture}" alt="${altText ?? title}"></p>`.toString(),
    // Sanitised on write; its links are absolute.
    markup ?? (text === '' ? '' : paragraphs.join('')),
    videoId &&
      html`<p><a href="https://www.youtube.com/watch?v=${encodeURIComponent(videoId)}">Watch the video</a></p>`,
  ]
    .filter(Boolean)
    .join('');
}

/** At most `summaryLength` characters, cut between words. */
function firstWords(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= summaryLength) return line;
  const cut = line.slice(0, summaryLength);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), summaryLength / 2)).trimEnd()}…`;
}
