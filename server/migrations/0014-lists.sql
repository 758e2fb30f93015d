-- The chains and subjects a person keeps, each list in an order of their own.

create table user_chains (
  user_id bigint not null references users (id),
  chain_id bigint not null references chains (id) on delete cascade,
  rank double precision not null constraint user_chains_rank_is_finite check (rank > '-infinity' and rank < 'infinity'),
  constraint user_chains_once_per_user primary key (user_id, chain_id)
);

create table user_subjects (
  user_id bigint not null references users (id),
  subject_id bigint not null references subjects (id) on delete cascade,
  rank double precision not null constraint user_subjects_rank_is_finite check (rank > '-infinity' and rank < 'infinity'),
  constraint user_subjects_once_per_user primary key (user_id, subject_id)
);

create index user_chains_in_order on user_chains (user_id, rank, chain_id);
create index user_chains_of_chain on user_chains (chain_id);
create index user_subjects_in_order on user_subjects (user_id, rank, subject_id);
create index user_subjects_of_subject on user_subjects (subject_id);

-- What somebody made before there were lists is in their list, newest last; chapters are reached through their subject.
insert into user_chains (user_id, chain_id, rank)
select owner_id, id, row_number() over (partition by owner_id order by id)
from chains
where not exists (select from subject_chains where chain_id = chains.id);

insert into user_subjects (user_id, subject_id, rank)
select owner_id, id, row_number() over (partition by owner_id order by id) from subjects;
