import { jsonObject, type Members } from '#db/json.ts';
import { cardCount } from '#domains/chains/view.ts';
import { subjects } from '#domains/collections/collection.ts';
import {
  type CollectionJsonOptions,
  collectionCreationJson,
  collectionMembers,
} from '#domains/collections/view.ts';
import { photosJson } from '#domains/media/view.ts';
import { joinOwner } from '#domains/users/view.ts';
import { isShownIn } from '#domains/visibility/view.ts';
import type { ViewerSql } from '#http/viewer.ts';

/** Joins what a subject is shown with. */
export function joinSubjectParts(subject: string, viewer?: ViewerSql): string {
  return `${joinOwner(subject, viewer)}
    left join photos as ${subject}_photo on ${subject}_photo.id = ${subject}.photo_id`;
}

function subjectMembers(subject: string, options: CollectionJsonOptions): Members {
  const overChapters = (aggregate: string) => `(
      select ${aggregate}
      from subject_chains join chains on chains.id = subject_chains.chain_id
      where subject_chains.subject_id = ${subject}.id and ${isShownIn(subject, 'chains', options.viewer)}
    )`;
  return collectionMembers(subjects, subject, options, {
    ownerId: `${subject}.owner_id`,
    chapterCount: overChapters('count(*)'),
    postCount: overChapters(`coalesce(sum(${cardCount('chains', options.viewer)}), 0)`),
    photoModelVec: photosJson(`${subject}_photo`),
  });
}

/** A subject for visitors, or for a viewer. */
export function subjectJson(subject: string, options: CollectionJsonOptions = {}): string {
  return jsonObject(subjectMembers(subject, options));
}

export function subjectCreationJson(subject: string, options: CollectionJsonOptions = {}): string {
  return collectionCreationJson(subjects, subject, subjectMembers(subject, options), options.viewer);
}
