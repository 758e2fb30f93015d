-- A connection is two rows, each of which needs the other, and the other one's `user_id` needs its person. So the rule below also stands in for
-- the one it replaces, which had every connection looked through whenever a person was erased.
alter table connections
  drop constraint connections_other_id_fkey,
  add constraint connections_go_both_ways foreign key (other_id, user_id) references connections (user_id, other_id);
