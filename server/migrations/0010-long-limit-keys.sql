-- An address of the longest length and the name of its budget together pass 255 characters.
alter table rate_limits alter column key type text;
