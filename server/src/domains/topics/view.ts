import { photoJson } from '#domains/media/view.ts';

/**
 * A topic in wire form, for the user of `kept` (a row of `user_topics`, or of nulls); its photo is joined as `photo`.
 * `more` holds further members, as `'name', value` pairs.
 */
export function topicJson(topic: string, kept: string, photo: string, more?: string): string {
  return `json_build_object(
    'id', ${topic}.id,
    'name', ${topic}.name,
    'rank', ${kept}.rank,
    'photoModel', ${photoJson(photo)},
    'retired', case when ${topic}.retired_at is not null then true end
    ${more ? `, ${more}` : ''}
  )`;
}
