import { pageSizes } from '@gyan/contract/limits.ts';
import { useCallback, useEffect } from 'react';
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { type CardPosition, findCardPosition } from '#features/cards/card-position.ts';
import { readChain } from '#features/chains/api.ts';
import type { ChainView } from '#features/chains/chain-view.ts';
import { useEntity } from '#features/entities/store.ts';
import { ContentList } from '#features/feed/ContentList.tsx';
import { finishedReading } from '#features/learning/lazy-parts.ts';
import { StartReading } from '#features/learning/StartReading.tsx';
import { useMarkRead } from '#features/learning/use-reading.ts';
import { licenseUrl } from '#features/publication/license-names.ts';
import { ContentHero } from '#features/reading/ContentHero.tsx';
import { OpenCard } from '#features/reading/OpenCard.tsx';
import { type OpenCardView, readOpenCard } from '#features/reading/open-card.ts';
import { NextCard, ReadingEnd, Steps } from '#features/reading/Steps.tsx';
import { changedChainCards } from '#features/remix/lazy-parts.ts';
import { RemixLine } from '#features/remix/RemixLine.tsx';
import { saveOnTile } from '#features/saved/SaveButton.tsx';
import { api as browserApi } from '#features/session/actions.ts';
import { useMember } from '#features/session/store.ts';
import { WhenSignedOut } from '#features/session/WhenViewer.tsx';
import { CardIcon } from '#features/tiles/Icons.tsx';
import { type Api, apiContext } from '#lib/api.ts';
import { cachedApi, clearCachedApi } from '#lib/cached-api.ts';
import { languageOf } from '#lib/language.ts';
import type { HeadInput } from '#lib/page.ts';
import { pageQuery } from '#lib/page-query.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Link } from '#ui/Link.tsx';

const limit = pageSizes.chain;
const memory = (id: string | number) => `chain ${id}`;

interface Open {
  card: OpenCardView;
  place: CardPosition;
}

/** The open card and its position in the chain. */
async function readOpen(api: Api, chainId: string, urlText: string): Promise<Open | null> {
  const [card, place] = await Promise.all([
    readOpenCard(api, urlText),
    findCardPosition(api, `ch-${chainId}`, urlText, (other) => paths.chain(Number(chainId), other)),
  ]);
  return card && place && { card, place };
}

async function readNext(api: Api, chapterId: string) {
  const [next] = await Promise.all([
    api('GET /read_next', { query: { chapterId } }),
    finishedReading.preload(),
  ]);
  return next;
}

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const id = params.id ?? '';
  const api = cachedApi(context.get(apiContext), memory(id));
  const { searchParams } = new URL(request.url);
  const wanted = searchParams.get('card');
  const [chain, open, next] = await Promise.all([
    readChain(api, id, pageQuery(request, limit)),
    wanted === null ? null : readOpen(api, id, wanted),
    wanted === null && searchParams.has('end') ? readNext(api, id) : null,
  ]);
  // The card was removed from the chain: redirect to the chain.
  if (wanted !== null && !open) throw redirect(chain.chain.href);
  return { ...chain, cards: open ? { items: [], nextCursor: null } : chain.cards, open, next };
}

export function head({ data: { chain, desc, license, cards, open } }: HeadInput<typeof loader>) {
  const names = cards.items.map((card) => card.title);
  return {
    title: open ? `${open.card.title} · ${chain.title}` : chain.title,
    description: desc ?? `A chain of cards by ${chain.owner.name}: ${names.join(', ') || open?.card.title}`,
    canonical: chain.href,
    // Nothing lists a chain without cards.
    noindex: chain.visibility !== undefined || (names.length === 0 && !open),
    feed: `ch/${chain.id}`,
    embeds: true,
    image: { url: paths.shareImage('ch', chain.id), alt: chain.title },
    type: 'article' as const,
    jsonLd: {
      '@type': 'LearningResource',
      name: chain.title,
      description: desc ?? undefined,
      url: chain.href,
      author: { '@type': 'Person', name: chain.owner.name, url: chain.owner.href },
      image: chain.photo?.specMap.lg?.url,
      license: license === null ? undefined : licenseUrl(license),
      inLanguage: languageOf(chain.title + names.join('')),
      datePublished: new Date(chain.createdAt).toISOString(),
      hasPart: cards.items.map(({ title, href }) => ({
        '@type': 'LearningResource',
        name: title,
        // Without the chain that it was opened from.
        url: href.replace(/\?.*/, ''),
      })),
    },
  };
}

export function Page() {
  const { chain, desc, original, cards, start: first, open, next } = useLoaderData<typeof loader>();
  useEffect(() => clearCachedApi, []);
  const loadMore = useCallback(
    async (cursor: string) => (await readChain(browserApi, String(chain.id), { limit, cursor })).cards,
    [chain.id],
  );
  const start = first && !open && (
    <>
      <StartReading of={chain} first={first} label="Read card by card" />
      <WhenSignedOut>
        <ButtonLink to={paths.login(chain.href)}>Remix</ButtonLink>
      </WhenSignedOut>
    </>
  );
  return (
    <>
      <ContentHero
        content={chain}
        desc={desc}
        note={<RemixLine of={original} />}
        open={open !== null}
        start={start}
      />
      {original && !open && <ChangedCards chainId={chain.id} />}
      {open ? (
        <Reading chain={chain} {...open} />
      ) : next ? (
        <finishedReading.Component of={chain} title={chain.title} covered={cards.items} next={next} />
      ) : first === null ? (
        <EmptyState icon={<CardIcon />} title="No cards in this chain yet">
          Its maker is still collecting. Come back soon.
        </EmptyState>
      ) : (
        <ContentList
          key={chain.id}
          name={`chain ${chain.id}`}
          first={cards}
          load={loadMore}
          actions={saveOnTile}
          end="You have reached the end of this chain."
          paged
        />
      )}
    </>
  );
}

/** For the owner of a copy. */
function ChangedCards({ chainId }: { chainId: number }) {
  const member = useMember();
  const ownerId = useEntity('chain', chainId)?.ownerModel.userId;
  if (!member || ownerId !== member.userId) return null;
  return <changedChainCards.Component userId={member.userId} chainId={chainId} />;
}

function Reading({ chain, card, place }: Open & { chain: ChainView }) {
  const prefetch = useCallback(
    (urlText: string) => readOpen(cachedApi(browserApi, memory(chain.id)), String(chain.id), urlText),
    [chain.id],
  );
  useMarkRead(card.id, chain);
  return (
    <div className="reading-card reading-chain">
      <Steps previous={place.previous} next={place.next} prefetch={prefetch}>
        <p className="steps-count">
          {place.position} of {place.count}
        </p>
        <Link className="link steps-all" to={chain.href}>
          All cards
        </Link>
      </Steps>
      <OpenCard
        card={card}
        place={card.urlText}
        href={paths.card(card.urlText, `ch-${chain.id}`)}
        steps={place}
        chosen
      />
      {place.next ? (
        <NextCard next={place.next} />
      ) : (
        <ReadingEnd noun="chain" to={paths.chainEnd(chain.id)} />
      )}
    </div>
  );
}
