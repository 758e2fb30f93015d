-- For the cards that ask for help instead of coming back; the number is that of `leechThreshold`.
create index memories_forgotten_often on memories (user_id) where lapses >= 6;
