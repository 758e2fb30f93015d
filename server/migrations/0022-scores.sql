-- needs: trending_score

update cards set score = trending_score(like_count, comment_count, great, created_at);
update chains set score = trending_score(like_count, 0, great, created_at);
update subjects set score = trending_score(like_count, 0, great, created_at);
