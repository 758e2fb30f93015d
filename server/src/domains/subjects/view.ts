import { nanoseconds } from '#db/json.ts';
import { photoJson } from '#domains/media/view.ts';
import { personJson } from '#domains/users/view.ts';

/** Joins what a subject is shown with; subjects of somebody who leaves are not there. */
export function joinSubjectParts(subject: string): string {
  return `join users as ${subject}_owner on ${subject}_owner.id = ${subject}.owner_id and ${subject}_owner.leaving_at is null
    left join photos as ${subject}_photo on ${subject}_photo.id = ${subject}.photo_id
    left join photos as ${subject}_owner_photo on ${subject}_owner_photo.id = ${subject}_owner.photo_id`;
}

function subjectOwnerJson(subject: string): string {
  return personJson(`${subject}_owner`, `${subject}_owner_photo`);
}

/** A subject as a visitor sees it; `more` holds further members, as `'name', value` pairs. */
export function subjectJson(subject: string, options: { more?: string } = {}): string {
  return `json_build_object(
    'id', ${subject}.id,
    'title', ${subject}.title,
    'desc', ${subject}.description,
    'ownerId', ${subject}.owner_id,
    'quality', case when ${subject}.great then 'kQualityGreat' else 'kQualityRegular' end,
    'likeCount', ${subject}.like_count,
    'createdAt', ${nanoseconds(`${subject}.created_at`)},
    'chapterCount', ${subject}.chain_count,
    'photoModelVec', case when ${subject}_photo.id is null then '[]'::json
      else json_build_array(${photoJson(`${subject}_photo`)}) end,
    ${options.more ? `${options.more},` : ''}
    'ownerModel', ${subjectOwnerJson(subject)}
  )`;
}

export function subjectCreationJson(subject: string): string {
  return `json_build_object(
    'feedItemType', 'kSubjectCreate',
    'createdAt', ${nanoseconds(`${subject}.created_at`)},
    'connectionModel', ${subjectOwnerJson(subject)},
    'subjectModel', ${subjectJson(subject)}
  )`;
}
