import type { UserModel } from '@gyan/contract/users.ts';
import { Fragment, useState } from 'react';
import { type LoaderFunctionArgs, redirect, useLoaderData, useLocation } from 'react-router';
import { CardByline } from '#features/cards/CardByline.tsx';
import { CardNavigation } from '#features/cards/CardNavigation.tsx';
import { CardPicture } from '#features/cards/CardPicture.tsx';
import { CardTags } from '#features/cards/CardTags.tsx';
import { CardText } from '#features/cards/CardText.tsx';
import type { CardDetail } from '#features/cards/card-detail.ts';
import { findCardPosition } from '#features/cards/card-position.ts';
import { cardControls, memberComments } from '#features/cards/lazy-parts.ts';
import { readCard, useCard } from '#features/cards/read-card.ts';
import { ShareButton } from '#features/cards/ShareButton.tsx';
import { PublicComments } from '#features/comments/PublicComments.tsx';
import { useEntity } from '#features/entities/store.ts';
import { promptButton, promptSection, rememberButton } from '#features/learning/lazy-parts.ts';
import { StudyPlaceholder } from '#features/learning/StudyPlaceholder.tsx';
import { useMarkRead } from '#features/learning/use-reading.ts';
import { LikeButton } from '#features/likes/LikeButton.tsx';
import { LicenseLine } from '#features/publication/LicenseLine.tsx';
import { licenseUrl } from '#features/publication/license-names.ts';
import { changedOriginal } from '#features/remix/lazy-parts.ts';
import { RemixLine } from '#features/remix/RemixLine.tsx';
import { SaveButton } from '#features/saved/SaveButton.tsx';
import { useMember, useViewer } from '#features/session/store.ts';
import { errorNotice } from '#features/shell/lazy-parts.ts';
import { apiContext } from '#lib/api.ts';
import { notFoundProblem } from '#lib/api-problem.ts';
import { languageOf } from '#lib/language.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import type { HeadInput } from '#lib/page.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Link } from '#ui/Link.tsx';

/** Loaded only for signed-in users. */
const cardMenu = lazyPart(async () => (await import('#features/reading/lazy/CardMenu.tsx')).CardMenu);

/** Only for editors of a rich-text card. */
const richEditor = lazyPart(async () => (await import('#features/studio/RichEditor.tsx')).RichEditor);

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const id = params.id ?? '';
  const api = context.get(apiContext);
  const { search, searchParams } = new URL(request.url);
  const [card, place] = await Promise.all([
    readCard(api, id),
    findCardPosition(api, searchParams.get('in'), id),
  ]);
  // A card has one canonical URL; its id redirects to it.
  if (card.urlText !== id) throw redirect(paths.card(card.urlText) + search, 301);
  return { ...card, place };
}

export function head({ data: card }: HeadInput<typeof loader>) {
  const picture = card.photo?.specMap.lg?.url;
  const about = {
    name: card.title,
    description: card.summary,
    url: paths.card(card.urlText),
    author: { '@type': 'Person', name: card.owner.name, url: card.owner.href },
    image: picture,
    license: licenseUrl(card.license),
    inLanguage: languageOf(card.title + card.summary),
    isPartOf: card.chains.map(({ title, href }) => ({ '@type': 'LearningResource', name: title, url: href })),
  };
  const date = new Date(card.createdAt).toISOString();
  return {
    title: card.title,
    description: card.summary,
    canonical: paths.card(card.urlText),
    noindex: card.visibility !== undefined,
    embeds: true,
    image: { url: paths.shareImage('pd', card.id), alt: card.title },
    type: 'article' as const,
    jsonLd: card.videoId
      ? { '@type': ['LearningResource', 'VideoObject'], ...about, thumbnailUrl: picture, uploadDate: date }
      : { '@type': 'LearningResource', ...about, datePublished: date },
  };
}

export function Page() {
  const card = useCard(useLoaderData<typeof loader>());
  const [deleted, setDeleted] = useState<number>();
  useMarkRead(card.id, card.place?.of);
  if (deleted === card.id) {
    return <errorNotice.Component error={notFoundProblem('There is nothing at this address.')} />;
  }
  return (
    <article className="card-page">
      {card.place && <CardNavigation place={card.place} />}
      <CardPicture card={card} steps={card.place} />
      <Fragment key={card.id}>
        <h1>{card.title}</h1>
        <CardByline card={card} />
        <RemixLine of={card.original} />
        <ChangedOriginal card={card} />
        <CardText card={card} />
        <CardTags tags={card.tags} />
        <LicenseLine license={card.license} source={card.source} />
        <Actions card={card} />
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
        <Comments card={card} onRemoved={() => setDeleted(card.id)} />
      </Fragment>
    </article>
  );
}

/** The actions of the card. The server renders the like button too, for signed-in viewers. */
function Actions({ card }: { card: CardDetail }) {
  const viewer = useViewer();
  const member = useMember();
  const target = { kind: 'card', id: card.id } as const;
  return (
    <div className="card-actions">
      {member ? (
        <LikeButton target={target} />
      ) : (
        viewer.status === 'unknown' && (
          <div className="when-in">
            <LikeButton target={target} />
          </div>
        )
      )}
      {member ? (
        <rememberButton.Component cardId={card.id} fallback={<StudyPlaceholder label="Remember" />} />
      ) : (
        viewer.status === 'unknown' && (
          <div className="when-in">
            <StudyPlaceholder label="Remember" />
          </div>
        )
      )}
      <ShareButton title={card.title} path={paths.card(card.urlText)} visibility={card.visibility} />
      <SaveButton target={{ ...target, title: card.title }} />
      {viewer.status !== 'in' && card.license !== 'all-rights' && (
        <div className="when-out">
          <ButtonLink to={paths.login(paths.card(card.urlText))}>Remix</ButtonLink>
        </div>
      )}
      {member ? (
        <Controls user={member} cardId={card.id} />
      ) : (
        viewer.status === 'unknown' && <div className="when-in">{menuSpace}</div>
      )}
    </div>
  );
}

const menuSpace = <div className="card-menu" />;

function Controls({ user, cardId }: { user: UserModel; cardId: number }) {
  const card = useEntity('card', cardId);
  if (!card?.can) return menuSpace;
  const { edit, delete: mayDelete, lock, rate } = card.can;
  return (
    <>
      <div className="card-menu">
        <cardMenu.Component user={user} card={card} Editor={richEditor.Component} />
      </div>
      {(edit || mayDelete || lock || rate) && (
        <cardControls.Component
          userId={user.userId}
          card={card}
          Editor={richEditor.Component}
          Questions={promptSection.Component}
        />
      )}
      {edit && <promptButton.Component cardId={cardId} />}
    </>
  );
}

/** For the owner of a copy. */
function ChangedOriginal({ card }: { card: CardDetail }) {
  const member = useMember();
  const ownerId = useEntity('card', card.id)?.ownerModel.userId;
  if (!card.original || !member || ownerId !== member.userId) return null;
  return <changedOriginal.Component userId={member.userId} card={card} />;
}

function Comments({ card, onRemoved }: { card: CardDetail; onRemoved: () => void }) {
  const member = useMember();
  const { hash } = useLocation();
  const publicComments = <PublicComments cardId={card.id} first={card.comments} />;
  if (!member) return publicComments;
  return (
    <memberComments.Component
      user={member}
      cardId={card.id}
      before={publicComments}
      fallback={publicComments}
      onRemoved={onRemoved}
      // “Comment” in the feed leads here.
      focusBox={hash === '#comments'}
    />
  );
}
