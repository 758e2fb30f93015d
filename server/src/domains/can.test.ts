import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jsonObject } from '#db/json.ts';
import { cardCan } from '#domains/cards/policy.ts';
import { collectionCan } from '#domains/collections/policy.ts';
import { commentCan } from '#domains/comments/policy.ts';
import { userCan, visible } from '#domains/users/policy.ts';
import { canMembers, type Rule } from '#domains/users/rules.ts';
import { viewerSql, viewerValues } from '#domains/users/view.ts';
import { readable } from '#domains/visibility/policy.ts';
import type { Role, Viewer } from '#http/viewer.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { makeUser } from '#test/factories.ts';

const roles: Role[] = ['kRegular', 'kCreator', 'kAdmin', 'kSuperAdmin'];
const others = [999_999_002, 999_999_003] as const;
let me = 0;

/**
 * All rows that the policies distinguish: own or not, below an own card or not, locked or not, draft or not, with a
 * licence that allows copies or not; users by role, verified or not, leaving or not.
 */
const rowsOf = (me: number) =>
  [me, others[0]].flatMap((ownerId) =>
    [me, others[1]].flatMap((cardOwnerId) =>
      [true, false].flatMap((locked) =>
        roles.flatMap((role) =>
          [
            ['draft', 'cc-by'],
            ['public', 'all-rights'],
            ['public', 'cc0'],
          ].map(([visibility = '', license = '']) => ({
            id: ownerId,
            ownerId,
            cardOwnerId,
            locked,
            role: role as string,
            visibility,
            license,
            email_verified_at: locked || null,
            leaving_at: visibility === 'draft' || null,
          })),
        ),
      ),
    ),
  );
type Row = ReturnType<typeof rowsOf>[number];

const policies: [string, Record<string, Rule<Row>>][] = [
  ['a card', cardCan],
  ['a chain or a subject', collectionCan],
  ['a comment', commentCan],
  ['a user', userCan as Record<string, Rule<Row>>],
  ['a profile', { visible }],
  ['an address', { readable }],
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  me = await makeUser(database.db);
});
afterAll(() => database.drop());

it.each(policies)('lists show what the policy lets a user do with %s', async (what, can) => {
  const columns = {
    id: '$3::bigint',
    ownerId: '$3::bigint',
    cardOwnerId: '$4::bigint',
    locked: '$5::boolean',
    role: '$6::text',
    visibility: '$7::text',
    license: '$8::text',
    email_verified_at: 'nullif($5::boolean, false)',
    leaving_at: `nullif($7::text = 'draft', false)`,
  };
  // Uses every parameter, because PostgreSQL cannot infer the type of an unused one.
  const text = `select ${jsonObject(canMembers(can, viewerSql(1), columns))} as can
    from (select $1::bigint, $2::boolean, $3::bigint, $4::bigint, $5::boolean, $6::text, $7::text, $8::text) as given`;
  for (const role of roles) {
    const viewer: Viewer = {
      userId: me,
      role,
      emailVerified: true,
      sessionId: 1,
      signedInAt: new Date(),
    };
    await database.db.query(sql`update users set role = ${role} where id = ${me}`);
    for (const row of rowsOf(me)) {
      const [shown] = await database.db.query<{ can: Record<string, boolean> }>({
        name: `can-${what}`,
        text,
        values: [
          ...viewerValues(viewer),
          row.ownerId,
          row.cardOwnerId,
          row.locked,
          row.role,
          row.visibility,
          row.license,
        ],
      });
      const allowed = Object.entries(can).map(([name, rule]) => [name, rule.allows(viewer, row)]);
      expect({ role, row, can: shown?.can }).toEqual({ role, row, can: Object.fromEntries(allowed) });
    }
  }
});
