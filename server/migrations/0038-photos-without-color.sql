-- Nothing reads the colour. Servers of the version before still write it, so a later release drops the column.
alter table photos alter column color drop not null;
