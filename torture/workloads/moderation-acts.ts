import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { Toggles } from './toggles.ts';
import { type Fixture, pick, type Workload } from './workload.ts';

const reasons = { rule: 'spam', text: 'Too many links.' };

/** An admin hides cards and shows them again. Each act has its effect and its notice, and each effect its act. */
export function actWorkload(fixture: Fixture): Workload {
  const { admin, moderatedIds } = fixture;
  const doneOn = new Map<string, number>();
  const toggles = new Toggles(async (name, hidden, send) => {
    const done = doneOn.get(name) ?? 0;
    const answer = await send(fixture.api, '/r/case_act', {
      method: 'POST',
      token: admin.token,
      // The same until it is acknowledged.
      key: `torture-act-${name}-${done}`,
      body: {
        kind: 'post',
        id: Number(name),
        ...(hidden ? { act: 'hide', ...reasons } : { act: 'restore' }),
      },
    });
    doneOn.set(name, done + 1);
    return answer;
  });
  return {
    name: 'acts',
    get acknowledged() {
      return toggles.acknowledged;
    },
    async write() {
      await toggles.flip(String(pick(moderatedIds)));
      // Each act sends an e-mail too.
      await sleep(50);
    },
    settle: () => toggles.settle(),
    async verify(db) {
      const rows = await db.query<{
        name: string;
        isHidden: boolean;
        holds: boolean;
        acts: number;
        told: number;
      }>(sql`
        select cards.id::text as name, hidden_by is not null as "isHidden", log.acts, log.told,
          hidden_by is not distinct from case when log.latest = 'hide' then log.latest_id end as holds
        from cards cross join lateral (
          select count(*)::int as acts, max(act.id) as latest_id, (array_agg(act.act order by act.id desc))[1] as latest,
            count(notices.id)::int as told
          from moderation_acts as act left join notices
            on notices.kind = 'moderation' and notices.object_id = act.thing_id and notices.detail = act.act || ':' || act.id
          where act.kind = 'card' and act.thing_id = cards.id
        ) as log
        where cards.id = any (${moderatedIds})`);
      const { lost, unwanted } = toggles.differences(
        new Set(rows.filter(({ isHidden }) => isHidden).map(({ name }) => name)),
      );
      const without = (what: string, wrong: typeof rows) =>
        wrong.length > 0 ? [`${wrong.length} cards have ${what}`] : [];
      return [
        ...(lost > 0 ? [`${lost} acts that hid a card are gone`] : []),
        ...(unwanted > 0 ? [`${unwanted} cards are hidden whose act was taken back`] : []),
        ...without(
          'acts without their effect, or an effect without its act',
          rows.filter(({ holds }) => !holds),
        ),
        ...without(
          'acts that are not there exactly once',
          rows.filter(({ name, acts }) => acts !== (doneOn.get(name) ?? 0)),
        ),
        ...without(
          'acts without their notice',
          rows.filter(({ acts, told }) => acts !== told),
        ),
      ];
    },
  };
}
