import { jsonObject } from '#db/json.ts';
import { andNotBlocked } from '#domains/connections/view.ts';
import { joinOwner, ownerMembers } from '#domains/users/view.ts';
import { isListed, isReadable } from '#domains/visibility/view.ts';
import type { ViewerSql } from '#http/viewer.ts';

/**
 * SQL for the original of the copy in `row`: everybody sees one that is listed, the owner of the copy one that they can
 * open. Null for others.
 */
export function remixOfJson(table: 'cards' | 'chains', row: string, viewer: ViewerSql | undefined): string {
  const original = jsonObject({
    id: 'original.id',
    ...(table === 'cards' ? { urlText: 'original.url_text' } : {}),
    title: 'original.title',
    ownerModel: ownerMembers('original', viewer),
  });
  const isShown = viewer
    ? `(${isListed('original')} or (${row}.owner_id = ${viewer.id} and ${isReadable('original', viewer)}))`
    : isListed('original');
  return `(
    select ${original} from ${table} as original ${joinOwner('original', viewer)}
    where original.id = ${row}.remix_of and ${isShown} ${andNotBlocked('original.owner_id', viewer)}
  )`;
}
