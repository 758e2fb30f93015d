import { Sparkles } from 'lucide-react';
import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { CardPicture } from '#features/cards/CardPicture.tsx';
import { readCard } from '#features/cards/read-card.ts';
import { commentText, likeText } from '#features/marks/text.ts';
import { apiContext } from '#lib/api.ts';
import type { HeadInput } from '#lib/page.ts';
import { paths } from '#lib/paths.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { useNow } from '#lib/use-now.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Tag } from '#ui/Tag.tsx';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const id = params.id ?? '';
  const card = await readCard(context.get(apiContext), id);
  // A card has one address; its number is another name that some callers know it by.
  if (card.urlText !== id) throw redirect(paths.card(card.urlText), 301);
  return card;
}

export function head({ data: card }: HeadInput<typeof loader>) {
  const picture = card.photo?.specMap.lg?.url;
  const about = {
    name: card.title,
    description: card.summary,
    author: { '@type': 'Person', name: card.owner.name },
    image: picture,
  };
  const date = new Date(card.createdAt).toISOString();
  return {
    title: card.title,
    description: card.summary,
    canonical: paths.card(card.urlText),
    image: picture ? { url: picture, alt: card.photo?.altText ?? card.title } : undefined,
    type: 'article' as const,
    jsonLd: card.videoId
      ? { '@type': 'VideoObject', ...about, thumbnailUrl: picture, uploadDate: date }
      : { '@type': 'LearningResource', ...about, datePublished: date },
  };
}

export function Page() {
  const card = useLoaderData<typeof loader>();
  const now = useNow();
  const counts = [likeText(card.likeCount), commentText(card.commentCount)].filter(Boolean).join(' · ');
  return (
    <article className="card-page" key={card.id}>
      <CardPicture card={card} />
      <h1>{card.title}</h1>
      <div className="byline">
        <Link className="byline-owner" to={card.owner.href}>
          <Avatar size="sm" name={card.owner.name} photoUrl={card.owner.photoUrl} />
          {card.owner.name}
        </Link>
        <time dateTime={new Date(card.createdAt).toISOString()}>
          {relativeTime((now - card.createdAt) / 1000)}
        </time>
        {counts && <span>{counts}</span>}
        {card.ai && (
          <Tag tone="accent" icon={<Sparkles size={14} aria-hidden="true" />}>
            {card.ai.model ? `AI · ${card.ai.model}` : 'AI'}
          </Tag>
        )}
      </div>
      {card.html !== null ? (
        // Sanitised by the server when it was written.
        <div className="prose" dangerouslySetInnerHTML={{ __html: card.html }} />
      ) : (
        <div className="prose prose-plain">{card.text}</div>
      )}
      {card.chains.length > 0 && (
        <nav className="in-chains" aria-labelledby="in-chains">
          <h2 id="in-chains">In these chains</h2>
          <ul>
            {card.chains.map((chain) => (
              <li key={chain.id}>
                <Link className="link" to={chain.href}>
                  {chain.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </article>
  );
}
