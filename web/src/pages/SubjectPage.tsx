import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { ThingHero } from '#features/feed/ThingHero.tsx';
import { ChainMark } from '#features/marks/Marks.tsx';
import { type ChapterOutline, readSubject } from '#features/subjects/api.ts';
import { apiContext } from '#lib/api.ts';
import type { HeadInput } from '#lib/page.ts';
import { EmptyState } from '#ui/EmptyState.tsx';

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  readSubject(context.get(apiContext), params.id ?? '');

export function head({ data: { subject, desc, chapters } }: HeadInput<typeof loader>) {
  const description =
    desc ?? `A subject by ${subject.owner.name}: ${chapters.map((chapter) => chapter.title).join(', ')}`;
  return {
    title: subject.title,
    description,
    canonical: subject.href,
    image: subject.photo?.specMap.lg ? { url: subject.photo.specMap.lg.url, alt: subject.title } : undefined,
    type: 'article' as const,
    jsonLd: {
      '@type': 'Course',
      name: subject.title,
      description,
      provider: { '@type': 'Person', name: subject.owner.name },
      hasPart: chapters.map((chapter) => ({ '@type': 'LearningResource', name: chapter.title })),
    },
  };
}

export function Page() {
  const { subject, desc, chapters } = useLoaderData<typeof loader>();
  return (
    <>
      <ThingHero thing={subject} desc={desc} />
      {chapters.length === 0 ? (
        <EmptyState mark={<ChainMark />} title="No chapters in this subject yet">
          Its maker is still writing. Come back soon.
        </EmptyState>
      ) : (
        <ol className="chapters">
          {chapters.map((chapter, index) => (
            <Chapter key={chapter.id} chapter={chapter} number={index + 1} />
          ))}
        </ol>
      )}
    </>
  );
}

function Chapter({ chapter, number }: { chapter: ChapterOutline; number: number }) {
  return (
    <li className="chapter">
      <div className="chapter-head">
        <p className="chapter-number">Chapter {number}</p>
        <h2>
          <Link className="chapter-link" to={chapter.href}>
            {chapter.title}
          </Link>
        </h2>
        <p className="chapter-count">{chapter.countText}</p>
      </div>
      <ol className="chapter-cards">
        {chapter.cards.map((card) => (
          <li key={card.id}>
            <Link to={card.href}>{card.label}</Link>
          </li>
        ))}
      </ol>
    </li>
  );
}
