import { contentView } from '#features/feed/feed-view.ts';
import { asMember, readsAsMember } from '#features/session/as-member.ts';
import { ownerOf } from '#features/users/owner.ts';
import type { Api } from '#lib/api.ts';

export type SuggestionKind = 'card' | 'chain' | 'subject' | 'person';

export interface Suggestion {
  kind: SuggestionKind;
  key: string;
  title: string;
  href: string;
  /** The maker, or nothing for a person. */
  note: string | null;
  photoUrl: string | null;
}

const contentLimit = 6;
const peopleLimit = 3;

/** The best matches of every kind, people for members only; ordered by kind. */
export async function findSuggestions(api: Api, q: string, signal: AbortSignal): Promise<Suggestion[]> {
  const input = { query: { q, types: 'post,chapter,subject', limit: contentLimit }, signal };
  const [{ feedItemModelVec }, { userModelVec }] = await Promise.all([
    asMember(
      () => api('GET /r/searchfeed', input),
      () => api('GET /searchfeed', input),
    ),
    readsAsMember()
      ? api('GET /r/searchusers', { query: { q, limit: peopleLimit }, signal })
      : { userModelVec: [] },
  ]);
  const contents = feedItemModelVec.map((item): Suggestion => {
    const { kind, id, title, href, owner } = contentView(item);
    return { kind, key: `${kind} ${id}`, title, href, note: owner.name, photoUrl: null };
  });
  const people = userModelVec.map((user): Suggestion => {
    const { name, href, photoUrl } = ownerOf(user);
    return { kind: 'person', key: href, title: name, href, note: null, photoUrl };
  });
  const of = (kind: SuggestionKind) => contents.filter((one) => one.kind === kind);
  return [...of('card'), ...of('chain'), ...of('subject'), ...people];
}
