-- Browsers send line breaks as CRLF in forms with files, other clients as LF. They are stored as LF, so that an edit
-- that changes nothing else is none.
update cards set text = regexp_replace(text, '\r\n?', E'\n', 'g') where text like E'%\r%';
update cards set html_desc = regexp_replace(html_desc, '\r\n?', E'\n', 'g') where html_desc like E'%\r%';
update revisions set text = regexp_replace(text, '\r\n?', E'\n', 'g') where text like E'%\r%';
update revisions set html_desc = regexp_replace(html_desc, '\r\n?', E'\n', 'g') where html_desc like E'%\r%';
