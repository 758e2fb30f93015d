import { List } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { chainView } from '#features/chains/chain-view.ts';
import { finishedReading } from '#features/learning/lazy-parts.ts';
import { StartReading } from '#features/learning/StartReading.tsx';
import { useMarkReadInSubject } from '#features/learning/use-reading.ts';
import { ContentHero } from '#features/reading/ContentHero.tsx';
import { outlineSheet } from '#features/reading/lazy-parts.ts';
import { OpenCard } from '#features/reading/OpenCard.tsx';
import { Outline } from '#features/reading/Outline.tsx';
import { readOpenCard } from '#features/reading/open-card.ts';
import { NextCard, ReadingEnd, Steps } from '#features/reading/Steps.tsx';
import { subjectCacheName } from '#features/reading/subject-cache-name.ts';
import { api as browserApi } from '#features/session/actions.ts';
import { useMember } from '#features/session/store.ts';
import { chapterRows, findOutlinePosition, readOutline } from '#features/subjects/outline.ts';
import { ChainIcon } from '#features/tiles/Icons.tsx';
import { type Api, apiContext } from '#lib/api.ts';
import { cachedApi, clearCachedApi } from '#lib/cached-api.ts';
import { languageOf } from '#lib/language.ts';
import type { HeadInput } from '#lib/page.ts';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/Button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Link } from '#ui/Link.tsx';

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const id = params.id ?? '';
  const api = cachedApi(context.get(apiContext), subjectCacheName(id));
  const { searchParams } = new URL(request.url);
  const wanted = searchParams.get('card');
  const [outline, wantedCard, next] = await Promise.all([
    readOutline(api, id),
    wanted === null ? null : readOpenCard(api, wanted),
    wanted === null && searchParams.has('end') ? readEnd(api, id) : null,
  ]);
  const { subject, desc, chapters } = outline;
  const found = findOutlinePosition(outline, { card: wanted, chapterId: searchParams.get('chapter') });
  const card = wantedCard ?? (found && wanted === null ? await readOpenCard(api, found.urlText) : null);
  // The card was removed from the subject: redirect to the subject.
  if (wanted !== null && !(found && card)) throw redirect(subject.href);
  return {
    subject,
    desc,
    // Only the visible part of the outline: thousands of cards would dominate the page's size.
    chapters: chapterRows(outline),
    open: found && card ? { place: found, card, cards: chapters[found.chapter]?.cards ?? [] } : null,
    chosen: wanted !== null,
    next,
  };
}

/** The last page: the chapters with their pictures, and what to read next. */
async function readEnd(api: Api, subjectId: string) {
  const [{ subjectModel }, read] = await Promise.all([
    api('GET /subject', { query: { subjectId } }),
    api('GET /read_next', { query: { subjectId } }),
    finishedReading.preload(),
  ]);
  const covered = (subjectModel.chapterModelVec ?? []).map((chapter) => {
    const { id, title, href, photo } = chainView(chapter);
    return { id, title, href, photo };
  });
  return { read, covered };
}

export function head({ data: { subject, desc, chapters, open, chosen } }: HeadInput<typeof loader>) {
  const description =
    desc ?? `A subject by ${subject.owner.name}: ${chapters.map((chapter) => chapter.title).join(', ')}`;
  const part = (name: string) => ({ '@type': 'LearningResource', name });
  return {
    title: chosen && open ? `${open.card.title} · ${subject.title}` : subject.title,
    description,
    canonical: subject.href,
    // Nothing lists a subject without cards.
    noindex: subject.visibility !== undefined || !open,
    feed: `sub/${subject.id}`,
    embeds: true,
    image: { url: paths.shareImage('sub', subject.id), alt: subject.title },
    type: 'article' as const,
    jsonLd: {
      '@type': ['LearningResource', 'Course'],
      name: subject.title,
      description,
      url: subject.href,
      image: subject.photo?.specMap.lg?.url,
      inLanguage: languageOf(subject.title + description),
      provider: { '@type': 'Person', name: subject.owner.name, url: subject.owner.href },
      hasPart: chapters.map((chapter, index) => ({
        ...part(chapter.title),
        url: paths.chain(chapter.id),
        position: index + 1,
        hasPart:
          index === open?.place.chapter
            ? open.cards.map(({ title, urlText }) => ({ ...part(title), url: paths.card(urlText) }))
            : undefined,
      })),
    },
  };
}

