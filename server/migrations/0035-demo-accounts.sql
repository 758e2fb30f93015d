-- The demo's people sign in with a published password, so only while the demo is on.
alter table users add column is_demo boolean not null default false;

-- `.example` is reserved: these addresses belong to nobody but the demo.
update users set is_demo = true
where lower(email) in (
  'asha@gyan.example', 'tomas@gyan.example', 'meera@gyan.example', 'kofi@gyan.example', 'lin@gyan.example',
  'ingrid@gyan.example', 'arjun@gyan.example', 'sofia@gyan.example', 'nila@gyan.example'
);

-- Opens the demo's mailbox and sign-in provider. Made here, so that processes of the release before can still insert the row.
alter table demo_openid_keys add column link_key text not null
  default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
