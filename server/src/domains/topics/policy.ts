import { isAdmin, type Viewer } from '#http/viewer.ts';

export function canSeeRetired(viewer: Pick<Viewer, 'role'>): boolean {
  return isAdmin(viewer.role);
}
