import { jsonObject, nanoseconds } from '#db/json.ts';
import { isLikedBy } from '#domains/likes/view.ts';
import { photoJson } from '#domains/media/view.ts';
import { canMembers } from '#domains/users/rules.ts';
import { personJson, type ViewerSql } from '#domains/users/view.ts';
import { subjectCan } from './policy.ts';

/** Joins what a subject is shown with; subjects of somebody who leaves are not there. */
export function joinSubjectParts(subject: string): string {
  return `join users as ${subject}_owner on ${subject}_owner.id = ${subject}.owner_id and ${subject}_owner.leaving_at is null
    left join photos as ${subject}_photo on ${subject}_photo.id = ${subject}.photo_id
    left join photos as ${subject}_owner_photo on ${subject}_owner_photo.id = ${subject}_owner.photo_id`;
}

function subjectOwnerJson(subject: string): string {
  return personJson(`${subject}_owner`, `${subject}_owner_photo`);
}

export interface SubjectJsonOptions {
  /** Where the subject stands in what it is shown in. */
  rank?: string;
  /** Adds what is between the subject and whoever looks at it. */
  viewer?: ViewerSql | undefined;
}

/** A subject as a visitor sees it, or as a viewer does. */
export function subjectJson(subject: string, options: SubjectJsonOptions = {}): string {
  return `json_build_object(
    'id', ${subject}.id,
    'title', ${subject}.title,
    'desc', ${subject}.description,
    ${options.rank ? `'rank', ${options.rank},` : ''}
    'ownerId', ${subject}.owner_id,
    'quality', case when ${subject}.great then 'kQualityGreat' else 'kQualityRegular' end,
    'likeCount', ${subject}.like_count,
    'createdAt', ${nanoseconds(`${subject}.created_at`)},
    'chapterCount', ${subject}.chain_count,
    'postCount', (
      select coalesce(sum(chains.card_count), 0)
      from subject_chains join chains on chains.id = subject_chains.chain_id
      where subject_chains.subject_id = ${subject}.id
    ),
    'photoModelVec', case when ${subject}_photo.id is null then '[]'::json
      else json_build_array(${photoJson(`${subject}_photo`)}) end,
    ${options.viewer ? `${viewerMembers(subject, options.viewer)},` : ''}
    'ownerModel', ${subjectOwnerJson(subject)}
  )`;
}

function viewerMembers(subject: string, viewer: ViewerSql): string {
  return `'likedByViewer', ${isLikedBy('subject', `${subject}.id`, viewer.id)},
    'savedByViewer', coalesce(
      (select true from user_subjects where user_id = ${viewer.id} and subject_id = ${subject}.id), false),
    'can', ${jsonObject(canMembers(subjectCan, viewer, { ownerId: `${subject}.owner_id` }))}`;
}

export function subjectCreationJson(subject: string, options: SubjectJsonOptions = {}): string {
  return `json_build_object(
    'feedItemType', 'kSubjectCreate',
    'createdAt', ${nanoseconds(`${subject}.created_at`)},
    'connectionModel', ${subjectOwnerJson(subject)},
    'subjectModel', ${subjectJson(subject, options)}
  )`;
}
