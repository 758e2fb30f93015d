import type { Adapter, AdapterPayload } from 'oidc-provider';
import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';

/** Stores the state of the demo's provider in the database, because the next request may reach another process. */
export function demoAdapter(db: Db): (model: string) => Adapter {
  return (model) => {
    const findWhere = async (condition: ReturnType<typeof sql>): Promise<AdapterPayload | undefined> => {
      const [row] = await db.query<{ payload: AdapterPayload }>(sql`
        select payload from demo_openid
        where model = ${model} and ${condition} and (expires_at is null or expires_at > now())`);
      return row?.payload;
    };

    return {
      async upsert(id, payload, expiresIn) {
        await db.query(sql`
          insert into demo_openid (model, id, payload, grant_id, uid, expires_at)
          values (${model}, ${id}, ${JSON.stringify(payload)}::jsonb, ${payload.grantId ?? null}, ${payload.uid ?? null},
                  now() + make_interval(secs => ${expiresIn ?? null}))
          on conflict (model, id) do update
          set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`);
      },
      find: (id) => findWhere(sql`id = ${id}`),
      findByUid: (uid) => findWhere(sql`uid = ${uid}`),
      // The device flow is not supported.
      findByUserCode: async () => undefined,
      async consume(id) {
        await db.query(sql`
          update demo_openid
          set payload = payload || jsonb_build_object('consumed', floor(extract(epoch from now())))
          where model = ${model} and id = ${id}`);
      },
      async destroy(id) {
        await db.query(sql`delete from demo_openid where model = ${model} and id = ${id}`);
      },
      async revokeByGrantId(grantId) {
        await db.query(sql`delete from demo_openid where model = ${model} and grant_id = ${grantId}`);
      },
    };
  };
}

export async function deleteExpiredDemoState(db: Db): Promise<void> {
  await db.query(sql`delete from demo_openid where expires_at < now()`);
}
