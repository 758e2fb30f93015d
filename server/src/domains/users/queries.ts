import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';
import type { PhotoRow } from '#domains/media/queries.ts';
import type { Role } from '#http/viewer.ts';

export interface UserRow {
  id: number;
  email: string;
  email_verified_at: Date | null;
  password_hash: string | null;
  first_name: string;
  last_name: string;
  role: Role;
  photo: PhotoRow | null;
  social_photo_url: string | null;
  linkedin_url: string | null;
  tags: string[];
  topics_page_shown_at: Date | null;
  invite_page_shown_at: Date | null;
}

const columns = sql`
  users.id, users.email, users.email_verified_at, users.password_hash, users.first_name, users.last_name,
  users.role, to_json(photos) as photo, users.social_photo_url, users.linkedin_url, users.tags,
  users.topics_page_shown_at, users.invite_page_shown_at`;

export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  const [user] = await db.query<UserRow>(sql`
    select ${columns} from users left join photos on photos.id = users.photo_id where users.id = ${id}`);
  return user;
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [user] = await db.query<UserRow>(sql`
    select ${columns} from users left join photos on photos.id = users.photo_id
    where lower(users.email) = lower(${email})`);
  return user;
}

export interface NewUser {
  email: string;
  passwordHash: string | null;
  firstName: string;
  lastName: string;
  role: Role;
  verified: boolean;
  tags?: string[];
  photoId?: number | null;
}

export async function insertUser(db: Db, user: NewUser): Promise<number> {
  const [row] = await db.query<{ id: number }>(sql`
    insert into users (email, password_hash, first_name, last_name, role, email_verified_at, tags, photo_id)
    values (${user.email}, ${user.passwordHash}, ${user.firstName}, ${user.lastName}, ${user.role},
            case when ${user.verified} then now() end, ${user.tags ?? []}, ${user.photoId ?? null})
    returning id`);
  if (!row) throw new Error('insert returned no row');
  return row.id;
}
