-- needs: trending_score record_like end_like

-- rate_thing() keeps the score from here on. New content has no likes and comments yet.
alter table cards alter column score set default trending_score(0, 0, false, now());
alter table chains alter column score set default trending_score(0, 0, false, now());
alter table subjects alter column score set default trending_score(0, 0, false, now());

-- The triggers on likes call record_like() and end_like() by now.
drop function if exists record_card_like(), record_chain_like(), record_subject_like(),
  end_card_like(), end_chain_like(), end_subject_like();

-- date_publication() does what begin_great() did.
drop trigger if exists cards_begin_great on cards;
drop function if exists begin_great();

-- The view is named current_activity.
drop function if exists rebuild_activity();
drop view if exists acts;
