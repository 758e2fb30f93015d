import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';

/** The user's own data, without the password, of which only a hash is stored. */
export async function exportProfile(
  db: Db,
  userId: number,
): Promise<{ profile: object; photoKey: string | null }> {
  const [row] = await db.query<{ profile: object; photoKey: string | null }>(sql`
    select photos.key as "photoKey", json_build_object(
        'userId', users.id,
        'firstName', first_name,
        'lastName', last_name,
        'emailId', email,
        'emailVerifiedAt', email_verified_at,
        'userRole', role,
        'hasPassword', password_hash is not null,
        'picture', photos.key,
        'socialProfilePhotoUrl', social_photo_url,
        'socialProfilePhotoSource', social_photo_source,
        'linkedinProfileUrl', linkedin_url,
        'bio', bio,
        'license', license,
        'pinnedPostId', pinned_card_id,
        'tags', tags,
        'topicsPageShownAt', topics_page_shown_at,
        'invitePageShownAt', invite_page_shown_at,
        'createdAt', users.created_at
      ) as profile
    from users left join photos on photos.id = users.photo_id
    where users.id = ${userId}`);
  return row ?? { profile: {}, photoKey: null };
}