type Data = Awaited<ReturnType<typeof loader>>;

export function Page() {
  const data = useLoaderData<typeof loader>();
  const { subject, desc, chapters, open, chosen, next } = data;
  useEffect(() => clearCachedApi, []);
  const first = chapters.find(({ href }) => href !== null)?.href;
  const start = first && !chosen && <StartReading of={subject} first={first} label="Start reading" />;
  return (
    <div className={chosen ? 'subject subject-chosen' : 'subject'}>
      <ContentHero content={subject} desc={desc} open={chosen} start={start} />
      {next ? (
        <finishedReading.Component
          of={subject}
          title={subject.title}
          covered={next.covered}
          next={next.read}
        />
      ) : open ? (
        <Reading {...data} open={open} />
      ) : (
        <EmptySubject subject={subject} hasChapters={chapters.length > 0} />
      )}
    </div>
  );
}

function EmptySubject({ subject, hasChapters }: { subject: Data['subject']; hasChapters: boolean }) {
  const member = useMember();
  const own = member !== undefined && subject.owner.href === paths.profile(member.userId);
  return (
    <EmptyState
      icon={<ChainIcon />}
      title={hasChapters ? 'No cards in this subject yet' : 'No chapters in this subject yet'}
      action={
        own && (
          <Link
            className={buttonClass({ variant: 'primary' })}
            to={hasChapters ? paths.editSubject(subject.id) : paths.createChain(subject.id)}
          >
            {hasChapters ? 'Fill its chapters' : 'Add a Chapter'}
          </Link>
        )
      }
    >
      {own ? 'Others see the subject once it has a card.' : 'Its maker is still writing. Come back soon.'}
    </EmptyState>
  );
}

function Reading({ subject, chapters, open, chosen }: Data & { open: NonNullable<Data['open']> }) {
  const { place, card, cards } = open;
  const [sheet, setSheet] = useState(false);
  const closeSheet = useCallback(() => setSheet(false), []);
  const prefetch = useCallback(
    (urlText: string) => readOpenCard(cachedApi(browserApi, subjectCacheName(subject.id)), urlText),
    [subject.id],
  );
  const chapter = chapters[place.chapter];
  useMarkReadInSubject(subject, { card, next: place.next?.urlText, chosen });
  return (
    <div className="reading">
      <Outline subject={subject} chapters={chapters} cards={cards} place={place} chosen={chosen} />
      <div className="reading-card">
        <Steps previous={place.previous} next={place.next} prefetch={prefetch}>
          <p className="steps-chapter">
            <span className="sr-only">Chapter {place.chapter + 1}: </span>
            {chapter && (
              <Link className="link" to={paths.chain(chapter.id)}>
                {chapter.title}
              </Link>
            )}
          </p>
          <p className="steps-count">
            {place.card + 1} of {cards.length}
          </p>
          <Button
            className="steps-contents"
            variant="quiet"
            icon={<List size={20} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => setSheet(true)}
          >
            Contents
          </Button>
        </Steps>
        <OpenCard
          card={card}
          place={`${place.chapter} ${place.urlText}`}
          href={paths.card(card.urlText, `sub-${subject.id}`)}
          steps={place}
          chosen={chosen}
        />
        {place.next ? (
          <NextCard next={place.next} />
        ) : (
          <ReadingEnd noun="subject" to={paths.subjectEnd(subject.id)} />
        )}
      </div>
      {sheet && <outlineSheet.Component subjectId={subject.id} place={place} onClose={closeSheet} />}
    </div>
  );
}
