-- The edit was one of a draft that is not published since: the author's next edits belong to the same revision.
alter table revisions add column is_draft boolean not null default false;

-- Browsers send line breaks as CRLF in forms with files, other clients as LF. They are stored as LF, so that an edit
-- that changes nothing else is none.
update cards set text = regexp_replace(text, '\r\n?', E'\n', 'g') where text like E'%\r%';
update cards set html_desc = regexp_replace(html_desc, '\r\n?', E'\n', 'g') where html_desc like E'%\r%';
update cards set ai_prompt = regexp_replace(ai_prompt, '\r\n?', E'\n', 'g') where ai_prompt like E'%\r%';
update revisions set text = regexp_replace(text, '\r\n?', E'\n', 'g') where text like E'%\r%';
update revisions set html_desc = regexp_replace(html_desc, '\r\n?', E'\n', 'g') where html_desc like E'%\r%';
update cards set remix_base = jsonb_set(remix_base, '{text}', to_jsonb(regexp_replace(remix_base->>'text', '\r\n?', E'\n', 'g')))
where remix_base->>'text' like E'%\r%';
update cards set remix_base = jsonb_set(remix_base, '{htmlDesc}', to_jsonb(regexp_replace(remix_base->>'htmlDesc', '\r\n?', E'\n', 'g')))
where remix_base->>'htmlDesc' like E'%\r%';
