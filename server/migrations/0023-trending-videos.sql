-- The landing page lists trending videos; without this index a list of few videos among many cards reads all cards.
create index cards_videos_by_score on cards (score desc, id desc) where type = 'kVideo';
