import sql from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import type { Db } from '#db/pool.ts';

export function exportReports(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select reports.id, json_build_object('kind', kind, 'id', thing_id, 'reason', reason, 'text', text, 'state', state,
      'createdAt', reports.created_at)::text as item
    from reports join cases on cases.id = case_id
    where reporter_id = ${userId} and reports.id > ${afterId} order by reports.id limit 500`);
}

export function exportStatements(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select act.id, json_build_object('act', act.act, 'kind', act.kind, 'id', act.thing_id, 'title', act.title,
      'rule', act.rule, 'text', act.text, 'until', act.until, 'automated', act.automated, 'createdAt', act.created_at,
      'appeal', appeals.text, 'appealState', appeals.state, 'answer', appeals.answer)::text as item
    from moderation_acts as act left join appeals on appeals.act_id = act.id
    where act.owner_id = ${userId} and act.act <> 'dismiss' and act.id > ${afterId} order by act.id limit 500`);
}
