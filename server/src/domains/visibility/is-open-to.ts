import { andNotBlocked } from '#domains/connections/view.ts';
import { isNotLeaving } from '#domains/users/view.ts';
import type { ViewerSql } from '#http/viewer.ts';
import { isReadable } from './view.ts';

/**
 * SQL that is true if the viewer may open the card, chain or subject of this alias: it is readable, and its owner is
 * neither leaving nor, for a viewer, blocked.
 */
export function isOpenTo(content: string, viewer: ViewerSql | undefined): string {
  const owner = `${content}.owner_id`;
  return `${isReadable(content, viewer)} and ${isNotLeaving(owner)} ${andNotBlocked(owner, viewer)}`;
}
