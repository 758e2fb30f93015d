import '../moderation.css';
import type { Moderation } from '@gyan/contract/moderated.ts';
import type { PhotoModel } from '@gyan/contract/photos.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '#features/session/actions.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { queryKeys } from '#lib/query-keys.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { type AddressedObject, objectAt } from '../reported-object.ts';
import { kindNames } from '../texts.ts';
import { HiddenNote } from './HiddenNote.tsx';

interface OwnHiddenProps {
  userId: number;
  pathname: string;
  /** Shown if there is nothing for this viewer either. */
  children: ReactNode;
}

/** Public pages do not show what is hidden. Its owner, and admins, read it here with the reasons. */
export function OwnHidden(props: OwnHiddenProps) {
  return (
    <QueryScope>
      <Found {...props} />
    </QueryScope>
  );
}

interface Shown {
  ownerId: number;
  title: string;
  text: string | null | undefined;
  photo: PhotoModel | undefined;
  moderation: Moderation | undefined;
}

interface Model {
  title: string;
  ownerModel: { userId: number };
  photoModelVec: PhotoModel[];
  moderation?: Moderation | undefined;
}

const shownOf = (model: Model, text: string | null | undefined): Shown => ({
  ownerId: model.ownerModel.userId,
  title: model.title,
  text,
  photo: model.photoModelVec[0],
  moderation: model.moderation,
});

async function read(object: AddressedObject, signal: AbortSignal): Promise<Shown | null> {
  if (object.kind === 'post') {
    const postId = 'urlText' in object ? object.urlText : object.id;
    const { postModel } = await api('GET /r/post', { query: { postId }, signal });
    return shownOf(postModel, postModel.text);
  }
  if (object.kind === 'chapter') {
    const { chapterModel } = await api('GET /r/chapter', { query: { id: object.id, limit: 1 }, signal });
    return shownOf(chapterModel, chapterModel.desc);
  }
  if (object.kind === 'subject') {
    const { subjectModel } = await api('GET /r/subject', { query: { subjectId: object.id }, signal });
    return shownOf(subjectModel, subjectModel.desc);
  }
  return null;
}

const hiddenAt = (userId: number, pathname: string) =>
  queryOptions({
    queryKey: queryKeys.hiddenAt(userId, pathname),
    queryFn: ({ signal }) => {
      const object = objectAt(pathname);
      return object ? read(object, signal) : null;
    },
    retry: false,
  });

function Found({ userId, pathname, children }: OwnHiddenProps) {
  const { data, isPending } = useQuery(hiddenAt(userId, pathname));
  if (isPending) return <Skeleton shape="picture" />;
  const kind = objectAt(pathname)?.kind;
  if (!data?.moderation || !kind) return children;
  const { title, text, photo, moderation, ownerId } = data;
  return (
    <article className="measure stack">
      <h1>{title}</h1>
      <HiddenNote noun={kindNames[kind]} moderation={moderation} isOwn={ownerId === userId} />
      {photo && (
        <img
          src={photo.specMap.md.url}
          width={photo.specMap.md.width}
          height={photo.specMap.md.height}
          alt={`Of this ${kindNames[kind]}`}
        />
      )}
      {text && <p className="act-text">{text}</p>}
    </article>
  );
}
