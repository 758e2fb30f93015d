import sql from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';

export async function findIdentity(db: Db, issuer: string, subject: string): Promise<number | undefined> {
  const [row] = await db.query<{ user_id: number }>(
    sql`select user_id from identities where issuer = ${issuer} and subject = ${subject}`,
  );
  return row?.user_id;
}

/** What a provider says, and what joins the account once the user is signed in. */
export interface ProvidedIdentity {
  issuer: string;
  subject: string;
  photo?: string | undefined;
}

/** Concurrent sign-ins of one user may insert the same identity. */
export async function insertIdentity(
  tx: Transaction,
  identity: { issuer: string; subject: string; userId: number },
): Promise<void> {
  await tx.query(sql`
    insert into identities (issuer, subject, user_id)
    values (${identity.issuer}, ${identity.subject}, ${identity.userId})
    on conflict (issuer, subject) do nothing`);
}
